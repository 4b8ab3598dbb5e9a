/** Texts of a bot's reasons. */

import { compact } from "../lib/thought.js";
import { pointName } from "../lib/geometry.js";
import { t } from "./index.js";
import { listText, sentences } from "./words.js";

/** @import {Why} from "../lib/thought.js" */

const KINDS = [
  "win",
  "block",
  "attack",
  "defend",
  "centre",
  "near_centre",
  "random",
  "slip",
  "trap",
  "remembered",
  "proof",
  "search",
];
const DIRECTIONS = ["row", "column", "falling", "rising"];

/** Maximum length of the expected line. */
const EXPECTED = 6;

/** Notable shapes; single stones are none. */
const SHAPES = [
  "two",
  "three",
  "four",
  "five",
  "closed_two",
  "open_two",
  "closed_three",
  "open_three",
  "closed_four",
  "open_four",
  "double_three",
  "four_three",
  "double_four",
];

/**
 * Describe in one sentence why the bot played its move.
 *
 * @param {Why} why
 * @param {number} size  of the board
 * @returns {string}
 */
export function reasonSentence(why, size) {
  if (!KINDS.includes(why.kind)) return t("thought.other");
  if (why.kind === "slip") {
    return t("thought.slip", { overlooked: pointName(why.overlooked, size), instead: pointName(why.instead, size) });
  }
  if (why.kind === "search") return t("thought.search", { n: why.depth });
  if (why.kind === "centre" && isDrawn(why, size)) return t("thought.near_centre");
  if (why.kind !== "attack" && why.kind !== "defend") return t(`thought.${why.kind}`);
  if (!SHAPES.includes(why.shape)) return t(`thought.${why.kind}_plain`);
  return t(`thought.${why.kind}`, { shape: t(`shape.${why.shape}`) });
}

/**
 * Tell whether a first stone was drawn at random: games of earlier versions call it "centre", too. Engines that
 * evaluate points always give it a score.
 *
 * @param {Why} why
 * @param {number} size  of the board
 */
function isDrawn({ candidates = [] }, size) {
  const [point, score] = candidates[0] ?? [];
  const off = (/** @type {number} */ line) => Math.abs(2 * line - size + 1) > 1; // an even board has four central points
  return score === null && (off(point % size) || off(Math.floor(point / size)));
}

/**
 * Describe the bot's calculation, as far as it is known: expected moves, directions, scores, the end of the game.
 *
 * @param {Why} why
 * @param {number} size  of the board
 * @returns {string}
 */
export function reasonDetail(why, size) {
  const directions = (why.directions ?? []).filter((/** @type {string} */ name) => DIRECTIONS.includes(name));
  const listed = listText(directions.map((/** @type {string} */ name) => t(`direction.${name}`)));
  const end = why.value > 0 ? "won" : why.value < 0 ? "lost" : "drawn";
  const line = (why.line ?? [])
    .slice(0, EXPECTED)
    .map((/** @type {number} */ point) => pointName(point, size))
    .join(" ");
  return sentences(
    line && t("thought.expects", { line }),
    listed && t("thought.along", { directions: listed }),
    typeof why.own === "number"
      && typeof why.threat === "number"
      && t("thought.scores", { own: compact(why.own), threat: compact(why.threat) }),
    typeof why.value === "number" && t(`thought.sees_${end}`),
  );
}
