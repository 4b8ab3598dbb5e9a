import { t } from "../i18n/index.js";
import { dateText, rulesName, sizeName, whoName } from "../i18n/words.js";
import { openingName } from "../i18n/opening.js";
import { h } from "../lib/dom.js";
import { roomPath } from "../lib/router.js";
import { askForAct } from "./act_dialog.js";
import { signed } from "./emblem.js";
import { itemButton, staffList } from "./staff_list.js";

/** @import {App} from "../lib/app.js" */
/** @import {StaffRoom} from "../protocol.js" */
/** @import {StaffPart} from "../pages/staff.js" */

/** @type {("all" | "open" | "people" | "bots")[]} */
const SHOWS = ["all", "open", "people", "bots"];

/**
 * Rooms in progress. Staff sees that a private room exists, but cannot watch it.
 *
 * @param {App} app
 * @returns {StaffPart}
 */
export function staffRooms(app) {
  const list = staffList({
    name: "staff-rooms",
    heading: t("rooms.title"),
    hint: t("rooms.hint"),
    shows: SHOWS,
    tab: (show) => t(`rooms.show.${show}`),
    search: t("staff.room_or_player"),
    none: t("rooms.none"),
    async ask({ show, find, after }) {
      const before = after ? { before: /** @type {StaffRoom} */ (after).number } : {};
      const { rooms, more, broken } = await app.session.command({ t: "rooms", show, find, ...before });
      return { items: rooms, more, broken };
    },
    line: (room) => roomLine(app, room),
    mend: (room) => itemButton("close", { room }, t("rooms.close"), room),
    does: {
      async close({ room = "" }, rooms) {
        const about = rooms.find((each) => each.room === room);
        const done = await askForAct(app, {
          act: "close_room",
          target: room,
          about: about ? seatsText(app, about) : room,
        });
        return done ? t("rooms.closed") : "";
      },
    },
  });
  return { element: list.element, load: () => void list.load(), update: list.redraw };
}

/** @param {App} app @param {StaffRoom} room */
const seatsText = (app, { seats }) =>
  seats.map((who) => (who ? whoName(who, app.levels) : t("rooms.free"))).join(" – ");

/** @param {App} app @param {StaffRoom} room */
function roomLine(app, room) {
  const { room: id, rules, size, visibility, rated, slow, seats, plies, watchers = 0, here = [], opening } = room;
  const hidden = visibility === "private";
  const terms = [rulesName(rules), opening && opening !== "free" ? openingName(opening) : "", sizeName(size)];
  return h(
    "li",
    { class: "list-item row--apart staff-item", "data-key": id, "data-room": id },
    h(
      "div",
      { class: "stack stack--tight grow" },
      h(
        "div",
        { class: "row row--tight" },
        seats.flatMap((who, seat) => [
          seat ? " – " : "",
          h("bdi", { class: "list-title" }, who ? signed(who, app.levels) : t("rooms.free")),
          here[seat] && h("span", { class: "badge badge--good" }, t("staff.here")),
        ]),
      ),
      h(
        "div",
        { class: "row row--tight" },
        h("span", { class: "muted small" }, terms.filter(Boolean).join(" · ")),
        rated && h("span", { class: "badge" }, t("game.rated")),
        slow && h("span", { class: "badge" }, t("rooms.slow")),
        visibility !== "public"
          && h("span", { class: hidden ? "badge badge--warn" : "badge" }, t(`visibility.${visibility}`)),
      ),
      h(
        "p",
        { class: "muted small numeric" },
        [
          dateText(room.made_at),
          room.begun_at ? t("lobby.ply", { n: plies }) : t("rooms.waiting"),
          watchers > 0 ? t("rooms.watchers", { n: watchers }) : "",
        ]
          .filter(Boolean)
          .join(" · "),
      ),
    ),
    h(
      "div",
      { class: "row row--tight" },
      hidden ? null : h("a", { class: "button button--small", href: roomPath(id) }, t("staff.room")),
      h(
        "button",
        {
          type: "button",
          class: "button button--small button--danger",
          "data-do": "close",
          "data-room": id,
          "aria-label": t("rooms.close_named", { who: seatsText(app, room) }),
        },
        t("rooms.close"),
      ),
    ),
  );
}
