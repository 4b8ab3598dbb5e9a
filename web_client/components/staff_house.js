import { t } from "../i18n/index.js";
import { h } from "../lib/dom.js";
import { askForAct } from "./act_dialog.js";

/** @import {App} from "../lib/app.js" */
/** @import {ActName} from "../lib/messages.js" */

/** Acts and the kind of their target, empty if an act has none. */
const ACTS = /** @type {const} */ ([
  ["ratings_recompute", ""],
  ["book_rebuild", ""],
  ["patterns_rebuild", ""],
  ["game_learn", "game"],
]);

/** Card with the owner's acts on ratings and learned knowledge, as on the command line. @param {App} app */
export function staffHouse(app) {
  const said = h("p", { class: "field-hint", role: "status" });
  const target = h("input", { class: "input", id: "house-target", maxlength: 64, autocomplete: "off" });
  const label = h("label", { for: "house-target" });
  const field = h("div", { class: "field" }, label, target);
  const choice = h(
    "select",
    { class: "select", id: "house-act", onchange: chosen },
    ACTS.map(([act]) => h("option", { value: act }, t(`do.${act}`))),
  );
  const hint = h("p", { class: "muted small" });

  const wanted = () => ACTS.find(([act]) => act === choice.value) ?? ACTS[0];

  function chosen() {
    const [act, of] = wanted();
    field.hidden = of === "";
    target.required = of !== "";
    label.textContent = of ? t(`house.${of}`) : "";
    hint.textContent = t(`do.${act}.hint`);
  }

  chosen();
  return h(
    "section",
    { class: "card stack", "aria-labelledby": "house-title", "data-testid": "house" },
    h("h2", { id: "house-title" }, t("house.title")),
    h(
      "form",
      {
        class: "stack",
        onsubmit: async (/** @type {SubmitEvent} */ event) => {
          event.preventDefault();
          const [act, of] = wanted();
          said.textContent = "";
          const about = of ? t("staff.about", { what: t(`house.${of}`), target: target.value.trim() }) : "";
          const what = { act: /** @type {ActName} */ (act), target: of ? target.value.trim() : "", about };
          if (await askForAct(app, what)) said.textContent = t("staff.done");
        },
      },
      h("div", { class: "field" }, h("label", { for: "house-act" }, t("house.act")), choice),
      field,
      hint,
      h("div", { class: "row" }, h("button", { type: "submit", class: "button" }, t("house.do")), said),
    ),
  );
}
