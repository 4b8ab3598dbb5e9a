/** Opening rules as the pages need them: which fit a game, and what a turn of one allows on the board. */

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

/** Those with zones need a board with a middle point. @type {OpeningName[]} */
const WITHOUT_ZONES = ["free", "swap", "swap_after_first", "swap2"];

/** Lines of the smallest board with an opening: the widest zone is as wide. */
const SMALLEST = 9;

/** Those in which nobody changes colour. @type {OpeningName[]} */
const WITHOUT_SWAPS = ["free", "pro", "long_pro"];

/**
 * Whether it is the opening that decides who plays which colour.
 *
 * @param {OpeningName} name
 */
export const decidesColors = (name) => !WITHOUT_SWAPS.includes(name);

/** @type {readonly OpeningName[]} */
export const OPENINGS = ["free", ...GOMOKU, ...RENJU];

/**
 * The rules by which such a game may begin, none of them first.
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

/** By what rated games begin in the championships of their rules. @type {Partial<Record<Rules, OpeningName>>} */
const RATED = { freestyle: "swap2", standard: "swap2", renju: "soosyrv_8" };

/**
 * What a game begins by where nothing else is chosen: a rated one evenly, as far as its rules and board allow it.
 *
 * @param {{rules: Rules, size: number, rated?: boolean}} game
 * @returns {OpeningName}
 */
export function usualOpening({ rules, size, rated = false }) {
  const usual = openingsFor(rules, size).find((name) => name === RATED[rules]);
  return (rated && usual) || "free";
}

/**
 * What a game begins by.
 *
 * @param {{rules: Rules, size: number, rated?: boolean}} game
 * @param {string | null} chosen  null for what is usual, as where the chosen one does not fit
 * @returns {OpeningName}
 */
export const openingOf = (game, chosen) =>
  openingsFor(game.rules, game.size).find((name) => name === chosen) ?? usualOpening(game);

/**
 * @typedef {object} OpeningNote  what is said beside "rated"
 * @property {"rated_begins" | "rated_changed" | "begun_by"} says  what a tick would change the opening to; what it has
 *   changed it to; what it has left
 * @property {readonly OpeningName[]} openings
 */

/**
 * What is said of the opening where a game can be rated: a tick changes it where none is chosen.
 *
 * @param {boolean} rated
 * @param {(rated: boolean) => readonly OpeningName[]} openings  with and without the tick
 * @returns {OpeningNote | null}  null where there is nothing to say
 */
export function openingNote(rated, openings) {
  const begins = openings(true);
  const changes = begins.join() !== openings(false).join();
  if (!rated) return changes ? { says: "rated_begins", openings: begins } : null;
  return { says: changes ? "rated_changed" : "begun_by", openings: begins };
}

/**
 * The points on which a stone may lie by a turn of the opening; null where it does not say.
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
 * What is laid over the board: a zone by its outside, offered points by numbers.
 *
 * @param {OpeningTurn | null} turn
 * @param {number} size
 * @param {readonly number[]} chosen  points that the reader is about to offer
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
