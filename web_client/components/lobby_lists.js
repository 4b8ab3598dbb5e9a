/** Lists of the lobby: the viewer's rooms, rooms with a free seat, games to watch. */

import { t } from "../i18n/index.js";
import { stonesName, whoName } from "../i18n/words.js";
import { h } from "../lib/dom.js";
import { markText } from "../lib/rating.js";
import { roomPath } from "../lib/router.js";
import { isWithin, markOf, wishesOf } from "../lib/seeks.js";
import { against, signed } from "./emblem.js";
import { gameLine } from "./game_line.js";
import { ratingMark } from "./rating_note.js";
import { wishesLine } from "./seek_card.js";
import { smallBoard } from "./small_board.js";

/** @import {PoolMark} from "../lib/api.js" */
/** @import {App} from "../lib/app.js" */
/** @import {LobbyRoom, SeekInfo} from "../lib/messages.js" */
/** @import {OwnRoom} from "../lib/own_rooms.js" */

/** @param {App} app */
export function ownRoomList(app) {
  const items = app.ownRooms.list().map((room, index) => ownRoom(app, room, index === 0));
  return [h("h2", { id: "mine-title" }, t("lobby.mine")), h("ul", { class: "list" }, items)];
}

/** @param {App} app @param {(LobbyRoom | SeekInfo)[]} those @param {readonly PoolMark[]} marks  the viewer's own */
export function waitingList(app, those, marks) {
  return [
    h("h2", { id: "open-title" }, t("lobby.open")),
    list(those, (each) => ("seek" in each ? seekItem(app, each, marks) : openRoom(app, each))),
  ];
}

/** @param {App} app @param {SeekInfo} seek @param {readonly PoolMark[]} marks */
function seekItem(app, seek, marks) {
  const own = seek.who.id === app.me.id;
  const name = whoName(seek.who, app.levels);
  const open = own || isWithin(seek, marks);
  const why = `why-${seek.seek}`;
  return h(
    "li",
    { class: "list-item", "data-key": `seek-${seek.seek}`, "data-seek": seek.seek },
    h(
      "span",
      { class: "grow" },
      h("span", { class: "list-title" }, name, " ", ratingMark(markOf(seek.marks ?? [], seek.rules[0]))),
      wishesLine(wishesOf(seek), seek.clocks),
      !open
        && h("span", { class: "field-hint check-hint", id: why }, t("error.not_within", { within: seek.within ?? 0 })),
    ),
    own
      ? h("span", { class: "badge" }, t("seek.own"))
      : h(
          "button",
          {
            type: "button",
            class: "button button--small",
            "data-do": open ? "accept-seek" : "seek-for-others",
            "data-seek": seek.seek,
            "aria-disabled": open ? null : "true",
            "aria-describedby": open ? null : why,
            "aria-label": t("seek.play_whom", { name }),
          },
          t("seek.play"),
        ),
  );
}

/**
 * @param {App} app
 * @param {LobbyRoom[]} games
 * @param {(room: LobbyRoom) => readonly number[] | null} movesOf  those of a game that is drawn; null for the others
 */
export function watchList(app, games, movesOf) {
  return [
    h("h2", { id: "watch-title" }, t("lobby.watch")),
    h(
      "ul",
      { class: "list watch-list" },
      games.map((room) => gameToWatch(app, room, movesOf(room))),
    ),
  ];
}

/**
 * @template Item
 * @param {Item[]} items
 * @param {(item: Item) => HTMLElement} line
 */
const list = (items, line) => h("ul", { class: "list" }, items.map(line));

/** @param {App} app @param {[id: string, known: OwnRoom | null]} room @param {boolean} first */
function ownRoom(app, [id, known], first) {
  return h(
    "li",
    { class: "list-item", "data-key": `mine-${id}`, "data-room": id },
    h(
      "span",
      { class: "grow" },
      h("span", { class: "list-title" }, known?.other ? against(known.other, app.levels) : t("lobby.waiting")),
      known && gameLine(known),
    ),
    h(
      "a",
      { class: `button button--small ${first ? "button--primary" : ""}`, href: roomPath(id) },
      t("lobby.continue"),
    ),
  );
}

/** @param {App} app @param {LobbyRoom} room */
function openRoom(app, room) {
  const owner = room.seats[0] ?? room.seats[1];
  const own = owner?.id === app.me.id;
  return h(
    "li",
    { class: "list-item", "data-key": `open-${room.room}`, "data-room": room.room },
    h(
      "span",
      { class: "grow" },
      h(
        "span",
        { class: "list-title" },
        whoName(owner, app.levels),
        " ",
        ratingMark(room.marks?.[room.seats[0] ? 0 : 1]),
      ),
      gameLine(
        room,
        room.color && room.color !== "random"
          ? t("lobby.your_color", { color: stonesName(room.color === "black" ? "white" : "black", room.rules) })
          : "",
      ),
    ),
    own
      ? h("a", { class: "button button--small", href: roomPath(room.room) }, t("lobby.to_room"))
      : h(
          "button",
          {
            type: "button",
            class: "button button--small",
            "data-do": "join",
            "data-room": room.room,
            "aria-label": t("lobby.join_whom", { name: whoName(owner, app.levels) }),
          },
          t("lobby.join"),
        ),
  );
}

/** @param {App} app @param {LobbyRoom} room @param {readonly number[] | null} moves */
function gameToWatch(app, room, moves) {
  const black = room.black ?? 0;
  const names = [black, 1 - black].map((seat) => {
    const mark = room.marks?.[seat];
    return [...signed(room.seats[seat] ?? null, app.levels), mark && ` ${markText(mark)}`];
  });
  return h(
    "li",
    { "data-key": `watch-${room.room}` },
    h(
      "a",
      { class: "list-item", href: roomPath(room.room) },
      moves && smallBoard(room, moves),
      h("span", { class: "grow" }, h("span", { class: "list-title" }, names[0], " – ", names[1]), gameLine(room)),
    ),
  );
}
