import { t } from "../i18n/index.js";
import { openingName, openingNoteText } from "../i18n/opening.js";
import { clockName, rulesName, sizeName } from "../i18n/words.js";
import { h } from "../lib/dom.js";
import { OPENINGS, openingNote } from "../lib/openings.js";
import { RULES } from "../lib/rules.js";
import { fittingOpenings, openingsOf, SEEK_CLOCKS, SEEK_SIZES, usualOpenings, WITHIN } from "../lib/seeks.js";

/** @import {Wishes} from "../lib/seeks.js" */

/**
 * Form of the wishes, several of each kind. The last of a kind stays selected. It offers the openings that fit; the
 * usual ones are selected by default.
 *
 * @param {Wishes} wishes
 * @param {(wishes: Wishes) => void} onChange
 * @returns {HTMLFormElement}
 */
export function seekForm(wishes, onChange) {
  const begunBy = h("span", { class: "field-hint check-hint", "aria-live": "polite", "data-testid": "seek-begun-by" });
  const form = h(
    "form",
    {
      class: "stack seek-form",
      "aria-label": t("seek.change"),
      onchange: change,
      onsubmit: (event) => event.preventDefault(),
    },
    h(
      "label",
      { class: "check" },
      h("input", { type: "checkbox", name: "rated", checked: wishes.rated }),
      h("span", null, t("create.rated"), h("span", { class: "field-hint check-hint" }, t("seek.rated_hint")), begunBy),
    ),
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
      OPENINGS.map((name) => [name, openingName(name)]),
      [],
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
    const within = /** @type {HTMLSelectElement} */ (form.elements.namedItem("within")).value;
    wishes = {
      rules: RULES.filter((each) => chosen("rules").includes(each)),
      sizes: chosen("sizes").map(Number),
      openings: wishes.openings,
      clocks: chosen("clocks"),
      color: /** @type {Wishes["color"]} */ (/** @type {HTMLSelectElement} */ (form.elements.namedItem("color")).value),
      rated: chosen("rated").length > 0,
      within: within === "" ? null : Number(within),
    };
    if (pressed.name === "openings") {
      const openings = fittingOpenings(wishes).filter((name) => chosen("openings").includes(name));
      wishes.openings = openings.join() === usualOpenings(wishes).join() ? null : openings;
    }
    showOpenings();
    onChange(wishes);
  }

  function showOpenings() {
    const [fitting, begins] = [fittingOpenings(wishes), openingsOf(wishes)];
    begunBy.textContent = openingNoteText(openingNote(wishes.rated, (rated) => openingsOf({ ...wishes, rated })));
    for (const box of /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll('[name="openings"]'))) {
      const name = OPENINGS.find((each) => each === box.value) ?? "free";
      box.checked = begins.includes(name);
      if (box.parentElement) box.parentElement.hidden = !fitting.includes(name);
    }
  }

  showOpenings();
  return form;
}

/** @param {string} name @param {string} label @param {string[][]} options @param {readonly string[]} chosen */
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

/** @param {string} name @param {string} label @param {string[][]} options @param {string} value */
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
