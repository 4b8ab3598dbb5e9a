import { language, t } from "../i18n/index.js";
import { h } from "../lib/dom.js";
import { canPlay } from "../lib/ladder.js";
import { markText } from "../lib/rating.js";
import { botPath } from "../lib/router.js";
import { emblem, isStep } from "./emblem.js";

/** @import {Board, Rung} from "../lib/ladder.js" */

/**
 * Bots as the rungs of a ladder, one card each; a press triggers `data-do="play-bot"` with the level in `data-level`.
 *
 * @param {Rung[]} rungs
 * @param {Board} board
 * @param {number | null} last  level of the previous opponent
 * @returns {HTMLElement}
 */
export function levelCards(rungs, board, last) {
  return h(
    "ol",
    { class: "ladder" },
    rungs.map((rung) => {
      const { info, beaten, next, twin } = rung;
      const playable = canPlay(info, board);
      const lang = language();
      return h(
        "li",
        {
          class: ["rung", beaten && "is-beaten", next && "is-next"].filter(Boolean).join(" "),
          "data-key": `level-${info.level}`,
        },
        h(
          "button",
          {
            type: "button",
            class: "card level-card",
            "data-do": "play-bot",
            "data-level": info.level,
            "aria-disabled": playable ? null : "true",
          },
          emblem(info),
          h(
            "span",
            { class: "level-words" },
            h(
              "span",
              { class: "level-head" },
              h("strong", null, info.name[lang] ?? info.name.en),
              isStep(info) && h("span", { class: "visually-hidden" }, t("level.number", { level: info.level })),
              beaten && h("span", { class: "badge badge--good" }, t("level.beaten")),
              next && h("span", { class: "badge badge--accent" }, t("level.next_step")),
              info.level === last && h("span", { class: "badge" }, t("level.last")),
            ),
            h("span", { class: "level-character" }, info.character[lang] ?? info.character.en),
          ),
          h(
            "span",
            { class: "level-facts" },
            info.elo !== undefined
              && info.elo !== null
              && h(
                "span",
                { class: "level-elo numeric", title: t("level.measured") },
                t("level.elo", { elo: info.elo }),
              ),
            info.rating && h("span", { class: "small numeric" }, t("level.rating", { rating: markText(info.rating) })),
            h("span", { class: "muted small numeric" }, note(rung, board)),
          ),
        ),
        h(
          "div",
          { class: "level-about small" },
          twin
            && h(
              "a",
              {
                href: botPath(twin.level),
                "aria-label": t("level.about_whom", { name: twin.name[lang] ?? twin.name.en }),
              },
              t("level.first_day"),
            ),
          h(
            "a",
            {
              href: botPath(info.level),
              "aria-label": t("level.about_whom", { name: info.name[lang] ?? info.name.en }),
            },
            t("level.about"),
          ),
        ),
      );
    }),
  );
}

/**
 * Text of the viewer's score against a bot, or why the bot cannot be played.
 *
 * @param {Rung} rung
 * @param {Board} board
 * @returns {string}
 */
function note({ info, score }, board) {
  if (info.ready === false) return t("level.not_ready");
  if (!canPlay(info, board)) return t("level.other_rules");
  if (!score) return t("level.score_none");
  const { won, drawn, lost } = score;
  return t("level.score", { won, drawn, lost });
}
