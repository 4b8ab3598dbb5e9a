import { t } from "../i18n/index.js";
import { clockName, rulesName, sizeName } from "../i18n/words.js";
import { PRESETS } from "../lib/clocks.js";
import { h } from "../lib/dom.js";
import { RULES, SIZES } from "../lib/rules.js";
import { DEFAULTS, isDefault, loadTerms, saveTerms } from "../lib/terms.js";

/** @import {Rules} from "../lib/messages.js" */
/** @import {Create, Terms} from "../lib/terms.js" */

/**
 * The terms of the next games against bots, all of them in sight; each change is remembered and told. What differs from
 * the usual game is marked, and one press brings that back.
 *
 * @param {(terms: Terms) => void} onChange
 * @returns {HTMLFormElement}
 */
export function termsForm(onChange) {
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
  const reset = h(
    "button",
    { type: "button", class: "button button--small", "data-do": "reset-terms", onclick: () => take(DEFAULTS) },
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
    h("div", { class: "terms-hint" }, hint, reset),
  );

  /** @param {Terms} terms */
  function show(terms) {
    for (const [name, { field, input }] of Object.entries(fields)) {
      const key = /** @type {keyof Terms} */ (name);
      input.value = String(terms[key]);
      field.classList.toggle("is-changed", terms[key] !== DEFAULTS[key]);
    }
    hint.textContent = terms.rated ? t("play.rated_hint") : "";
    reset.hidden = isDefault(terms);
  }

  /** @param {Terms} terms */
  function take(terms) {
    if (reset.contains(document.activeElement)) fields.rules.input.focus();
    saveTerms(terms);
    show(terms);
    onChange(terms);
  }

  function change() {
    take({
      rules: /** @type {Rules} */ (fields.rules.input.value),
      size: /** @type {Create["size"]} */ (Number(fields.size.input.value)),
      clock: fields.clock.input.value,
      color: /** @type {Terms["color"]} */ (fields.color.input.value),
      rated: fields.rated.input.value === "true",
    });
  }

  show(loadTerms());
  return form;
}

/**
 * @param {string} value
 * @param {string} text
 * @returns {[value: string, text: string]}
 */
const pair = (value, text) => [value, text];

/**
 * @param {string} name
 * @param {string} label
 * @param {[value: string, text: string][]} options
 */
function select(name, label, options) {
  const input = h(
    "select",
    { class: "select", name, id: `terms-${name}` },
    options.map(([key, text]) => h("option", { value: key }, text)),
  );
  return { input, field: h("div", { class: "field" }, h("label", { for: `terms-${name}` }, label), input) };
}
