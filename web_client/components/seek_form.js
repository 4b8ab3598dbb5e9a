import { t } from "../i18n/index.js";
import { openingName } from "../i18n/opening.js";
import { clockName, rulesName, sizeName } from "../i18n/words.js";
import { h } from "../lib/dom.js";
import { openingsFor } from "../lib/openings.js";
import { RULES } from "../lib/rules.js";
import { SEEK_CLOCKS, SEEK_OPENINGS, SEEK_SIZES, WITHIN } from "../lib/seeks.js";

/** @import {Wishes} from "../lib/seeks.js" */

/**
 * What one would play: several of each kind. The last of a kind stays chosen, as does an opening that fits.
 *
 * @param {Wishes} wishes
 * @param {(wishes: Wishes) => void} onChange
 * @returns {HTMLFormElement}
 */
export function seekForm(wishes, onChange) {
  const form = h(
    "form",
    {
      class: "stack seek-form",
      "aria-label": t("seek.change"),
      onchange: change,
      onsubmit: (event) => event.preventDefault(),
    },
    h("p", { class: "field-hint" }, t("seek.several")),
    several(
      "rules",
      t("seek.rules"),
      RULES.map((rules) => [rules, rulesName(rules)]),
      wishes.rules,
    ),
    several(
      "sizes",
      t("seek.sizes"),
      SEEK_SIZES.map((size) => [String(size), sizeName(size)]),
      wishes.sizes.map(String),
    ),
    several(
      "openings",
      t("seek.openings"),
      SEEK_OPENINGS.map((name) => [name, openingName(name)]),
      wishes.openings,
    ),
    several(
      "clocks",
      t("seek.clocks"),
      SEEK_CLOCKS.map(({ name, clock }) => [name, clockName(clock)]),
      wishes.clocks,
    ),
    one(
      "color",
      t("seek.first"),
      ["random", "black", "white"].map((color) => [color, t(`seek.first.${color}`)]),
      wishes.color,
    ),
    one(
      "within",
      t("seek.within"),
      [["", t("seek.anybody")], ...WITHIN.map((n) => [String(n), t("seek.within_points", { n })])],
      wishes.within === null ? "" : String(wishes.within),
    ),
    h(
      "label",
      { class: "check" },
      h("input", { type: "checkbox", name: "rated", checked: wishes.rated }),
      h("span", null, t("create.rated"), h("span", { class: "field-hint check-hint" }, t("seek.rated_hint"))),
    ),
  );

  /** @param {string} name */
  const chosen = (name) =>
    [.../** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll(`[name="${name}"]:checked`))].map(
      ({ value }) => value,
    );

  /** @param {Event} event */
  function change({ target }) {
    const pressed = /** @type {HTMLInputElement} */ (target);
    if (pressed.type === "checkbox" && pressed.name !== "rated" && chosen(pressed.name).length === 0)
      pressed.checked = true;
    const rules = RULES.filter((each) => chosen("rules").includes(each));
    const sizes = chosen("sizes").map(Number);
    let openings = SEEK_OPENINGS.filter((each) => chosen("openings").includes(each));
    if (!openings.some((name) => rules.some((each) => sizes.some((size) => openingsFor(each, size).includes(name))))) {
      openings = ["free", ...openings];
      /** @type {HTMLInputElement} */ (form.querySelector('[name="openings"][value="free"]')).checked = true;
    }
    const within = /** @type {HTMLSelectElement} */ (form.elements.namedItem("within")).value;
    onChange({
      rules,
      sizes,
      openings,
      clocks: chosen("clocks"),
      color: /** @type {Wishes["color"]} */ (/** @type {HTMLSelectElement} */ (form.elements.namedItem("color")).value),
      rated: chosen("rated").length > 0,
      within: within === "" ? null : Number(within),
    });
  }

  return form;
}

/**
 * @param {string} name
 * @param {string} label
 * @param {string[][]} options
 * @param {readonly string[]} chosen
 */
function several(name, label, options, chosen) {
  return h(
    "fieldset",
    { class: "field" },
    h("legend", null, label),
    h(
      "div",
      { class: "segments" },
      options.map(([value, text]) =>
        h(
          "label",
          null,
          h("input", { type: "checkbox", name, value, checked: chosen.includes(value) }),
          h("span", null, text),
        ),
      ),
    ),
  );
}

/**
 * @param {string} name
 * @param {string} label
 * @param {string[][]} options
 * @param {string} value
 */
function one(name, label, options, value) {
  return h(
    "div",
    { class: "field" },
    h("label", { for: `seek-${name}` }, label),
    h(
      "select",
      { class: "select", name, id: `seek-${name}`, value },
      options.map(([key, text]) => h("option", { value: key }, text)),
    ),
  );
}
