import { t } from "../i18n/index.js";
import { h } from "../lib/dom.js";
import { say } from "./settings_controls.js";
import { isFor } from "./staff_tabs.js";

/** @import {App} from "../lib/app.js" */

/**
 * Page about classes for teachers. It reloads when the viewer's account changes.
 *
 * @param {App} app
 * @param {(Node | null)[]} head
 * @param {(role: string) => Promise<string>} load  fills the body; resolves to the message to show
 */
export function classFrame(app, head, load) {
  const body = h("div", { class: "stack" });
  const stranger = h("p", { class: "muted", "data-testid": "stranger", hidden: true }, t("class.stranger"));
  const said = h("p", { class: "field-hint", role: "status" });
  const element = h("div", { class: "page page--narrow" }, head, stranger, said, body);
  let known = "";

  function update() {
    if (app.status !== "online" || !app.me.id) return;
    const role = app.account?.role ?? "";
    stranger.hidden = isFor("classes", role);
    body.hidden = !stranger.hidden;
    const now = `${app.me.id} ${role}`;
    if (body.hidden || now === known) return;
    known = now;
    void say(said, () => load(role));
  }

  return {
    element,
    body,
    said,
    /** @returns {() => void}  removes the listeners */
    begin() {
      const stop = app.watch(update);
      update();
      return stop;
    },
  };
}
