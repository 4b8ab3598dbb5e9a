import { t } from "../i18n/index.js";
import { openingNoteText, openingSentence } from "../i18n/opening.js";
import { errorText, levelName, rulesName, sizeName } from "../i18n/words.js";
import { h } from "../lib/dom.js";
import { chosenClock, clockFields, isSlow } from "./clock_fields.js";
import { nameField } from "./name_field.js";
import { openingChoice } from "./opening_choice.js";
import { foldedSteps, openingSteps } from "./opening_steps.js";
import { startPosition } from "./start_position.js";
import { isTwin } from "../lib/ladder.js";
import { decidesColors, openingNote, openingOf } from "../lib/openings.js";
import { rulesPath } from "../lib/router.js";
import { load, save } from "../lib/storage.js";
import { ALL_RULES, RULES, ROWS, isFives, sizesOf, usualSize } from "../lib/rules.js";

/** @import {App} from "../lib/app.js" */
/** @import {LevelInfo} from "../lib/api.js" */
/** @import {Command, Rules} from "../lib/messages.js" */

/** @typedef {Extract<Command, {t: "create"}>} Create */

/**
 * Form that creates a game. It restores the last choices except the opponent, so that nobody gets a bot instead of a
 * person by accident. The address may contain a position to start from.
 *
 * @param {App} app
 * @param {(create: Create, refused: (error: unknown) => void) => void} onCreate
 * @param {(name: string, create: Create) => void} onChallenge  proposes the game to the player of this name
 * @param {(why: string) => void} tell  shows why there is no game
 * @returns {{element: HTMLFormElement, update: () => void}}
 */
export function createForm(app, onCreate, onChallenge, tell) {
  const last = load("create", /** @type {Record<string, string>} */ ({}));
  /** @param {string} name @param {string} fallback */
  const remembered = (name, fallback) => last[name] ?? fallback;

  const explanation = h("p", { class: "field-hint", id: "create-rules-hint" });
  const rulesLink = h("a", { class: "small", "data-testid": "about-rules" }, t("rulespage.about_rules"));
  const openingLink = h("a", { class: "small", "data-testid": "about-opening" }, t("rulespage.about_opening"));
  const query = new URLSearchParams(location.search);
  const asked = query.get("challenge") ?? "";
  const position = startPosition(
    query.get("moves") ?? "",
    () => Number(size.value),
    () => values().rules,
  );
  let wanted = asked ? "named" : "person";
  const whom = nameField(app, asked);
  let wantedOpening = remembered("wanted_opening", "");
  const opening = openingChoice("create-opening", wantedOpening || null, (wanted) => (wantedOpening = wanted ?? ""));
  const openingHint = h("p", { class: "field-hint", id: "create-opening-hint" });
  opening.select.setAttribute("aria-describedby", openingHint.id);
  const stepsPlace = h("div", { class: "stack stack--tight" });
  const steps = foldedSteps(stepsPlace);
  opening.element.append(openingHint, steps, openingLink);
  const openings = h("div", null, opening.element);
  const opponent = h("select", {
    class: "select",
    name: "opponent",
    id: "create-opponent",
    "aria-describedby": "create-opponent-hint",
    onchange: () => (wanted = opponent.value),
  });
  const nobodyElse = h("p", { class: "field-hint", id: "create-opponent-hint" }, t("create.only_people"));
  const send = h("button", { type: "submit", class: "button button--primary" });
  const ratedHint = h("span", { class: "field-hint check-hint" });
  const begunBy = h("span", { class: "field-hint check-hint", "aria-live": "polite", "data-testid": "begun-by" });
  const rated = h(
    "label",
    { class: "check" },
    h("input", { type: "checkbox", name: "rated", checked: remembered("rated", "") === "on" }),
    h("span", null, t("create.rated"), ratedHint, begunBy),
  );
  let wantedVisibility = remembered("visibility", "public");
  const visibility = segments(
    "visibility",
    t("create.visibility"),
    ["public", "link", "private"],
    wantedVisibility,
    (value) => t(`visibility.${value}`),
  );
  visibility.addEventListener("change", () => (wantedVisibility = values().visibility));
  let wantedSize = Number(query.get("size") ?? remembered("size", "15"));
  const size = h("select", {
    class: "select",
    name: "size",
    id: "create-size",
    onchange: () => (wantedSize = Number(size.value)),
  });
  const sizes = h("div", { class: "field" }, h("label", { for: "create-size" }, t("create.size")), size);
  const clocks = clockFields(remembered);
  const color = segments(
    "color",
    t("create.color"),
    ["random", "black", "white"],
    remembered("color", "random"),
    (value) => t(`color.${value}`),
  );
  const forNow = h("p", { class: "field-hint", id: "create-color-hint" }, t("invitation.for_now"));
  color.append(forNow);
  color.setAttribute("aria-describedby", forNow.id);

  const element = h(
    "form",
    { class: "stack create-form", "aria-label": t("create.title"), onsubmit: submit, onchange: show },
    h("div", { class: "field" }, h("label", { for: "create-opponent" }, t("create.opponent")), opponent, nobodyElse),
    whom.element,
    h(
      "div",
      { class: "field" },
      h("label", { for: "create-rules" }, t("create.rules")),
      h(
        "select",
        {
          class: "select",
          name: "rules",
          id: "create-rules",
          "aria-describedby": "create-rules-hint",
          value: ALL_RULES.find((known) => known === query.get("rules")) ?? remembered("rules", "freestyle"),
        },
        h("optgroup", { label: t("create.fives") }, RULES.map(ruleOption)),
        h("optgroup", { label: t("create.rows") }, [...ROWS, /** @type {Rules} */ ("tictactoe")].map(ruleOption)),
      ),
      explanation,
      rulesLink,
    ),
    sizes,
    position.element,
    openings,
    ...clocks.elements,
    color,
    visibility,
    rated,
    send,
  );

  function values() {
    return Object.fromEntries([...new FormData(element)].map(([name, value]) => [name, String(value)]));
  }

  /** Offer the bots that play the chosen game; keep the selected bot if possible. */
  function fillOpponents() {
    const { rules, size: side, clock } = values();
    const slow = isSlow(clock);
    const playable = app.levels.filter(
      (level) =>
        !slow // bots answer at once and play no games by correspondence
        && level.ready !== false
        && level.rules.some((known) => known === rules)
        && level.sizes.some((known) => known === Number(side)),
    );
    opponent.replaceChildren(
      h("option", { value: "person" }, t("create.person")),
      ...(position.read()?.length ? [] : [h("option", { value: "named" }, t("create.named"))]),
      ...playable.map(({ level }) => h("option", { value: level }, levelName(app.levels, level))),
    );
    opponent.value = [...opponent.options].some(({ value }) => value === wanted) ? wanted : "person";
    nobodyElse.hidden = app.levels.some((level) => level.rules.some((known) => known === rules));
  }

  /** Offer the board sizes of the rule set; keep the selected size if possible. */
  function fillSizes() {
    const rules = /** @type {Rules} */ (values().rules);
    const fitting = sizesOf(rules);
    size.replaceChildren(...fitting.map((each) => h("option", { value: each }, sizeName(each))));
    size.value = String(fitting.find((each) => each === wantedSize) ?? usualSize(rules));
    sizes.hidden = fitting.length === 1;
  }

  /** Return the effective opening, and whether the game is rated. */
  function beginning() {
    const { rules, size: side, opponent: against, rated: counts } = values();
    if (position.read()?.length) return { rated: false, opening: /** @type {const} */ ("free") };
    const rated = counts === "on" && canBeRated(app.levels, rules, against);
    return { rated, opening: opening.of({ rules: /** @type {Rules} */ (rules), size: Number(side), rated }) };
  }

  /** Offer the openings of the chosen game and describe the selected one; the rated checkbox can change it. */
  function fillOpenings() {
    const { rated: counts, opening: begins } = beginning();
    const { rules, size: side } = values();
    const openings = (/** @type {boolean} */ rated) => [
      openingOf({ rules: /** @type {Rules} */ (rules), size: Number(side), rated }, wantedOpening || null),
    ];
    openingHint.textContent = openingSentence(begins);
    steps.hidden = begins === "free";
    stepsPlace.replaceChildren(...openingSteps(begins));
    forNow.hidden = !decidesColors(begins);
    openingLink.setAttribute("href", rulesPath(begins));
    begunBy.textContent = position.read()?.length ? "" : openingNoteText(openingNote(counts, openings));
  }

  /**
   * Offer the visibilities; keep the selected one if possible.
   *
   * @param {boolean} unlisted  a game with a person from a given position is never public
   */
  function fillVisibility(unlisted) {
    for (const radio of visibility.querySelectorAll("input")) {
      radio.checked = radio.value === (unlisted && wantedVisibility === "public" ? "link" : wantedVisibility);
      if (radio.value === "public") radio.closest("label")?.toggleAttribute("hidden", unlisted);
    }
  }

  /** Show the fields that apply to the choices. */
  function show() {
    fillSizes();
    fillOpponents();
    fillOpenings();
    const chosen = values();
    const { rules, opponent: against } = chosen;
    explanation.textContent = t(`rules.${rules}.sentence`);
    rulesLink.setAttribute("href", rulesPath(rules));
    clocks.show(chosen);
    whom.show(against === "named");
    const given = Boolean(position.read()?.length);
    position.show(isPerson(against));
    fillVisibility(given && isPerson(against));
    openings.hidden = given;
    send.textContent = t(against === "named" ? "follow.challenge" : "create.submit");
    rated.hidden = given || !canBeRated(app.levels, rules, against);
    ratedHint.textContent = t(isPerson(against) ? "create.rated_hint" : "play.rated_hint");
  }

  /** @param {SubmitEvent} event */
  function submit(event) {
    event.preventDefault();
    const start = position.read();
    if (!start) return position.input.focus();
    const chosen = values();
    save("create", { ...chosen, visibility: wantedVisibility, wanted_opening: wantedOpening });
    const rules = /** @type {Rules} */ (chosen.rules);
    const person = isPerson(chosen.opponent);
    /** @type {Create} */
    const create = {
      t: "create",
      rules,
      size: Number(chosen.size),
      clock: chosenClock(chosen),
      color: /** @type {Create["color"]} */ (chosen.color),
      visibility: /** @type {Create["visibility"]} */ (chosen.visibility),
      ...beginning(),
      ...(person ? {} : { level: Number(chosen.opponent) }),
      ...(start.length ? { start } : {}),
    };
    if (chosen.opponent === "named") onChallenge(whom.name(), create);
    else onCreate(create, (error) => refused(error, start));
  }

  /** @param {unknown} error @param {readonly number[]} start */
  function refused(error, start) {
    if (/** @type {{code?: string}} */ (error).code !== "no_such_position") return tell(errorText(error));
    position.refuse(error, start);
    position.input.focus();
  }

  show();
  return { element, update: show };
}

/** @param {Rules} rules */
const ruleOption = (rules) => h("option", { value: rules }, rulesName(rules));

/** @param {string} opponent */
const isPerson = (opponent) => opponent === "person" || opponent === "named";

/**
 * Tell whether a game can be rated. Games without five in a row, and those against
 * first-day bots, are always casual.
 *
 * @param {LevelInfo[]} levels
 * @param {string} rules
 * @param {string} opponent
 */
const canBeRated = (levels, rules, opponent) =>
  isFives(/** @type {Rules} */ (rules))
  && (isPerson(opponent) || levels.some((info) => String(info.level) === opponent && !isTwin(info)));

/**
 * @param {string} name
 * @param {string} label
 * @param {string[]} options
 * @param {string} chosen
 * @param {(value: string) => string} text
 */
function segments(name, label, options, chosen, text) {
  return h(
    "fieldset",
    { class: "field" },
    h("legend", null, label),
    h(
      "div",
      { class: "segments" },
      options.map((value) =>
        h(
          "label",
          null,
          h("input", { type: "radio", name, value, checked: value === chosen }),
          h("span", null, text(value)),
        ),
      ),
    ),
  );
}
