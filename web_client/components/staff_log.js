import { actDetails, actText } from "../i18n/act.js";
import { t } from "../i18n/index.js";
import { dateText, errorText } from "../i18n/words.js";
import { h } from "../lib/dom.js";

/** @import {App} from "../lib/app.js" */
/** @import {Act} from "../lib/messages.js" */

/** Audit log, newest first. @param {App} app */
export function staffLog(app) {
  const list = h("ul", { class: "list", "aria-labelledby": "log-title", "data-testid": "audit" });
  const said = h("p", { class: "field-hint", role: "status" });
  const more = h(
    "button",
    { type: "button", class: "button", hidden: true, onclick: () => load(last) },
    t("staff.more"),
  );
  const element = h(
    "section",
    { class: "card stack", "aria-labelledby": "log-title" },
    h("h2", { id: "log-title" }, t("staff.log")),
    h("p", { class: "muted" }, t("staff.log_hint")),
    list,
    h("div", { class: "row" }, more),
    said,
  );
  let last = 0;

  /** @param {number} [before] */
  async function load(before) {
    try {
      const found = await app.session.command({ t: "audit", ...(before ? { before } : {}) });
      if (!before) list.replaceChildren();
      list.append(...found.acts.map(line));
      last = found.acts.at(-1)?.id ?? 0;
      more.hidden = !found.more;
      said.textContent = list.firstChild ? "" : t("staff.log_empty");
    } catch (error) {
      said.textContent = errorText(error);
    }
  }

  return { element, load: () => load() };
}

/** @param {Act} act */
function line(act) {
  const { at, by, action, target } = act;
  return h(
    "li",
    { class: "list-item", "data-act": action },
    h(
      "div",
      null,
      h("strong", null, actText(act)),
      target ? [" ", h("bdi", null, target.name || t("talk.gone"))] : [],
      h(
        "p",
        { class: "muted small" },
        t("act.by", { name: by ? by.name || t("talk.gone") : t("staff.command_line"), date: dateText(at) }),
      ),
      act.damaged ? h("p", { class: "badge badge--warn" }, t("staff.damaged")) : null,
      ...actDetails(act).map(({ label, text }) =>
        h("p", { class: "small talk-line" }, t("act.detail", { label }), h("bdi", null, text)),
      ),
    ),
  );
}
