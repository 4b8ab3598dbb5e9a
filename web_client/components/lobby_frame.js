import { t } from "../i18n/index.js";
import { h } from "../lib/dom.js";
import { pathOf } from "../lib/router.js";

/**
 * Layout of the lobby page and its variable parts: a board to play on, and beside it the ways to play and the games.
 *
 * @param {HTMLElement} board  where the first stone begins a game
 * @param {HTMLElement} seek  finds an opponent
 * @param {HTMLElement} followed  followed players
 */
export function lobbyFrame(board, seek, followed) {
  const running = h("section", { class: "card stack stack--tight", "aria-labelledby": "mine-title", tabindex: -1 });
  const open = h("section", { class: "card stack stack--tight", "aria-labelledby": "open-title", tabindex: -1 });
  const toList = h("button", {
    type: "button",
    class: "button button--small narrow-only",
    "data-do": "go-to-list",
    hidden: true,
  });
  const watch = h("section", { class: "card stack stack--tight", "aria-labelledby": "watch-title" });
  const unbeaten = h("section", {
    class: "card stack stack--tight",
    "aria-labelledby": "today-title",
    "data-testid": "today",
    hidden: true,
  });
  const slow = h("section", {
    class: "card stack stack--tight",
    "aria-labelledby": "slow-title",
    "data-testid": "slow-games",
    hidden: true,
  });
  const newcomer = h("a", { href: pathOf("learn"), "data-testid": "newcomer", hidden: true }, t("lobby.newcomer"));
  const online = h("p", { class: "muted small", "data-testid": "online" });

  const element = h(
    "div",
    { class: "page page--lobby" },
    board,
    h(
      "div",
      { class: "lobby-side stack" },
      h(
        "div",
        { class: "row row--apart lobby-head" },
        h("h1", { tabindex: -1 }, t("lobby.title")),
        h("div", { class: "row row--tight" }, online, toList),
      ),
      newcomer,
      h(
        "div",
        { class: "tiles" },
        h("a", { class: "tile", href: pathOf("play") }, stones("black"), words(t("tile.bot"), t("tile.bot_hint"))),
        h(
          "button",
          { type: "button", class: "tile", "data-do": "play-friend" },
          stones("black", "white"),
          words(t("tile.friend"), t("tile.friend_hint")),
        ),
        h(
          "button",
          { type: "button", class: "tile", "data-do": "seek-now" },
          stones("white"),
          words(t("tile.somebody"), t("tile.somebody_hint")),
        ),
      ),
      h(
        "div",
        { class: "stack stack--tight" },
        seek,
        h(
          "div",
          { class: "row row--apart" },
          h("button", { type: "button", class: "button button--small", "data-do": "new-game" }, t("lobby.new_game")),
          h(
            "span",
            { class: "row" },
            h("a", { href: pathOf("leaderboard") }, t("leaderboard.title")),
            h("a", { href: pathOf("rules") }, t("learn.rules")),
          ),
        ),
      ),
      slow,
      running,
      open,
      watch,
      unbeaten,
      followed,
    ),
  );

  return { element, newcomer, slow, running, open, toList, watch, unbeaten, online };
}

/** @param {...string} colors */
const stones = (...colors) =>
  h(
    "span",
    { class: "tile-sign", "aria-hidden": "true" },
    colors.map((color) => h("span", { class: `stone stone--${color}` })),
  );

/** @param {string} title @param {string} hint */
const words = (title, hint) =>
  h("span", { class: "tile-words" }, h("strong", null, title), h("span", { class: "muted small" }, hint));
