import { t } from "../i18n/index.js";
import { whoName } from "../i18n/words.js";
import { h } from "../lib/dom.js";
import { changeText, markText } from "../lib/rating.js";

/** @import {LevelInfo} from "../lib/api.js" */
/** @import {Room} from "../lib/room.js" */
/** @import {RatingMark} from "../protocol.js" */

/**
 * The rating beside a name; nothing where there is none.
 *
 * @param {RatingMark | null | undefined} mark
 */
export function ratingMark(mark) {
  if (!mark) return null;
  const words = markText(mark);
  return h(
    "span",
    { class: "rating-mark numeric", title: words.endsWith("?") ? t("rating.unsure") : t("rating.label") },
    h("span", { class: "visually-hidden" }, `${t("rating.label")} `),
    words,
  );
}

/**
 * What a game has changed, and why; or why it changes nothing.
 *
 * @param {Room} room
 * @param {LevelInfo[]} levels
 * @returns {Node[]}
 */
export function ratingNote(room, levels) {
  const { rating } = room;
  if (!rating || !room.rated) return [];
  const { shifts } = rating;
  if (!shifts) {
    return rating.unrated ? [h("p", { class: "muted small" }, t(`rating.unrated.${rating.unrated}`))] : [];
  }
  const seats = room.you === 1 ? [1, 0] : [0, 1];
  const changes = seats.map((seat) => {
    const { before, after, expected, against } = shifts[seat];
    return h(
      "p",
      { class: "small", "data-shift": seat },
      h("strong", { class: "numeric" }, changeText(after - before)),
      " ",
      t("rating.shift", {
        name: whoName(room.seats[seat], levels),
        after,
        expected: expected.toFixed(2),
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
