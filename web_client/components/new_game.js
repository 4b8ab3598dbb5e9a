import { t } from "../i18n/index.js";
import { h } from "../lib/dom.js";
import { createForm } from "./create_form.js";

/** @import {App} from "../lib/app.js" */
/** @import {Create} from "../lib/terms.js" */

/**
 * Dialog that creates any kind of game or challenges a player. It is in the page only while it is open.
 *
 * @param {App} app
 * @param {(create: Create, refused: (error: unknown) => void) => Promise<unknown>} onCreate
 * @param {(name: string, create: Create) => Promise<string | null>} onChallenge  returns why there is no challenge
 * @returns {{open: () => void, update: () => void, close: () => void}}
 */
export function newGame(app, onCreate, onChallenge) {
  const failure = h("div", { class: "notice notice--danger", role: "alert", hidden: true });
  const form = createForm(app, onCreate, challenge, tell);
  const element = h(
    "dialog",
    { class: "dialog create", "aria-labelledby": "create-title", onclose: () => element.remove() },
    h(
      "div",
      { class: "row row--apart" },
      h("h2", { id: "create-title" }, t("create.title")),
      h(
        "button",
        { type: "button", class: "button button--quiet button--small", onclick: () => element.close() },
        t("create.cancel"),
      ),
    ),
    form.element,
    failure,
  );

  /** @param {string | null} words */
  function tell(words) {
    failure.hidden = words === null;
    failure.textContent = words ?? "";
    if (words !== null) failure.scrollIntoView({ block: "nearest" });
  }

  /** @param {string} name @param {Create} create */
  async function challenge(name, create) {
    tell(null);
    const why = await onChallenge(name, create);
    if (why === null) element.close();
    else tell(why);
  }

  return {
    open() {
      tell(null);
      document.body.append(element);
      if (!element.open) element.showModal();
    },
    update: form.update,
    close() {
      element.close();
      element.remove();
    },
  };
}
