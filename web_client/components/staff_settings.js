import { t } from "../i18n/index.js";
import { errorText, settingText } from "../i18n/words.js";
import { h } from "../lib/dom.js";
import { say } from "./settings_controls.js";

/** @import {App} from "../lib/app.js" */
/** @import {SettingInfo} from "../protocol.js" */
/** @import {StaffPart} from "../pages/staff.js" */

/**
 * Settings that the owner can change at run time, each with its value at start.
 *
 * @param {App} app
 * @returns {StaffPart}
 */
export function staffSettings(app) {
  const said = h("p", { class: "field-hint", role: "status" });
  const place = h("div", { class: "stack", "data-testid": "live-settings" });
  const element = h(
    "section",
    { class: "card stack", "aria-labelledby": "live-title" },
    h("h2", { id: "live-title" }, t("live.title")),
    h("p", { class: "muted" }, t("live.hint")),
    said,
    place,
  );

  async function load() {
    try {
      const { settings } = await app.session.command({ t: "settings" });
      place.replaceChildren(...settings.map((setting) => settingForm(app, setting)));
      said.textContent = "";
    } catch (error) {
      said.textContent = errorText(error);
    }
  }

  return { element, load: () => void load() };
}

/** @param {App} app @param {SettingInfo} setting */
function settingForm(app, { name, value, default: started, names = [], span, changed }) {
  const id = `live-${name}`;
  const told = h("p", { class: "field-hint", role: "status" });
  const control = names.length
    ? h(
        "select",
        { class: "select", id, value, "aria-describedby": `${id}-hint` },
        names.map((each) => h("option", { value: each }, settingText(name, each))),
      )
    : h("input", {
        class: "input",
        id,
        type: "number",
        value,
        min: span?.[0],
        max: span?.[1],
        step: 1,
        required: true,
        "aria-describedby": `${id}-hint`,
      });
  const back = h(
    "button",
    { type: "button", class: "button", "data-do": "default", hidden: !changed, onclick: () => change(null) },
    t("live.default"),
  );

  /** @param {string | null} wanted */
  const change = (wanted) =>
    say(told, async () => {
      await app.session.command({ t: "change_setting", setting: name, value: wanted });
      if (wanted === null) {
        control.value = started;
        control.focus();
      }
      back.hidden = wanted === null;
      return t("live.changed");
    });

  return h(
    "form",
    {
      class: "field",
      "data-setting": name,
      onsubmit: (/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        void change(control.value);
      },
    },
    h("label", { for: id }, t(`setting.${name}`)),
    h(
      "div",
      { class: "row" },
      h("div", { class: "grow" }, control),
      h("button", { type: "submit", class: "button" }, t("settings.save")),
      back,
    ),
    h("p", { class: "field-hint", id: `${id}-hint` }, t("live.started", { value: settingText(name, started) })),
    told,
  );
}
