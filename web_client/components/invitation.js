import { t } from "../i18n/index.js";
import { openingName, openingSentence } from "../i18n/opening.js";
import { clockName, colorName, rulesName, sizeName, stonesName, whoName } from "../i18n/words.js";
import { h } from "../lib/dom.js";
import { decidesColors } from "../lib/openings.js";
import { otherColor } from "../lib/proof.js";
import { actionButton } from "./actions.js";
import { positionPicture } from "./position_picture.js";

/** @import {LevelInfo} from "../lib/api.js" */
/** @import {Room} from "../lib/room.js" */

/**
 * Title that names the player who invites.
 *
 * @param {Room} room  with a free seat
 * @param {LevelInfo[]} levels
 */
export const invitationTitle = (room, levels) =>
  t("invitation.title", { name: whoName(room.seats[0] ?? room.seats[1], levels) });

/**
 * Tell whether the player who accepts makes the next move.
 *
 * @param {Room} room  with fixed colours
 */
const youBegin = ({ color, start }) => (start % 2 === 0 ? "white" : "black") === color;

/**
 * Name the colour that moves first, if that is not black on an empty board.
 *
 * @param {Room} room
 * @returns {string | undefined}
 */
const beginner = ({ start, rules }) =>
  start ? t("invitation.other_begins", { name: colorName(start % 2 === 0 ? "black" : "white", rules) }) : undefined;

/**
 * Page for a player who opens the link to a free seat: the other player, the terms, and one button that takes the seat.
 *
 * @param {Room} room  with a free seat
 * @param {LevelInfo[]} levels
 * @returns {Node[]}
 */
export function invitation(room, levels) {
  const { rules, size, clock, opening } = room;
  const owner = whoName(room.seats[0] ?? room.seats[1], levels);
  /** @type {[string, string, string?][]} */
  const terms = [
    [t("create.rules"), rulesName(rules), t(`rules.${rules}.sentence`)],
    ...(rules === "tictactoe" ? [] : [/** @type {[string, string]} */ ([t("create.size"), sizeName(size)])]),
    ...(opening === "free"
      ? []
      : [
          /** @type {[string, string, string]} */ ([
            t("create.opening"),
            openingName(opening),
            openingSentence(opening),
          ]),
        ]),
    [t("create.clock"), clockName(clock)],
    [
      t("invitation.color"),
      room.color === "random" ? t("invitation.random") : stonesName(otherColor(room.color), rules),
      decidesColors(opening)
        ? t("invitation.for_now")
        : room.color === "random"
          ? beginner(room)
          : t(youBegin(room) ? "invitation.you_begin" : "invitation.other_begins", { name: owner }),
    ],
    ...(room.start
      ? [/** @type {[string, string]} */ ([t("invitation.position"), t("room.from_position", { n: room.start })])]
      : []),
  ];
  return [
    h("h2", null, invitationTitle(room, levels)),
    actionButton("sit", t("invitation.sit"), { kind: "primary" }),
    ...(room.start
      ? [
          positionPicture(
            room.moves.map(({ point }) => point),
            size,
          ),
        ]
      : []),
    h(
      "dl",
      { class: "facts" },
      terms.map(([name, value, more]) =>
        h(
          "div",
          null,
          h("dt", null, name),
          h("dd", null, value, more ? h("span", { class: "field-hint" }, more) : null),
        ),
      ),
    ),
  ];
}
