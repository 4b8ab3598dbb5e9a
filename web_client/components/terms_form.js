import { t } from "../i18n/index.js";
import { openingNoteText, openingSentence } from "../i18n/opening.js";
import { clockName, rulesName, sizeName } from "../i18n/words.js";
import { PRESETS } from "../lib/clocks.js";
import { h } from "../lib/dom.js";
import { openingNote, openingOf } from "../lib/openings.js";
import { rulesPath } from "../lib/router.js";
import { RULES, SIZES } from "../lib/rules.js";
import { DEFAULTS, isDefault, loadTerms, saveTerms } from "../lib/terms.js";
import { openingChoice } from "./opening_choice.js";

/** @import {Rules} from "../lib/messages.js" */
/** @import {Create, Terms} from "../lib/terms.js" */

/**
 * Form with all terms of games against bots; each change is saved and reported. Values that differ from the usual game
 * are marked, and a button resets them.
 *
 * @param {(terms: Terms) => void} onChange
 * @returns {HTMLFormElement}
 */
export function termsForm(onChange) {
  let now = loadTerms();
  const opening = openingChoice("terms-opening", now.opening, (wanted) => (now = { ...now, opening: wanted }));
  const fields = {
    rules: select(
      "rules",
      t("create.rules"),
      RULES.map((rules) => pair(rules, rulesName(rules))),
    ),
    size: select(
      "size",
      t("create.size"),
      SIZES.map((size) => pair(String(size), sizeName(size))),
    ),
    opening: { input: opening.select, field: opening.element },
    clock: select(
      "clock",
      t("create.clock"),
      PRESETS.map(({ name, clock }) => pair(name, clockName(clock))),
    ),
    color: select(
      "color",
      t("play.first"),
      ["random", "black", "white"].map((color) => pair(color, t(`play.first.${color}`))),
    ),
    rated: select("rated", t("play.counts"), [pair("false", t("play.casual")), pair("true", t("play.rated"))]),
  };
  const hint = h("p", { class: "field-hint", role: "status" });
  const begunBy = h("p", { class: "field-hint", role: "status", "data-testid": "begun-by" });
  const begins = h("span", null);
  const explained = h("a", null, t("rulespage.about_opening"));
  const told = h("p", { class: "field-hint", "data-testid": "terms-opening" }, begins, " ", explained);
  const reset = h(
    "button",
    { type: "button", class: "button button--small", "data-do": "reset-terms", onclick: () => takeUsual() },
    t("terms.reset"),
  );
  const form = h(
    "form",
    {
      class: "terms card",
      "aria-label": t("play.terms"),
      onchange: change,
      onsubmit: (event) => event.preventDefault(),
    },
    Object.values(fields).map(({ field }) => field),
    h("div", { class: "terms-hint" }, h("div", { class: "stack stack--tight" }, hint, begunBy, told), reset),
  );

  /** @param {Terms} terms */
  function show(terms) {
    for (const [name, { field, input }] of Object.entries(fields)) {
      const key = /** @type {keyof Terms} */ (name);
      if (key !== "opening") input.value = String(terms[key]);
      field.classList.toggle("is-changed", terms[key] !== DEFAULTS[key]);
    }
    const chosen = opening.of(terms);
    hint.textContent = terms.rated ? t("play.rated_hint") : "";
    hint.hidden = !terms.rated;
    const note = openingNote(terms.rated, (rated) => [openingOf({ ...terms, rated }, terms.opening)]);
    begunBy.textContent = openingNoteText(note?.says === "rated_changed" ? note : null);
    begunBy.hidden = begunBy.textContent === "";
    told.hidden = chosen === "free";
    begins.textContent = openingSentence(chosen);
    explained.setAttribute("href", rulesPath(chosen));
    reset.hidden = isDefault(terms);
  }

  /** @param {Terms} terms */
  function take(terms) {
    now = terms;
    saveTerms(terms);
    show(terms);
    onChange(terms);
  }

  function takeUsual() {
    if (reset.contains(document.activeElement)) fields.rules.input.focus(); // the reset button disappears
    opening.reset();
    take(DEFAULTS);
  }

  function change() {
    take({
      rules: /** @type {Rules} */ (fields.rules.input.value),
      size: /** @type {Create["size"]} */ (Number(fields.size.input.value)),
      opening: now.opening,
      clock: fields.clock.input.value,
      color: /** @type {Terms["color"]} */ (fields.color.input.value),
      rated: fields.rated.input.value === "true",
    });
  }

  show(now);
  return form;
}

/** @param {string} value @param {string} text @returns {[value: string, text: string]} */
const pair = (value, text) => [value, text];

/** @param {string} name @param {string} label @param {[value: string, text: string][]} options */
function select(name, label, options) {
  const input = h(
    "select",
    { class: "select", name, id: `terms-${name}` },
    options.map(([key, text]) => h("option", { value: key }, text)),
  );
  return { input, field: h("div", { class: "field" }, h("label", { for: `terms-${name}` }, label), input) };
}
