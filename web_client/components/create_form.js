import { t } from "../i18n/index.js";
import { clockName, levelName, rulesName, sizeName } from "../i18n/words.js";
import { PRESETS, customClock } from "../lib/clocks.js";
import { h } from "../lib/dom.js";
import { load, save } from "../lib/storage.js";

/** @import {App} from "../lib/app.js" */
/** @import {ClockSpec, Command, Rules} from "../lib/messages.js" */

/** @typedef {Extract<Command, {t: "create"}>} Create */

/** @type {Rules[]} */
const RULES = ["freestyle", "standard", "renju", "caro", "tictactoe"];
const SIZES = [15, 19, 20];

/**
 * The form for a game of one's own. What was chosen last is chosen again.
 *
 * @param {App} app
 * @param {(create: Create) => void} onCreate
 * @returns {{element: HTMLFormElement, update: () => void}}
 */
export function createForm(app, onCreate) {
  const last = load("create", /** @type {Record<string, string>} */ ({}));
  /** @param {string} name @param {string} fallback */
  const remembered = (name, fallback) => last[name] ?? fallback;

  const explanation = h("p", { class: "field-hint", id: "create-rules-hint" });
  let wanted = remembered("opponent", "person");
  const opponent = h("select", { class: "select", name: "opponent", id: "create-opponent", onchange: () => (wanted = opponent.value) });
  const rated = h("label", { class: "check" }, h("input", { type: "checkbox", name: "rated", checked: remembered("rated", "") === "on" }),
    h("span", null, t("create.serious"), h("span", { class: "field-hint check-hint" }, t("play.serious_hint"))));
  const visibility = segments("visibility", t("create.visibility"), ["public", "link", "private"], remembered("visibility", "public"), (value) => t(`visibility.${value}`));
  const sizes = segments("size", t("create.size"), SIZES.map(String), remembered("size", "15"), (value) => sizeName(Number(value)));
  const custom = h(
    "div",
    { class: "create-custom" },
    select("custom_kind", t("create.clock_kind"), [["fischer", t("create.fischer")], ["per_move", t("create.per_move")]], remembered("custom_kind", "fischer")),
    number("minutes", t("create.minutes"), remembered("minutes", "15"), 0.5, 180, 0.5),
    number("increment", t("create.increment"), remembered("increment", "10"), 0, 180, 1),
    number("seconds", t("create.seconds"), remembered("seconds", "45"), 1, 86_400, 1),
  );

  const element = h(
    "form",
    { class: "stack create-form", "aria-label": t("create.title"), onsubmit: submit, onchange: show },
    h("div", { class: "field" },
      h("label", { for: "create-opponent" }, t("create.opponent")), opponent),
    h("div", { class: "field" },
      h("label", { for: "create-rules" }, t("create.rules")),
      h("select", { class: "select", name: "rules", id: "create-rules", "aria-describedby": "create-rules-hint", value: remembered("rules", "freestyle") },
        RULES.map((rules) => h("option", { value: rules }, rulesName(rules)))),
      explanation),
    sizes,
    select("clock", t("create.clock"), [...PRESETS.map(({ name, clock }) => /** @type {[string, string]} */ ([name, clockName(clock)])), ["custom", t("create.custom")]], remembered("clock", "none")),
    custom,
    segments("color", t("create.color"), ["random", "black", "white"], remembered("color", "random"), (value) => t(`color.${value}`)),
    visibility,
    rated,
    h("button", { type: "submit", class: "button button--primary" }, t("create.submit")),
  );

  function values() {
    return Object.fromEntries([...new FormData(element)].map(([name, value]) => [name, String(value)]));
  }

  /** Offers the bots that play what is chosen; the one that was wanted comes back when it can. */
  function fillOpponents() {
    const { rules, size } = values();
    const side = rules === "tictactoe" ? 3 : Number(size);
    const playable = app.levels.filter((level) =>
      level.ready !== false && level.rules.some((known) => known === rules) && level.sizes.some((known) => known === side));
    opponent.replaceChildren(
      h("option", { value: "person" }, t("create.person")),
      ...playable.map(({ level }) => h("option", { value: level }, levelName(app.levels, level))),
    );
    opponent.value = [...opponent.options].some(({ value }) => value === wanted) ? wanted : "person";
  }

  /** Shows what applies to what is chosen. */
  function show() {
    fillOpponents();
    const { rules, clock, custom_kind: kind, opponent: against } = values();
    explanation.textContent = t(`rules.${rules}.sentence`);
    sizes.hidden = rules === "tictactoe";
    custom.hidden = clock !== "custom";
    for (const field of custom.querySelectorAll("[data-field]")) {
      const name = /** @type {HTMLElement} */ (field).dataset.field;
      const shown = name === "custom_kind" || (name === "seconds") === (kind === "per_move");
      /** @type {HTMLElement} */ (field).hidden = !shown;
    }
    rated.hidden = !isSerious({ rules, opponent: against });
  }

  /** @param {SubmitEvent} event */
  function submit(event) {
    event.preventDefault();
    const chosen = values();
    save("create", chosen);
    const rules = /** @type {Rules} */ (chosen.rules);
    const person = chosen.opponent === "person";
    onCreate({
      t: "create",
      rules,
      size: /** @type {Create["size"]} */ (rules === "tictactoe" ? 3 : Number(chosen.size)),
      clock: chosenClock(chosen),
      color: /** @type {Create["color"]} */ (chosen.color),
      visibility: /** @type {Create["visibility"]} */ (chosen.visibility),
      rated: isSerious(chosen) && chosen.rated === "on",
      ...(person ? {} : { level: Number(chosen.opponent) }),
    });
  }

  show();
  return { element, update: show };
}

/**
 * Whether there is any help to go without: people get none.
 *
 * @param {Record<string, string>} chosen
 */
const isSerious = ({ rules, opponent }) => rules !== "tictactoe" && opponent !== "person";

/**
 * @param {Record<string, string>} chosen
 * @returns {ClockSpec}
 */
function chosenClock(chosen) {
  const preset = PRESETS.find(({ name }) => name === chosen.clock);
  if (preset) return preset.clock;
  return customClock({
    kind: chosen.custom_kind,
    minutes: Number(chosen.minutes),
    increment: Number(chosen.increment),
    seconds: Number(chosen.seconds),
  });
}

/**
 * @param {string} name
 * @param {string} label
 * @param {[value: string, text: string][]} options
 * @param {string} value
 */
function select(name, label, options, value) {
  return h("div", { class: "field", "data-field": name },
    h("label", { for: `create-${name}` }, label),
    h("select", { class: "select", name, id: `create-${name}`, value }, options.map(([key, text]) => h("option", { value: key }, text))));
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
  return h("div", { class: "field", "data-field": name },
    h("label", { for: `create-${name}` }, label),
    h("input", { class: "input", type: "number", name, id: `create-${name}`, value, min, max, step }));
}

/**
 * @param {string} name
 * @param {string} label
 * @param {string[]} options
 * @param {string} chosen
 * @param {(value: string) => string} text
 */
function segments(name, label, options, chosen, text) {
  return h("fieldset", { class: "field" },
    h("legend", null, label),
    h("div", { class: "segments" },
      options.map((value) => h("label", null, h("input", { type: "radio", name, value, checked: value === chosen }), h("span", null, text(value))))));
}
