import { has, t } from "../i18n/index.js";
import { dateText, errorText } from "../i18n/words.js";
import { h } from "../lib/dom.js";

/** @import {App} from "../lib/app.js" */
/** @import {Act} from "../lib/messages.js" */

/**
 * The audit log, the last act first.
 *
 * @param {App} app
 */
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
function line({ at, by, action, target, data = {} }) {
  const words = has(`act.${action}`) ? t(`act.${action}`) : action;
  return h(
    "li",
    { class: "list-item", "data-act": action },
    h(
      "div",
      null,
      h("strong", null, words),
      target ? [" ", h("bdi", null, target.name || t("talk.gone"))] : [],
      h("p", { class: "muted small" }, `${by ? by.name || t("talk.gone") : t("staff.command_line")}, ${dateText(at)}`),
      ...Object.entries(data).map(([name, value]) =>
        h("p", { class: "small talk-line" }, `${t(`act.data.${name}`)}: `, h("bdi", null, dataText(name, value))),
      ),
    ),
  );
}

/**
 * @param {string} name
 * @param {unknown} value
 */
function dataText(name, value) {
  if (name === "until") return dateText(Number(value));
  if (name === "reason" && has(`offence.${value}`)) return t(`offence.${value}`);
  if (name === "setting" && has(`setting.${value}`)) return t(`setting.${value}`);
  if (name === "check" && has(`check.${value}`)) return t(`check.${value}`);
  if (name === "said" && has(`phrase.${value}`)) return t(`phrase.${value}`);
  return String(value);
}
