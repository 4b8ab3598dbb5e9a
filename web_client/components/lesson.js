import { t } from "../i18n/index.js";
import { numberText } from "../i18n/words.js";
import { h } from "../lib/dom.js";
import { gamePath } from "../lib/router.js";
import { smallBoard } from "./small_board.js";

/** @import {Lesson} from "../lib/lesson.js" */
/** @import {Room} from "../lib/room.js" */

/**
 * Write the number of nodes among some words as people read it.
 *
 * @param {Record<string, string | number>} words
 */
const grouped = ({ nodes, ...words }) => (typeof nodes === "number" ? { ...words, nodes: numberText(nodes) } : words);

/**
 * Card of a game's lesson in its room, with the actions it offers.
 *
 * @param {Lesson} lesson
 * @param {{room: string, game: Room, bot: string, ready: boolean, ask: boolean}} about  `ready`: the analysis is complete; `ask`:
 *   the viewer has not yet decided whether to be named
 * @returns {(Node | false | null)[]}
 */
export function lessonCard(
  { says, again, find, attack, look, taught, learned, threat },
  { room, game, bot, ready, ask },
) {
  return [
    h(
      "h2",
      { id: "lesson-title", "data-key": "title", class: learned ? "lesson-learned" : null },
      t(taught ? "lesson.learned" : "lesson.title", { name: bot }),
    ),
    learned
      && h(
        "div",
        { class: "lesson-line is-played", "data-key": "line", "data-testid": "learned-line" },
        smallBoard(game, learned.moves, learned),
        h("button", { type: "button", class: "button button--small", "data-do": "play-line" }, t("lesson.play_line")),
      ),
    h(
      "div",
      { role: "status", class: "stack stack--tight", "data-key": "says", "data-testid": "lesson" },
      says.map(({ key, words }) => h("p", null, t(key, grouped(words)))),
    ),
    threat && attack === null && threatLine(game, threat),
    (again !== null || find !== null || attack !== null || look !== null)
      && h(
        "div",
        { class: "row", "data-key": "buttons" },
        again !== null
          && h(
            "button",
            {
              type: "button",
              class: "button",
              "data-do": "same-game",
              "data-ply": again,
              "data-key": "same-game",
            },
            t("lesson.again"),
          ),
        find !== null && searchLink(room, find + 1, ready, { text: t("lesson.find"), soon: t("lesson.find_soon") }),
        attack !== null && searchLink(room, attack, ready, { text: t("attack.button.you"), soon: t("attack.soon") }),
        look !== null
          && h(
            "a",
            { class: "button button--primary", href: gamePath(room, look + 1), "data-key": "look" },
            t("lesson.look"),
          ),
      ),
    threat
      && attack !== null
      && h(
        "details",
        { class: "small", "data-key": "threat" },
        h("summary", null, t("attack.shown")),
        threatLine(game, threat),
      ),
    taught
      && ask
      && h(
        "div",
        { class: "stack stack--tight", role: "group", "aria-label": t("consent.title"), "data-key": "consent" },
        h("p", { class: "small" }, t("consent.ask")),
        h(
          "div",
          { class: "row row--tight" },
          h(
            "button",
            {
              type: "button",
              class: "button button--small",
              "data-do": "consent",
              "data-named": "yes",
              "data-key": "yes",
            },
            t("consent.yes"),
          ),
          h(
            "button",
            {
              type: "button",
              class: "button button--small",
              "data-do": "consent",
              "data-named": "no",
              "data-key": "no",
            },
            t("consent.no"),
          ),
        ),
      ),
  ];
}

/**
 * Draw the attack that had to be seen.
 *
 * @param {Room} game
 * @param {NonNullable<Lesson["threat"]>} threat
 */
const threatLine = (game, threat) =>
  h(
    "div",
    { class: "lesson-line is-played", "data-key": "threat-line", "data-testid": "threat-line" },
    h("p", null, t("lesson.threat", { line: threat.line })),
    smallBoard(game, threat.moves, threat),
    h("button", { type: "button", class: "button button--small", "data-do": "play-line" }, t("lesson.play_threat")),
  );

/**
 * Link to a search on the review page, or tell that it is to come.
 *
 * @param {string} room
 * @param {number} plies  moves on the board
 * @param {boolean} ready  whether the analysis is complete
 * @param {{text: string, soon: string}} words
 */
const searchLink = (room, plies, ready, { text, soon }) =>
  ready
    ? h("a", { class: "button button--primary", href: `${gamePath(room, plies)}&find=1`, "data-key": "find" }, text)
    : h("span", { class: "muted small", "data-key": "find-soon" }, soon);
