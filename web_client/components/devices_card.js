import { t } from "../i18n/index.js";
import { h } from "../lib/dom.js";
import { createDevices } from "./devices.js";
import { card, say } from "./settings_controls.js";

/** @import {App} from "../lib/app.js" */

/**
 * Card of the devices that share this identity, with a code that adds a device and a field for another identity's code.
 * `refresh` reloads the list.
 *
 * @param {App} app
 */
export function devicesCard(app) {
  const code = h("output", { class: "code-shown mono", "data-testid": "code" });
  const codeSaid = h("p", { class: "field-hint", role: "status" });
  const entered = h("input", {
    class: "input mono",
    id: "settings-code",
    name: "code",
    minlength: 4,
    maxlength: 16,
    autocomplete: "off",
    required: true,
    "aria-describedby": "redeem-said",
  });
  const redeemSaid = h("p", { class: "field-hint", id: "redeem-said", role: "status" });

  const endOther = h("input", { type: "checkbox", id: "settings-end-other" });
  const devices = createDevices(app);
  /** Number of devices before the shown code; null without a code. @type {number | null} */
  let before = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let expiring;

  const element = card(
    "device-title",
    t("settings.devices"),
    devices.element,
    h("hr"),
    h("p", { class: "muted" }, t("settings.devices_hint")),
    h(
      "div",
      { class: "row" },
      h("button", { type: "button", class: "button", onclick: askCode }, t("settings.get_code")),
      code,
    ),
    codeSaid,
    h("hr"),
    h(
      "form",
      { class: "field", onsubmit: redeem },
      h("label", { for: "settings-code" }, t("settings.enter_code")),
      h(
        "div",
        { class: "copy-link-row" },
        entered,
        h("button", { type: "submit", class: "button" }, t("settings.use_code")),
      ),
      h("label", { class: "check" }, endOther, h("span", null, t("settings.end_other"))),
      redeemSaid,
    ),
  );

  async function askCode() {
    await say(codeSaid, async () => {
      before = await devices.refresh();
      const { code: fresh, expires_at: until } = await app.session.command({ t: "code" });
      code.textContent = fresh ?? "";
      clearTimeout(expiring);
      expiring = setTimeout(takeCodeAway, (until ?? 0) - app.time.now());
      return t("settings.code_until", { n: Math.max(1, Math.round(((until ?? 0) - app.time.now()) / 60_000)) });
    });
  }

  /** Hide a code that was used or has expired. */
  function takeCodeAway() {
    clearTimeout(expiring);
    before = null;
    code.textContent = "";
    codeSaid.textContent = "";
  }

  /** @param {SubmitEvent} event */
  async function redeem(event) {
    event.preventDefault();
    await say(
      redeemSaid,
      async () => {
        await app.session.command({ t: "redeem", code: entered.value.trim(), end_other: endOther.checked });
        entered.value = "";
        endOther.checked = false;
        return t("settings.redeemed", { name: app.me.name ?? "" });
      },
      entered,
    );
  }

  /** Reload the devices. One more than before means that the shown code was used. */
  async function refresh() {
    const now = await devices.refresh().catch(() => null); // keep the last list when offline
    if (now !== null && before !== null && now > before) takeCodeAway();
  }

  return { element, refresh, close: () => clearTimeout(expiring) };
}
