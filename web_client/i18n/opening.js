/** Texts of openings. */

import { pointName } from "../lib/geometry.js";
import { stepsAfter } from "../lib/opening_steps.js";
import { colorOf } from "../lib/rules.js";
import { language, t } from "./index.js";
import { listText } from "./words.js";

/** @import {Choice, OpeningName, OpeningTurn} from "../lib/messages.js" */
/** @import {OpeningNote} from "../lib/openings.js" */

/**
 * @typedef {{k: "chose", choice: Choice} | {k: "declared", number: number}
 *   | {k: "proposed", points: readonly number[]}} Decision  a room event's decision
 */

/** @param {OpeningName} name */
export const openingName = (name) => t(`opening.${name}`);

/** @param {OpeningName} name */
export const openingSentence = (name) => t(`opening.${name}.sentence`);

/** @param {OpeningNote | null} note @returns {string}  empty if there is nothing to say */
export const openingNoteText = (note) =>
  note ? t(`create.${note.says}`, { opening: listText(note.openings.map(openingName)) }) : "";

/** @param {string} number  D1 to D13, I1 to I13 */
export const patternName = (number) => t("words.aside", { text: t(`pattern.${number}`), aside: number });

/**
 * Return the question of a turn.
 *
 * @param {OpeningTurn} turn
 * @param {number} ply
 * @param {string | null} name  of the player to answer; null for the viewer
 * @param {number} chosen  number of points selected to be offered
 * @returns {string}
 */
export function askedText(turn, ply, name, chosen) {
  const yours = name === null;
  switch (turn.kind) {
    case "stone": {
      const zone = zoneText(turn);
      const color = ply % 2 === 0 ? "black" : "white";
      return yours ? t(`opening.lay.${color}`, { zone }) : t(`opening.lays.${color}`, { name, zone });
    }
    case "choice":
      return yours ? t("opening.choose") : t("opening.chooses", { name });
    case "number":
      return yours ? t("opening.declare") : t("opening.declares", { name });
    case "offer": {
      const n = turn.count ?? 1;
      return yours ? t("opening.offer", { n, chosen }) : t("opening.offers", { name, n });
    }
    case "pick":
      return yours ? t("opening.pick") : t("opening.picks", { name });
  }
}

/**
 * Describe a choice: the resulting colours, and who places or offers what next.
 *
 * @param {Choice} word
 * @param {{name: OpeningName, ply: number, choices: readonly Choice[], declared: number}} asked
 *   `ply`: number of stones on the board; `declared`: number of fifth stones that black is to offer
 * @returns {string}
 */
export function choiceText(word, { name, ply, choices, declared }) {
  const [next, after] = stepsAfter(name, ply, choices, word);
  const [nth, color, other] = [nthName(ply + 1), colorWord(ply), colorWord(ply + 1)];
  const lay = next && "lay" in next ? next.lay : {};
  const zone = zoneText(lay);
  switch (word) {
    case "keep":
    case "swap": {
      if (next && "offer" in next) return t(`opening.means.${word}_offer`, { n: next.offer || declared });
      const swaps = after && "ask" in after && "swap" in after.ask && !("one" in after.ask);
      const then = swaps ? [t(word === "keep" ? "opening.then.other" : "opening.then.you")] : [];
      return sentences([
        t(`opening.means.${word}`, { color: word === "keep" ? color : other, other: color, nth, zone }),
        ...then,
      ]);
    }
    case "offer":
      return t("opening.means.offer", { n: next && "offer" in next ? next.offer : declared });
    case "two":
      return t(asksAgain(name, ply, choices) ? "opening.means.two_again" : "opening.means.two", {
        nth,
        next: nthName(ply + 2),
      });
    default:
      return t(`opening.means.${word}`, { nth, zone });
  }
}

/**
 * Tell whether the question after two more stones is the same.
 *
 * @param {OpeningName} name
 * @param {number} ply
 * @param {readonly Choice[]} choices
 */
function asksAgain(name, ply, choices) {
  const question = stepsAfter(name, ply, choices, "two").find((step) => "ask" in step);
  return question !== undefined && "ask" in question && "two" in question.ask;
}

/** @param {number} stone  from 1 */
export const nthName = (stone) => t(`opening.nth.${stone}`);

/** Return the colour of a stone, in the form used within a sentence. @param {number} ply */
export const colorWord = (ply) => t(`opening.color.${colorOf(ply)}`);

/** @param {string[]} parts */
export const sentences = (parts) => parts.join(language() === "en" ? " " : "");

/** @param {{nearest?: number, farthest?: number | null}} zone */
export function zoneText({ nearest = 0, farthest }) {
  const n = 2 * (nearest > 0 ? nearest - 1 : (farthest ?? 0)) + 1;
  if (nearest > 0) return t("opening.zone.outside", { n });
  if (farthest === undefined || farthest === null || farthest > 9) return t("opening.zone.any");
  return n === 1 ? t("opening.zone.centre") : t("opening.zone.inside", { n });
}

/**
 * Describe a decision.
 *
 * @param {Decision} event
 * @param {string} name  of the player who decided
 * @param {number} size
 * @returns {string}
 */
export function decidedText(event, name, size) {
  switch (event.k) {
    case "chose":
      return t(`opening.said.${event.choice}`, { name });
    case "declared":
      return t("opening.declared", { name, n: event.number });
    case "proposed":
      return t("opening.proposed", { name, points: event.points.map((point) => pointName(point, size)).join(" ") });
  }
}
