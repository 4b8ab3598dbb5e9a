import { t } from "../i18n/index.js";
import { clockName } from "../i18n/words.js";
import { CLOCK_FIELDS, LONGEST_MOVE_S, PRESETS, customClock } from "../lib/clocks.js";
import { h } from "../lib/dom.js";
import { SLOW_PRESETS } from "../lib/slow.js";

/** @import {ClockSpec} from "../lib/messages.js" */

/**
 * Form fields for a clock: a preset, or a custom clock with all its numbers.
 *
 * @param {(name: string, fallback: string) => string} remembered  the last choice
 * @returns {{elements: HTMLElement[], show: (chosen: Record<string, string>) => void}}
 */
export function clockFields(remembered) {
  const presets = h(
    "div",
    { class: "field", "data-field": "clock" },
    h("label", { for: "create-clock" }, t("create.clock")),
    h(
      "select",
      { class: "select", name: "clock", id: "create-clock", value: remembered("clock", "none") },
      h(
        "optgroup",
        { label: t("create.live") },
        PRESETS.map(({ name, clock }) => h("option", { value: name }, clockName(clock))),
        h("option", { value: "custom" }, t("create.custom")),
      ),
      h(
        "optgroup",
        { label: t("create.slow") },
        SLOW_PRESETS.map(({ name, clock }) => h("option", { value: name }, clockName(clock))),
        h("option", { value: "custom-slow" }, t("create.custom_slow")),
      ),
    ),
  );
  const custom = h(
    "div",
    { class: "create-custom" },
    select(
      "custom_kind",
      t("create.clock_kind"),
      [
        ["fischer", t("create.fischer")],
        ["absolute", t("create.absolute")],
        ["byo_yomi", t("create.byo_yomi")],
        ["canadian", t("create.canadian")],
        ["per_move", t("create.per_move")],
      ],
      remembered("custom_kind", "fischer"),
    ),
    number("minutes", t("create.minutes"), remembered("minutes", "15"), 0, 180, 0.5),
    number("increment", t("create.increment"), remembered("increment", "10"), 0, 180, 1),
    number("cap", t("create.cap"), remembered("cap", "0"), 0, 180, 0.5),
    number("seconds", t("create.seconds"), remembered("seconds", "45"), 1, LONGEST_MOVE_S, 1),
    number("periods", t("create.periods"), remembered("periods", "3"), 1, 20, 1),
    number("period", t("create.period"), remembered("period", "5"), 0.5, 60, 0.5),
    number("stones", t("create.stones"), remembered("stones", "15"), 1, 50, 1),
    number("days", t("create.days"), remembered("days", "2"), 0, 365, 1),
    number("bank", t("create.bank"), remembered("bank", "0"), 0, 365, 1),
    number("in_all", t("create.in_all"), remembered("in_all", "0"), 0, 365, 1),
    h(
      "label",
      { class: "check", "data-field": "weekends" },
      h("input", { type: "checkbox", name: "weekends", checked: remembered("weekends", "") === "on" }),
      h("span", null, t("create.weekends")),
    ),
  );

  /** Show the number fields of the chosen kind. @param {Record<string, string>} chosen */
  function show({ clock, custom_kind }) {
    const kind = clock === "custom-slow" ? "correspondence" : custom_kind;
    custom.hidden = clock !== "custom" && clock !== "custom-slow";
    for (const field of custom.querySelectorAll("[data-field]")) {
      const name = /** @type {HTMLElement} */ (field).dataset.field;
      const shown = CLOCK_FIELDS[kind].some((asked) => asked === name);
      /** @type {HTMLElement} */ (field).hidden = name === "custom_kind" ? clock !== "custom" : !shown;
    }
  }

  return { elements: [presets, custom], show };
}

/** Tell whether a clock makes a game one by correspondence. @param {string} clock */
export const isSlow = (clock) => clock === "custom-slow" || SLOW_PRESETS.some(({ name }) => name === clock);

/** Read the chosen clock from the fields. @param {Record<string, string>} chosen @returns {ClockSpec} */
export function chosenClock(chosen) {
  const preset = [...PRESETS, ...SLOW_PRESETS].find(({ name }) => name === chosen.clock);
  if (preset) return preset.clock;
  return customClock({
    kind: chosen.clock === "custom-slow" ? "correspondence" : chosen.custom_kind,
    minutes: Number(chosen.minutes),
    increment: Number(chosen.increment),
    cap: Number(chosen.cap),
    seconds: Number(chosen.seconds),
    periods: Number(chosen.periods),
    period: Number(chosen.period),
    stones: Number(chosen.stones),
    days: Number(chosen.days),
    bank: Number(chosen.bank),
    in_all: Number(chosen.in_all),
    weekends: chosen.weekends === "on",
  });
}

/**
 * @param {string} name
 * @param {string} label
 * @param {[value: string, text: string][]} options
 * @param {string} value
 */
function select(name, label, options, value) {
  return h(
    "div",
    { class: "field", "data-field": name },
    h("label", { for: `create-${name}` }, label),
    h(
      "select",
      { class: "select", name, id: `create-${name}`, value },
      options.map(([key, text]) => h("option", { value: key }, text)),
    ),
  );
}

/**
 * @param {string} name
 * @param {string} label
 * @param {string} value
 * @param {number} min
 * @param {number} max
 * @param {number} step
 */
function number(name, label, value, min, max, step) {
  return h(
    "div",
    { class: "field", "data-field": name },
    h("label", { for: `create-${name}` }, label),
    h("input", { class: "input", type: "number", name, id: `create-${name}`, value, min, max, step }),
  );
}
