/** Opening rules as the pages need them: the ones that fit a game, and the board during a turn. */

import { isFives, winningLength } from "./rules.js";

/** @import {OpeningName, OpeningTurn, Rules} from "./messages.js" */
/** @import {Mark} from "../board/position.js" */

/** @type {OpeningName[]} */
const GOMOKU = ["swap2", "swap", "swap_after_first", "pro", "long_pro"];

/** @type {OpeningName[]} */
const RENJU = [
  "soosyrv_8",
  "soosyrv_4",
  "taraguchi_10",
  "taraguchi_5",
  "super_taraguchi",
  "yamaguchi",
  "rif",
  "tarannikov",
  "sakata",
  "super_sakata",
  "old_swap",
];

/** Openings that need no centre point. @type {OpeningName[]} */
const WITHOUT_ZONES = ["free", "swap", "swap_after_first", "swap2"];

/** Lines of the smallest board with an opening, the width of the widest zone. */
const SMALLEST = 9;

/** Openings without a change of colours. @type {OpeningName[]} */
const WITHOUT_SWAPS = ["free", "pro", "long_pro"];

/** Tell whether an opening decides the colours. @param {OpeningName} name */
export const decidesColors = (name) => !WITHOUT_SWAPS.includes(name);

/** @type {readonly OpeningName[]} */
export const OPENINGS = ["free", ...GOMOKU, ...RENJU];

/**
 * List the openings for such a game, the free one first.
 *
 * @param {Rules} rules
 * @param {number} size
 * @returns {OpeningName[]}
 */
export function openingsFor(rules, size) {
  if (size < SMALLEST || winningLength(rules) === 3) return ["free"];
  const made = rules === "renju" ? RENJU : GOMOKU;
  const zones = size % 2 === 1 && isFives(rules);
  return ["free", ...made.filter((name) => zones || WITHOUT_ZONES.includes(name))];
}

/** Openings of the championships, used for rated games. @type {Partial<Record<Rules, OpeningName>>} */
const RATED = { freestyle: "swap2", standard: "swap2", renju: "soosyrv_8" };

/**
 * Return the default opening of a game: a balanced one if it is rated and its rules and board allow one.
 *
 * @param {{rules: Rules, size: number, rated?: boolean}} game
 * @returns {OpeningName}
 */
export function usualOpening({ rules, size, rated = false }) {
  const usual = openingsFor(rules, size).find((name) => name === RATED[rules]);
  return (rated && usual) || "free";
}

/**
 * Return the opening of a game.
 *
 * @param {{rules: Rules, size: number, rated?: boolean}} game
 * @param {string | null} chosen  null for the default, which also replaces one that does not fit
 * @returns {OpeningName}
 */
export const openingOf = (game, chosen) =>
  openingsFor(game.rules, game.size).find((name) => name === chosen) ?? usualOpening(game);

/**
 * @typedef {object} OpeningNote  note beside the rated checkbox
 * @property {"rated_begins" | "rated_changed" | "begun_by"} says  the checkbox would change the opening; has changed
 *   it; did not change it
 * @property {readonly OpeningName[]} openings
 */

/**
 * Describe how the rated checkbox affects the opening.
 *
 * @param {boolean} rated
 * @param {(rated: boolean) => readonly OpeningName[]} openings  with and without the checkbox
 * @returns {OpeningNote | null}  null if there is nothing to say
 */
export function openingNote(rated, openings) {
  const begins = openings(true);
  const changes = begins.join() !== openings(false).join();
  if (!rated) return changes ? { says: "rated_begins", openings: begins } : null;
  return { says: changes ? "rated_changed" : "begun_by", openings: begins };
}

/**
 * List the points where the current turn of the opening allows a stone; null if it allows all.
 *
 * @param {OpeningTurn | null} turn
 * @param {number} size
 * @returns {number[] | null}
 */
export function allowedPoints(turn, size) {
  switch (turn?.kind) {
    case "stone":
      return zone(turn, size);
    case "pick":
      return [...(turn.points ?? [])];
    case "choice":
    case "number":
      return [];
    default:
      return null;
  }
}

/** @param {OpeningTurn} turn @param {number} size */
function zone({ nearest = 0, farthest }, size) {
  const most = farthest ?? size;
  if (nearest === 0 && most >= size / 2) return null;
  const centre = (size - 1) / 2;
  return Array.from({ length: size * size }, (_, point) => point).filter((point) => {
    const distance = Math.max(Math.abs((point % size) - centre), Math.abs(Math.floor(point / size) - centre));
    return nearest <= distance && distance <= most;
  });
}

/**
 * Mark a zone by shading its outside, and offered points by numbers.
 *
 * @param {OpeningTurn | null} turn
 * @param {number} size
 * @param {readonly number[]} chosen  points that the viewer is about to offer
 * @param {readonly number[]} moves
 * @returns {Mark[]}
 */
export function openingMarks(turn, size, chosen, moves) {
  const numbered = turn?.kind === "pick" ? (turn.points ?? []) : turn?.kind === "offer" ? chosen : [];
  const marks = numbered.map((point, index) => /** @type {Mark} */ ({ point, kind: "label", text: String(index + 1) }));
  const inside = turn?.kind === "stone" ? zone(turn, size) : null;
  if (inside === null) return marks;
  const kept = new Set([...inside, ...moves]);
  for (let point = 0; point < size * size; point++) if (!kept.has(point)) marks.push({ point, kind: "outside" });
  return marks;
}
