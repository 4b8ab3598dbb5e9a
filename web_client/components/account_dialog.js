import { t } from "../i18n/index.js";
import { h } from "../lib/dom.js";
import { accountCard } from "./account_card.js";

/** @import {App} from "../lib/app.js" */

/**
 * Open the dialog in which a guest signs in or creates an account, on any page. It closes when the guest has an account
 * and has saved its recovery codes; the focus returns to where it was.
 *
 * @param {App} app
 */
export function openAccount(app) {
  const before = document.activeElement;
  const card = accountCard(app, { id: "account-dialog-title", entry: true, done: () => element.close() });
  const element = h(
    "dialog",
    {
      class: "dialog account-dialog",
      "aria-labelledby": "account-dialog-title",
      "data-testid": "account",
      onclose: leave,
      oncancel: stay,
      onkeydown: (event) => event.key === "Escape" && stay(event), // a second Escape cannot be cancelled otherwise
    },
    h(
      "button",
      { type: "button", class: "button button--quiet button--small dialog-close", onclick: close },
      t("create.cancel"),
    ),
    card.element,
  );
  const stop = app.watch(card.refresh);

  /** Recovery codes are shown once, so they must not go by accident. @param {Event} event */
  function stay(event) {
    if (card.showsCodes()) event.preventDefault();
  }

  function close() {
    if (card.showsCodes()) card.element.querySelector("h3")?.focus();
    else element.close();
  }

  function leave() {
    stop();
    element.remove();
    if (before instanceof HTMLElement && before.isConnected) before.focus();
  }

  document.body.append(element);
  element.showModal();
  /** @type {HTMLElement | null} */ (element.querySelector("details[open] input"))?.focus();
}
