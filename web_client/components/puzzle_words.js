/** Texts about a puzzle: its task, the state of the attempt, its facts. */

import { t, written } from "../i18n/index.js";
import { colorName, rulesName, sizeName } from "../i18n/words.js";
import { h } from "../lib/dom.js";
import { changeText, markText, PROVISIONAL } from "../lib/rating.js";
import { gamePath } from "../lib/router.js";
import { explained } from "./about.js";
import { piece } from "./piece.js";

/** @import {DailyPuzzle, PuzzleInfo} from "../lib/api.js" */
/** @import {Attempt, Posed} from "../lib/puzzle.js" */

/** @param {PuzzleInfo} puzzle */
export function puzzleTask(puzzle) {
  const { to_move: color, rules, kind } = puzzle;
  return [piece(color, rules), h("span", null, t(`puzzle.task.${kind}`, { color: colorName(color, rules) }))];
}

/** @param {Attempt<Posed>} attempt @returns {string} */
export function puzzleStatus({ puzzle, played, asked, state }) {
  return asked !== null
    ? t("puzzle.checking")
    : state === "solved"
      ? t(`puzzle.solved.${puzzle.kind}`)
      : state === "wrong"
        ? t(`puzzle.wrong.${puzzle.kind}`)
        : t(played.length ? "puzzle.right" : "puzzle.your_turn");
}

/** The player's rating, with its change by the attempt, and why it changes much at first. @param {Attempt} attempt */
export const ratedText = ({ rated }) =>
  rated
  && h(
    "div",
    null,
    h(
      "p",
      { class: "numeric", "data-testid": "rated" },
      t("puzzle.rated", {
        rating: markText({ rating: rated.after, deviation: rated.deviation }),
        change: changeText(rated.after - rated.before),
      }),
    ),
    rated.deviation >= PROVISIONAL && h("p", { class: "muted small" }, t("puzzle.provisional")),
  );

/** Format a date of the server's calendar, which is that of UTC. @param {string} date */
export const calendarText = (date) =>
  new Intl.DateTimeFormat(written(navigator.languages ?? []), {
    month: "short",
    day: "numeric",
    timeZone: "UTC",
  }).format(Date.parse(date));

/** Tell how many have solved the puzzle of the day. @param {number} n */
export const solvedText = (n) => (n ? t("puzzles.daily.hint", { n }) : t("puzzles.daily.unsolved"));

/** How many have solved a puzzle of the day, and the player's days in a row. @param {DailyPuzzle} daily @param {number} days */
export const dailyFacts = ({ date, solved }, days) =>
  h(
    "p",
    { class: "numeric", "data-testid": "daily" },
    [calendarText(date), solvedText(solved), days > 0 && t("puzzles.days", { n: days })].filter(Boolean).join(" · "),
  );

/**
 * Facts of a puzzle: rule set, rating, solve rate and source game; once they no longer give the answer away, themes and
 * length.
 *
 * @param {PuzzleInfo} puzzle
 * @param {boolean} open
 */
export function puzzleFacts(puzzle, open) {
  const { rules, size, rating, solved, failed, themes = [], length = null, yours = null, game, ply } = puzzle;
  return [
    h(
      "p",
      { class: "row row--tight" },
      h("span", { class: "muted small" }, `${rulesName(rules)} · ${sizeName(size)}`),
      yours && h("span", { class: `badge badge--${yours === "solved" ? "good" : "warn"}` }, t(`puzzle.yours.${yours}`)),
    ),
    h("p", { class: "small" }, explained({ rules })),
    h("p", { class: "numeric" }, t("puzzle.rating", { n: rating })),
    ...(open && themes.length
      ? [
          h(
            "p",
            { class: "row row--tight", "data-testid": "themes" },
            themes.map((theme) => h("span", { class: "badge" }, t(`puzzle.theme.${theme}`))),
          ),
        ]
      : []),
    ...(open && length !== null ? [h("p", { class: "muted small" }, t("puzzle.length", { n: length }))] : []),
    h("p", { class: "muted small numeric" }, t("puzzle.tried", { solved, failed })),
    ...(game
      ? [h("p", { class: "small" }, h("a", { href: gamePath(game, ply ?? undefined) }, t("puzzle.source")))]
      : []),
  ];
}
