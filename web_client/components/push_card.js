import { t } from "../i18n/index.js";
import { h } from "../lib/dom.js";
import { card, check, say } from "./settings_controls.js";

/** @import {App} from "../lib/app.js" */
/** @import {PushKind} from "../lib/messages.js" */

/** @type {PushKind[]} */
const KINDS = ["your_move", "deadline", "offer", "rematch", "challenge", "lesson"];
const QUIET = /** @type {const} */ ([22 * 60, 7 * 60]);

/**
 * Card of notices: a switch for this device; kinds and quiet hours for all devices of the viewer. Hidden if the server
 * sends none. `refresh` asks the server.
 *
 * @param {App} app
 */
export function pushCard(app) {
  const said = h("p", { class: "field-hint", id: "push-said", role: "status" });
  const state = h("p", null);
  const button = h("button", { type: "button", class: "button", "data-do": "push", onclick: toggle }, "");
  const kinds = KINDS.map((kind) => check(t(`push.kind.${kind}`), true, keep));
  const quiet = check(t("push.quiet"), false, keep);
  const from = time("push-from", QUIET[0]);
  const to = time("push-to", QUIET[1]);
  const hours = h(
    "div",
    { class: "create-custom" },
    h("div", { class: "field" }, h("label", { for: "push-from" }, t("push.from")), from),
    h("div", { class: "field" }, h("label", { for: "push-to" }, t("push.to")), to),
  );
  const choices = h(
    "fieldset",
    { class: "stack stack--tight" },
    h("legend", { class: "label" }, t("push.kinds")),
    ...kinds,
    quiet,
    hours,
  );
  const element = card(
    "push-title",
    t("push.title"),
    h("p", { class: "muted" }, t("push.hint")),
    state,
    h("div", { class: "row" }, button),
    choices,
    said,
  );
  element.hidden = true;
  let on = false;

  /** @param {string} id @param {number} minutes */
  function time(id, minutes) {
    return h("input", { class: "input", id, type: "time", required: true, value: clock(minutes), onchange: keep });
  }

  const boxes = () => kinds.map((each) => /** @type {HTMLInputElement} */ (each.querySelector("input")));
  const quietBox = () => /** @type {HTMLInputElement} */ (quiet.querySelector("input"));

  function show() {
    const ability = app.push.ability();
    element.hidden = ability === "none";
    if (ability === "none") return;
    const able = ability === "ready";
    state.textContent = t(able ? (on ? "push.on" : "push.off") : `push.${ability}`);
    button.hidden = !able;
    button.textContent = t(on ? "push.turn_off" : "push.turn_on");
    choices.hidden = !able;
    hours.hidden = !quietBox().checked;
  }

  async function refresh() {
    show();
    if (element.hidden) return;
    const found = await app.session.command({ t: "push" });
    on = found.here && (globalThis.Notification?.permission ?? "denied") === "granted";
    for (const [index, box] of boxes().entries()) box.checked = found.kinds.includes(KINDS[index]);
    quietBox().checked = Boolean(found.quiet);
    const [first, last] = found.quiet ?? QUIET;
    from.value = clock(first);
    to.value = clock(last);
    show();
  }

  async function toggle() {
    button.disabled = true;
    await say(said, async () => {
      try {
        if (on) await app.push.turnOff();
        on = !on && (await app.push.turnOn());
      } catch (error) {
        if (error instanceof DOMException) return t("push.failed"); // the browser's own message is technical
        throw error;
      }
      return t(on ? "push.is_on" : "push.is_off");
    });
    button.disabled = false;
    show();
  }

  async function keep() {
    show();
    if (!from.value || !to.value) return;
    await say(said, async () => {
      const checked = boxes();
      await app.session.command({
        t: "set_push",
        kinds: KINDS.filter((_, index) => checked[index].checked),
        quiet: quietBox().checked ? [minutesOf(from.value), minutesOf(to.value)] : null,
        zone: new Intl.DateTimeFormat().resolvedOptions().timeZone ?? "",
        offset: -new Date().getTimezoneOffset(),
      });
      return t("settings.saved");
    });
  }

  return { element, refresh };
}

/** @param {number} minutes  since midnight */
const clock = (minutes) =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;

/** @param {string} text  value of a time field */
const minutesOf = (text) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5));
