import { t } from "../i18n/index.js";
import { clockName, rulesName, sizeName } from "../i18n/words.js";
import { PRESETS } from "../lib/clocks.js";
import { h } from "../lib/dom.js";
import { RULES, SIZES, loadTerms, saveTerms } from "../lib/terms.js";

/** @import {Rules} from "../lib/messages.js" */
/** @import {Create, Terms} from "../lib/terms.js" */

/**
 * The terms of the next games against bots; each change is remembered and told.
 *
 * @param {(terms: Terms) => void} onChange
 * @returns {HTMLFormElement}
 */
export function termsForm(onChange) {
  const terms = loadTerms();
  const form = h("form", { class: "terms card", "aria-label": t("play.terms"), onchange: change, onsubmit: (event) => event.preventDefault() },
    select("rules", t("create.rules"), RULES.map((rules) => pair(rules, rulesName(rules))), terms.rules),
    segments("size", t("create.size"), SIZES.map((size) => pair(String(size), sizeName(size))), String(terms.size)),
    select("clock", t("create.clock"), PRESETS.map(({ name, clock }) => pair(name, clockName(clock))), terms.clock),
    segments("color", t("play.first"), ["black", "white", "random"].map((color) => pair(color, t(`play.first.${color}`))), terms.color),
    segments("rated", t("play.counts"), [pair("casual", t("play.casual")), pair("rated", t("play.rated"))], terms.rated ? "rated" : "casual"),
    h("p", { class: "field-hint terms-hint" }, t("play.rated_hint")));

  function change() {
    const chosen = new FormData(form);
    const now = {
      rules: /** @type {Rules} */ (chosen.get("rules")),
      size: /** @type {Create["size"]} */ (Number(chosen.get("size"))),
      clock: String(chosen.get("clock")),
      color: /** @type {Terms["color"]} */ (chosen.get("color")),
      rated: chosen.get("rated") === "rated",
    };
    saveTerms(now);
    onChange(now);
  }

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
 * @param {string} value
 */
function select(name, label, options, value) {
  return h("div", { class: "field" },
    h("label", { for: `terms-${name}` }, label),
    h("select", { class: "select", name, id: `terms-${name}`, value }, options.map(([key, text]) => h("option", { value: key }, text))));
}

/**
 * @param {string} name
 * @param {string} label
 * @param {[value: string, text: string][]} options
 * @param {string} chosen
 */
function segments(name, label, options, chosen) {
  return h("fieldset", { class: "field" },
    h("legend", null, label),
    h("div", { class: "segments" },
      options.map(([value, text]) => h("label", null, h("input", { type: "radio", name, value, checked: value === chosen }), h("span", null, text)))));
}
