import { t } from "../i18n/index.js";
import { h } from "../lib/dom.js";
import { changeText, markText } from "../lib/rating.js";

/** @import {RatingMark, RoomRating} from "../protocol.js" */

/**
 * Rating beside a name; empty if there is none.
 *
 * @param {RatingMark | null | undefined} mark
 * @param {boolean} [worded]  whether the word is seen, and not only heard
 */
export function ratingMark(mark, worded = false) {
  if (!mark) return null;
  const words = markText(mark);
  return h(
    "span",
    { class: "rating-mark numeric", title: words.endsWith("?") ? t("rating.unsure") : t("rating.label") },
    h("span", { class: worded ? null : "visually-hidden" }, `${t("rating.label")} `),
    words,
  );
}

/**
 * Describe the rating changes of a game, or why it is unrated.
 *
 * @param {RoomRating | null | undefined} rating  of a game that was to be rated
 * @param {readonly string[]} names  of the players, by seat
 * @param {0 | 1} first  seat to list first
 * @param {boolean} [now]  whether the game has just ended
 * @returns {Node[]}
 */
export function ratingNote(rating, names, first, now = false) {
  if (!rating) return [];
  const { shifts } = rating;
  if (!shifts) {
    return rating.unrated ? [h("p", { class: "muted small" }, t(`rating.unrated.${rating.unrated}`))] : [];
  }
  const changes = [first, 1 - first].map((seat) => {
    const { before, after, expected, against } = shifts[seat];
    return h(
      "p",
      { class: "small", "data-shift": seat },
      h("strong", { class: "numeric" }, changeText(after - before)),
      " ",
      t(now ? "rating.shift" : "rating.shift_then", {
        name: names[seat],
        before,
        after,
        expected: Math.round(100 * expected),
        against,
      }),
    );
  });
  const worth = rating.first_move ?? 0;
  if (worth === 0) return changes;
  return [
    ...changes,
    h(
      "p",
      { class: "muted small", "data-testid": "first-move" },
      t("rating.first_move", { points: changeText(worth) }),
    ),
  ];
}
