import { textField } from "../components/account_forms.js";
import { countGames, seatsNotice } from "../components/seats_notice.js";
import { say } from "../components/settings_controls.js";
import { t } from "../i18n/index.js";
import { h } from "../lib/dom.js";
import { pathOf } from "../lib/router.js";

/** @import {App, Page} from "../lib/app.js" */

/** Page to enter a sign-in code from a teacher or from another device. @param {App} app @returns {Page} */
export function codePage(app) {
  const code = textField(t("code.label"), {
    name: "code",
    class: "input mono code-typed",
    autocomplete: "one-time-code",
    autocapitalize: "characters",
    minlength: 4,
    maxlength: 16,
  });
  const said = h("p", { class: "field-hint", role: "status" });
  const button = h(
    "button",
    { type: "submit", class: "button button--primary button--large", "data-do": "use-code" },
    t("code.use"),
  );
  const lost = h("div");
  const form = h(
    "form",
    { class: "stack", onsubmit: submit },
    code.element,
    lost,
    h("div", { class: "row" }, button),
    said,
  );
  const element = h(
    "div",
    { class: "page page--narrow" },
    h("div", { class: "page-head" }, h("h1", { tabindex: -1 }, t("code.title"))),
    h("section", { class: "card stack" }, h("p", { class: "muted" }, t("code.words")), form),
  );

  /** @param {SubmitEvent} event */
  async function submit(event) {
    event.preventDefault();
    button.disabled = true;
    await say(
      said,
      async () => {
        await app.session.command({ t: "redeem", code: code.input.value.trim() });
        app.navigate(pathOf("lobby"), { replace: true });
        app.toast(t("code.welcome", { name: app.me.name ?? "" }));
        return "";
      },
      code.input,
    );
    button.disabled = false;
  }

  /** Warn that a code replaces this identity and keeps nothing of it. */
  function warn() {
    const loses = app.account === null && countGames(app) > 0;
    if (loses !== lost.hasChildNodes()) lost.replaceChildren(...(loses ? [seatsNotice(app, "code.lose")] : []));
  }

  const stop = app.watch(warn);
  warn();
  return { title: t("code.title"), element, close: stop };
}
