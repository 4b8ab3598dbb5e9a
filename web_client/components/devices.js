import { t } from "../i18n/index.js";
import { dateText, errorText } from "../i18n/words.js";
import { h } from "../lib/dom.js";

/** @import {App} from "../lib/app.js" */
/** @import {Device} from "../lib/messages.js" */

/**
 * List of the devices that share the viewer's identity, each with a button that signs it out after confirmation in the
 * same place.
 *
 * @param {App} app
 * @returns {{element: HTMLElement, refresh: () => Promise<number>}}  `refresh` resolves to the number of devices
 */
export function createDevices(app) {
  const list = h("ul", { class: "list devices", "aria-label": t("device.list") });
  const said = h("p", { class: "field-hint", role: "status" });
  const element = h("div", { class: "stack" }, list, said);

  /** @type {Device[]} */
  let devices = [];
  /** @type {string | null} */
  let asking = null;

  async function refresh() {
    const before = JSON.stringify(devices);
    ({ devices } = await app.session.command({ t: "devices" }));
    if (JSON.stringify(devices) !== before) show(); // an unchanged list keeps the focus
    return devices.length;
  }

  function show() {
    list.replaceChildren(...devices.map(line));
  }

  /** @param {Device} device */
  function line(device) {
    const name = deviceName(device);
    const times = device.here ? t("device.here") : t("device.used", { date: dateText(device.used_at) });
    return h(
      "li",
      { class: "list-item row--apart device", "data-this": device.this ? "" : null },
      h(
        "div",
        null,
        h("strong", null, name),
        device.this ? [" ", h("span", { class: "badge badge--accent" }, t("device.this"))] : [],
        h("p", { class: "muted small" }, `${t("device.since", { date: dateText(device.created_at) })} · ${times}`),
      ),
      asking === device.id
        ? question(device)
        : h(
            "button",
            {
              type: "button",
              class: "button button--small",
              "aria-label": t("device.end_named", { name }),
              onclick: () => ask(device.id),
            },
            t("device.end"),
          ),
    );
  }

  /** @param {Device} device */
  function question(device) {
    const text = device.this
      ? t(devices.length > 1 ? "device.question_this" : "device.question_last")
      : t("device.question");
    return h(
      "div",
      { class: "row row--tight", role: "group", "aria-label": text },
      h("span", { class: "label" }, text),
      h(
        "button",
        { type: "button", class: "button button--small button--danger", onclick: () => end(device) },
        t("device.end_yes"),
      ),
      h("button", { type: "button", class: "button button--small", onclick: () => ask(null) }, t("device.end_no")),
    );
  }

  /** @param {string | null} id */
  async function ask(id) {
    // The question depends on the current list of devices. Offline, use the last known list.
    if (id) await refresh().catch(() => {});
    const before = asking;
    asking = id;
    show();
    // The pressed button is gone; move the focus to its replacement.
    const index = devices.findIndex((device) => device.id === (id ?? before));
    /** @type {HTMLElement | null | undefined} */ (
      list.children[index]?.querySelector(id ? "button:last-child" : "button")
    )?.focus();
  }

  /** @param {Device} device */
  async function end(device) {
    said.className = "field-hint";
    try {
      await app.session.command({ t: "end_device", device: device.id });
      asking = null;
      if (device.this) return; // the page itself reports that it was signed out
      said.textContent = t("device.ended", { name: deviceName(device) });
      await refresh();
    } catch (error) {
      said.className = "field-error";
      said.textContent = errorText(error);
    }
  }

  return { element, refresh };
}

/**
 * @param {Device} device
 * @returns {string}  "Firefox on Windows"
 */
function deviceName({ browser = "", system = "" }) {
  return browser && system ? t("device.name", { browser, system }) : browser || system || t("device.unknown");
}
