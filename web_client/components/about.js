import { t } from "../i18n/index.js";
import { patternName } from "../i18n/opening.js";
import { scoreText, whoName } from "../i18n/words.js";
import { h } from "../lib/dom.js";
import { patternOf } from "../lib/patterns.js";
import { isRated } from "../lib/rating.js";
import { gamePath, pathOf, roomPath, rulesPath } from "../lib/router.js";
import { gameLine } from "./game_line.js";

/** @import {LevelInfo} from "../lib/api.js" */
/** @import {OpeningName, Rules} from "../lib/messages.js" */
/** @import {Room} from "../lib/room.js" */
/** @import {Settings} from "../lib/settings.js" */

/**
 * Build the summary of a room: rules, clock, watchers and the score of the series.
 *
 * @param {Room} room
 * @param {LevelInfo[]} levels
 * @returns {(Node | null | false)[]}
 */
export function aboutRoom(room, levels) {
  const [first, second] = room.you === 1 ? [1, 0] : [0, 1];
  return [
    h(
      "p",
      { class: "row row--tight" },
      gameLine({ ...room, rated: isRated(room) }),
      room.you === null && h("span", { class: "badge badge--accent", "data-testid": "watcher" }, t("room.watcher")),
    ),
    h("p", { class: "row row--tight small" }, explained(room)),
    room.previous !== null
      && h(
        "p",
        { "data-testid": "score" },
        t("room.score", {
          first: whoName(room.seats[first], levels),
          second: whoName(room.seats[second], levels),
          a: scoreText(room.score[first]),
          b: scoreText(room.score[second]),
        }),
      ),
    begunFrom(room.fromGame, room.start),
    room.watchers > 0
      && h("p", { class: "muted small", "data-testid": "watchers" }, t("room.watchers", { n: room.watchers })),
    room.previous
      ? h("p", { class: "small" }, h("a", { href: gamePath(room.previous) }, t("room.previous_game")))
      : null,
  ];
}

/** Tell what few look for: who can see a room, and the name of its first moves. @param {Room} room */
export const moreAboutRoom = (room) => [
  h("p", { class: "small", "data-testid": "visibility" }, t(`visibility.${room.visibility}`)),
  room.opening === "free" && patternLine(room, room.moves), // the card of any other opening names the pattern
];

/**
 * Name the origin of a game that did not start on an empty board.
 *
 * @param {string | null | undefined} game  null for a given position
 * @param {number} [start]  number of moves taken from that game
 * @returns {Node | null}
 */
export function begunFrom(game, start = 0) {
  if (game)
    return h("p", { class: "small" }, h("a", { href: gamePath(game, start) }, t("room.from_game", { n: start })));
  return start ? h("p", { class: "small", "data-testid": "given" }, t("room.from_position", { n: start })) : null;
}

/**
 * Name the renju pattern of the first three stones.
 *
 * @param {{rules: Rules, size: number}} game
 * @param {readonly {point: number}[]} moves
 * @returns {Node | false}
 */
export function patternLine(game, moves) {
  const pattern = patternOf(
    game,
    moves.slice(0, 3).map(({ point }) => point),
  );
  return pattern !== null && h("p", { class: "small", "data-testid": "pattern" }, patternName(pattern));
}

/**
 * Link to the explanations of a game's rule set and opening.
 *
 * @param {{rules: Rules, opening?: OpeningName}} game
 * @returns {Node[]}
 */
export function explained({ rules, opening = "free" }) {
  const links = [h("a", { href: rulesPath(rules) }, t("rulespage.about_rules"))];
  if (opening !== "free") links.push(h("a", { href: rulesPath(opening) }, t("rulespage.about_opening")));
  return links;
}

/** Link to the next steps after a finished game. @param {Room} room @returns {(Node | null | false)[]} */
export function afterwards(room) {
  if (!room.result) return [];
  return [
    room.next
      ? h("a", { class: "button button--primary", href: roomPath(room.next), "data-key": "next" }, t("room.next_game"))
      : null,
    room.moves.length > 0
      && h("a", { class: "button", href: gamePath(room.id), "data-key": "review" }, t("room.review")),
    h("a", { class: "button button--quiet", href: pathOf("lobby"), "data-key": "lobby" }, t("missing.home")),
  ];
}

/**
 * Build the switches for the board and the sound.
 *
 * @param {Settings} settings
 * @param {boolean} mute
 * @param {boolean} thoughts  whether a bot plays whose reasons may be shown
 * @returns {Node[]}
 */
export function boardTools({ numbers, coordinates, thinking }, mute, thoughts) {
  return [
    ...(thoughts ? [toggle("thinking", t("thought.show"), thinking)] : []),
    toggle("numbers", t("settings.numbers"), numbers),
    toggle("coordinates", t("settings.coordinates"), coordinates),
    toggle("mute", t("settings.mute"), mute),
  ];
}

/** @param {string} does @param {string} text @param {boolean} on */
export function toggle(does, text, on) {
  return h(
    "button",
    { type: "button", class: "button button--small", "data-do": does, "data-key": does, "aria-pressed": String(on) },
    text,
  );
}
