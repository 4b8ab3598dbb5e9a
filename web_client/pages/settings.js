import { createDevices } from "../components/devices.js";
import { LANGUAGES, t } from "../i18n/index.js";
import { errorText } from "../i18n/words.js";
import { h } from "../lib/dom.js";
import { muted, setMuted } from "../lib/sound.js";

/** @import {App, Page} from "../lib/app.js" */
/** @import {Settings} from "../lib/settings.js" */

/** How often it is looked whether a code that is shown was used. */
const CODE_WATCH_MS = 3_000;

/**
 * What this device remembers, and who one is.
 *
 * @param {App} app
 * @returns {Page}
 */
export function settingsPage(app) {
  const name = h("input", { class: "input", id: "settings-name", name: "name", maxlength: 40, autocomplete: "nickname", required: true, value: app.me.name, "aria-describedby": "name-said" });
  const nameSaid = h("p", { class: "field-hint", id: "name-said", role: "status" });
  const code = h("output", { class: "code-shown mono", "data-testid": "code" });
  const codeSaid = h("p", { class: "field-hint", role: "status" });
  const entered = h("input", { class: "input mono", id: "settings-code", name: "code", minlength: 4, maxlength: 16, autocomplete: "off", required: true, "aria-describedby": "redeem-said" });
  const redeemSaid = h("p", { class: "field-hint", id: "redeem-said", role: "status" });

  const endOther = h("input", { type: "checkbox", id: "settings-end-other" });
  const devices = createDevices(app);
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let watching;

  const theme = select("theme", [["auto", t("theme.auto")], ["light", t("theme.light")], ["dark", t("theme.dark")]]);

  const element = h("div", { class: "page page--narrow" },
    h("div", { class: "page-head" }, h("h1", { tabindex: -1 }, t("settings.title"))),
    h("div", { class: "stack" },
      card("look-title", t("settings.look"),
        field("language", t("settings.language"), select("language", [["auto", t("settings.auto")], ...LANGUAGES.map((known) => [known.language, known.name])])),
        field("theme", t("settings.theme"), theme)),
      card("board-title", t("settings.board"),
        check(t("settings.sound"), !muted(), (on) => setMuted(!on)),
        check(t("settings.numbers"), app.settings.values.numbers, (on) => app.settings.change("numbers", on)),
        check(t("settings.coordinates"), app.settings.values.coordinates, (on) => app.settings.change("coordinates", on)),
        check(t("settings.confirm_touch"), app.settings.values.confirmTouch, (on) => app.settings.change("confirmTouch", on), t("settings.confirm_touch_hint"))),
      card("name-title", t("settings.name"),
        h("form", { class: "field", onsubmit: rename },
          h("label", { for: "settings-name" }, t("settings.name_label")),
          h("div", { class: "copy-link-row" }, name, h("button", { type: "submit", class: "button" }, t("settings.save"))),
          nameSaid)),
      card("device-title", t("settings.devices"),
        devices.element,
        h("hr"),
        h("p", { class: "muted" }, t("settings.devices_hint")),
        h("div", { class: "row" }, h("button", { type: "button", class: "button", onclick: askCode }, t("settings.get_code")), code),
        codeSaid,
        h("hr"),
        h("form", { class: "field", onsubmit: redeem },
          h("label", { for: "settings-code" }, t("settings.enter_code")),
          h("div", { class: "copy-link-row" }, entered, h("button", { type: "submit", class: "button" }, t("settings.use_code"))),
          h("label", { class: "check" }, endOther, h("span", null, t("settings.end_other"))),
          redeemSaid))));

  /**
   * @param {"language" | "theme"} setting
   * @param {string[][]} options
   */
  function select(setting, options) {
    return h("select", {
      class: "select",
      id: `settings-${setting}`,
      value: app.settings.values[setting],
      onchange: (event) => app.settings.change(setting, /** @type {Settings[typeof setting]} */ (event.target.value)),
    }, options.map(([value, text]) => h("option", { value }, text)));
  }

  /** @param {SubmitEvent} event */
  async function rename(event) {
    event.preventDefault();
    await say(nameSaid, async () => {
      const { name: taken } = await app.session.command({ t: "rename", name: name.value.trim() });
      app.me = { ...app.me, name: taken ?? name.value.trim() };
      name.value = app.me.name ?? "";
      return t("settings.saved");
    }, name);
  }

  async function askCode() {
    await say(codeSaid, async () => {
      const known = await devices.refresh();
      const { code: fresh, expires_at: until } = await app.session.command({ t: "code" });
      code.textContent = fresh ?? "";
      watchCode(until ?? 0, known);
      return t("settings.code_until", { n: Math.max(1, Math.round(((until ?? 0) - app.time.now()) / 60_000)) });
    });
  }

  /**
   * Takes the code away once it is used up or too old; the device that used it is in the list then.
   *
   * @param {number} until
   * @param {number} known  how many devices there were before
   */
  function watchCode(until, known) {
    clearInterval(watching);
    watching = setInterval(async () => {
      const now = element.isConnected ? await devices.refresh().catch(() => known) : Infinity;
      if (now <= known && app.time.now() < until) return;
      clearInterval(watching);
      code.textContent = "";
      codeSaid.textContent = "";
    }, CODE_WATCH_MS);
  }

  /** @param {SubmitEvent} event */
  async function redeem(event) {
    event.preventDefault();
    await say(redeemSaid, async () => {
      await app.session.command({ t: "redeem", code: entered.value.trim(), end_other: endOther.checked });
      entered.value = "";
      endOther.checked = false;
      return t("settings.redeemed", { name: app.me.name ?? "" });
    }, entered);
  }

  let mine = app.me.id;
  const refresh = () => void devices.refresh().catch(() => {}); // what cannot be had is not shown
  refresh();

  const stop = [
    app.watch(() => {
      if (app.me.id !== mine) refresh();
      mine = app.me.id;
      if (document.activeElement !== name) name.value = app.me.name ?? "";
    }),
    // The header changes the theme, too.
    app.settings.watch(() => {
      theme.value = app.settings.values.theme;
    }),
  ];

  return {
    title: t("settings.title"),
    element,
    close() {
      clearInterval(watching);
      for (const each of stop) each();
    },
  };
}

/**
 * @param {HTMLElement} place
 * @param {() => Promise<string>} work
 * @param {HTMLInputElement} [field]  that the work is about
 */
async function say(place, work, field) {
  field?.removeAttribute("aria-invalid");
  place.className = "field-hint";
  try {
    place.textContent = await work();
  } catch (error) {
    place.className = "field-error";
    place.textContent = errorText(error);
    field?.setAttribute("aria-invalid", "true");
  }
}

/**
 * @param {string} id
 * @param {string} heading
 * @param {...Node} children
 */
function card(id, heading, ...children) {
  return h("section", { class: "card stack", "aria-labelledby": id }, h("h2", { id }, heading), ...children);
}

/**
 * @param {"language" | "theme"} setting
 * @param {string} label
 * @param {HTMLElement} control
 */
function field(setting, label, control) {
  return h("div", { class: "field" }, h("label", { for: `settings-${setting}` }, label), control);
}

/**
 * @param {string} label
 * @param {boolean} on
 * @param {(on: boolean) => void} change
 * @param {string} [hint]
 */
function check(label, on, change, hint) {
  return h("label", { class: "check" },
    h("input", { type: "checkbox", checked: on, onchange: (event) => change(event.target.checked) }),
    h("span", null, label, hint ? h("span", { class: "field-hint check-hint" }, hint) : null));
}
