import { t } from "../i18n/index.js";
import { askedText, choiceText, decidedText, openingName, openingSentence, patternName } from "../i18n/opening.js";
import { whoName } from "../i18n/words.js";
import { h } from "../lib/dom.js";
import { decidesColors } from "../lib/openings.js";
import { foldedSteps, openingSteps } from "./opening_steps.js";

/** @import {LevelInfo} from "../lib/api.js" */
/** @import {OpeningTurn} from "../lib/messages.js" */
/** @import {Room} from "../lib/room.js" */

/**
 * Card of the opening in progress: the question, the buttons of the player to answer, and the decisions so far.
 *
 * @param {Room} room  with an opening
 * @param {LevelInfo[]} levels
 * @param {{yours: boolean, offering: readonly number[]}} reader  whether the viewer must answer, and the points
 *   selected to be offered
 * @returns {(Node | false)[]}
 */
export function openingCard(room, levels, { yours, offering }) {
  const { progress } = room;
  if (!progress) return [];
  const { first, turn, pattern, decisions = [] } = progress;
  const name = (/** @type {number} */ seat) => whoName(room.seats[seat], levels);
  return [
    h(
      "h2",
      { id: "opening-title", "data-key": "title", tabindex: -1 },
      openingName(room.opening),
      pattern ? ` · ${patternName(pattern)}` : "",
    ),
    h(
      "p",
      { role: "status", "data-testid": "opening-asks", "data-key": "asks" },
      turn ? askedText(turn, room.moves.length, yours ? null : name(turn.seat), offering.length) : t("opening.over"),
    ),
    turn
      && yours
      && h(
        "div",
        { class: "stack stack--tight opening-answers", "data-key": "answers" },
        ...answers(room, turn, offering),
      ),
    turn && h("p", { class: "muted small", "data-key": "sentence" }, openingSentence(room.opening)),
    turn
      && foldedSteps(
        h(
          "div",
          { class: "stack stack--tight" },
          decidesColors(room.opening)
            && h("p", { class: "muted" }, t("story.players", { first: name(first), second: name(1 - first) })),
          openingSteps(room.opening),
        ),
      ),
    !progress.settled && h("p", { class: "muted small", "data-key": "undecided" }, t("opening.undecided")),
    decisions.length > 0
      && h(
        "ol",
        { class: "opening-decisions small muted", "data-testid": "decisions", "data-key": "decisions" },
        decisions.map((event) => h("li", null, decidedText(event, name(event.seat), room.size))),
      ),
  ].filter((part) => part !== null && part !== undefined);
}

/** @param {Room} room @param {OpeningTurn} turn @param {readonly number[]} offering @returns {Node[]} */
function answers({ opening, moves, progress }, { kind, choices = [], most = 0, count = 0 }, offering) {
  switch (kind) {
    case "choice": {
      const said = progress?.decisions?.find((event) => event.k === "declared");
      const declared = said?.k === "declared" ? said.number : 0;
      const asked = { name: opening, ply: moves.length, choices, declared };
      return choices.map((choice) =>
        h(
          "div",
          { class: "opening-choice", "data-key": choice },
          button("choose", t(`opening.say.${choice}`), {
            "data-choice": choice,
            "aria-describedby": `means-${choice}`,
          }),
          h("span", { class: "field-hint", id: `means-${choice}` }, choiceText(choice, asked)),
        ),
      );
    }
    case "number":
      return [
        h(
          "div",
          { class: "row row--tight" },
          Array.from({ length: most }, (_, index) =>
            button("declare", String(index + 1), { "data-number": index + 1, "data-key": `n${index + 1}` }),
          ),
        ),
      ];
    case "offer":
      return [
        h(
          "div",
          { class: "row" },
          button("propose", t("opening.propose"), { "aria-disabled": offering.length === count ? null : "true" }),
        ),
      ];
    default:
      return [];
  }
}

/** @param {string} does @param {string} text @param {import("../lib/dom.js").Attributes} more */
const button = (does, text, more) =>
  h("button", { type: "button", class: "button", "data-do": does, "data-key": does, ...more }, text);
