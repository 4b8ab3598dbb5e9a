/** Games by correspondence in which the viewer is to move, as lines of the bell. */

import { t } from "../i18n/index.js";
import { dateText, whoName } from "../i18n/words.js";
import { h } from "../lib/dom.js";
import { roomPath } from "../lib/router.js";

/** @import {App} from "../lib/app.js" */
/** @import {SlowGame} from "../lib/api.js" */

/** List the games, the most urgent first. @param {Pick<App, "slowGames" | "levels">} app @returns {HTMLElement[]} */
export const slowItems = ({ slowGames, levels }) =>
  slowGames
    .list()
    .filter(({ yours }) => yours)
    .map((game) => item(game, whoName(game.opponent, levels)));

/** @param {SlowGame} game @param {string} name  the opponent's */
const item = ({ room, flag_at }, name) =>
  h(
    "li",
    { class: "row row--apart", "data-key": `slow-${room}`, "data-room": room, "data-waits": "" },
    h(
      "span",
      { class: "stack stack--tight" },
      h("span", { class: "list-title" }, t("bell.slow", { name })),
      h(
        "time",
        { class: "muted small", datetime: new Date(flag_at).toISOString() },
        t("lobby.slow_until", { date: dateText(flag_at) }),
      ),
    ),
    h("a", { class: "button button--small", href: roomPath(room) }, t("lobby.continue")),
  );
