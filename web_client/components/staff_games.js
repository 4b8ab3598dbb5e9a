import { t } from "../i18n/index.js";
import { dateText, resultText, sideName } from "../i18n/words.js";
import { h } from "../lib/dom.js";
import { gamePath } from "../lib/router.js";
import { askForAct } from "./act_dialog.js";
import { signed } from "./emblem.js";
import { gameLine } from "./game_line.js";
import { gameButton, staffList } from "./staff_list.js";

/** @import {App} from "../lib/app.js" */
/** @import {ActName} from "../lib/messages.js" */
/** @import {StaffGame} from "../protocol.js" */
/** @import {StaffPart} from "../pages/staff.js" */
/** @import {StaffRole} from "./staff_tabs.js" */

/** @type {("all" | "rated")[]} */
const SHOWS = ["all", "rated"];

/**
 * Finished games: rated ones can be struck and restored, and the owner can delete any.
 *
 * @param {App} app
 * @returns {StaffPart}
 */
export function staffGames(app) {
  /** @type {StaffRole} */
  let role = "moderator";

  /** @param {ActName} act @param {string} done */
  const does =
    (act, done) =>
    async (/** @type {DOMStringMap} */ { game = "" }, /** @type {StaffGame[]} */ games) => {
      const about = games.find((each) => each.game.id === game);
      const acked = await askForAct(app, { act, target: game, about: about ? sidesText(app, about) : game });
      return acked ? done : "";
    };

  const list = staffList({
    name: "staff-games",
    heading: t("finished.title"),
    hint: t("finished.hint"),
    shows: SHOWS,
    tab: (show) => t(`finished.show.${show}`),
    search: t("staff.game_or_player"),
    none: t("finished.none"),
    async ask({ show, find, after }) {
      const before = after ? { before: /** @type {StaffGame} */ (after).number } : {};
      const { games, more, broken } = await app.session.command({
        t: "games",
        rated: show === "rated",
        find,
        ...before,
      });
      return { items: games, more, broken };
    },
    line: (game) => gameRow(app, game, role === "owner"),
    mend: (id) => role === "owner" && gameButton("delete", id, t("staff.delete"), id),
    does: {
      strike: does("ratings_strike", t("finished.struck")),
      restore: does("ratings_restore", t("finished.restored")),
      delete: does("delete_game", t("finished.deleted")),
    },
  });

  return {
    element: list.element,
    load(now) {
      role = now;
      void list.load();
    },
    update: list.redraw,
  };
}

/** @param {App} app @param {StaffGame} game */
const sidesText = (app, { game }) => `${sideName(game, "black", app.levels)} – ${sideName(game, "white", app.levels)}`;

/** @param {App} app @param {StaffGame} item @param {boolean} owner */
function gameRow(app, item, owner) {
  const { game, counts, waits, unrated } = item;
  const hidden = game.visibility === "private";
  const who = sidesText(app, item);
  return h(
    "li",
    { class: "list-item row--apart staff-item", "data-key": game.id, "data-game": game.id },
    h(
      "div",
      { class: "stack stack--tight grow" },
      h(
        "bdi",
        { class: "list-title" },
        signed(game.black, app.levels, sideName(game, "black", app.levels)),
        " – ",
        signed(game.white, app.levels, sideName(game, "white", app.levels)),
      ),
      gameLine({ ...game, rated: false }),
      h(
        "p",
        { class: "muted small numeric" },
        [resultText(game.result, game.rules), t("lobby.ply", { n: game.plies }), dateText(game.ended_at ?? 0)].join(
          " · ",
        ),
      ),
      h(
        "div",
        { class: "row row--tight" },
        counts && h("span", { class: "badge badge--good" }, t("finished.counts")),
        unrated && h("span", { class: "badge badge--warn" }, t(`rating.unrated.${unrated}`)),
        waits && h("span", { class: "badge" }, t("finished.waits")),
        game.visibility !== "public"
          && h("span", { class: hidden ? "badge badge--warn" : "badge" }, t(`visibility.${game.visibility}`)),
      ),
    ),
    h(
      "div",
      { class: "row row--tight" },
      hidden ? null : h("a", { class: "button button--small", href: gamePath(game.id) }, t("finished.open")),
      counts && gameButton("strike", game.id, t("do.ratings_strike"), who),
      unrated === "struck" && gameButton("restore", game.id, t("do.ratings_restore"), who),
      owner && gameButton("delete", game.id, t("staff.delete"), who),
    ),
  );
}
