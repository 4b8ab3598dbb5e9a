import { h } from "../lib/dom.js";
import { card, say } from "./settings_controls.js";

/**
 * Card that consists of one form.
 *
 * @param {string} does
 * @param {string} title
 * @param {Node[]} fields
 * @param {() => Promise<string>} send
 * @param {string} [button]
 */
export function formCard(does, title, fields, send, button = title) {
  const said = h("p", { class: "field-hint", role: "status" });
  const press = h("button", { type: "submit", class: "button button--primary", "data-do": does }, button);

  /** @param {SubmitEvent} event */
  async function submit(event) {
    event.preventDefault();
    press.disabled = true;
    await say(said, send);
    press.disabled = false;
  }

  return card(
    `${does}-title`,
    title,
    h("form", { class: "stack", onsubmit: submit }, ...fields, h("div", { class: "row" }, press), said),
  );
}
