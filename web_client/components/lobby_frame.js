import { t } from "../i18n/index.js";
import { h } from "../lib/dom.js";
import { pathOf } from "../lib/router.js";

/**
 * Layout of the lobby page and its variable parts.
 *
 * @param {HTMLElement} terms  for games against bots
 * @param {HTMLElement} form  creates a game on other terms
 * @param {HTMLElement} opening  for a friend's game
 * @param {HTMLElement} seek  finds an opponent
 * @param {HTMLElement} followed  followed players
 * @param {HTMLElement} explorer  for the empty board
 */
export function lobbyFrame(terms, form, opening, seek, followed, explorer) {
  const query = new URLSearchParams(location.search);
  const asked = query.has("challenge") || query.has("moves");
  const bots = h("div");
  const friendLine = h("p", { "data-testid": "friend-game" });
  const small = h("div", { class: "stack stack--tight" });
  const running = h("section", { class: "card stack stack--tight", "aria-labelledby": "mine-title" });
  const open = h("section", { class: "card stack stack--tight", "aria-labelledby": "open-title", tabindex: -1 });
  const openCount = h("button", {
    type: "button",
    class: "button button--small narrow-only",
    "data-do": "go-open",
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
  const online = h("p", { class: "muted", "data-testid": "online" });

  const element = h(
    "div",
    { class: "page" },
    h(
      "div",
      { class: "page-head" },
      h("h1", { tabindex: -1 }, t("lobby.title")),
      h(
        "div",
        { class: "row" },
        online,
        openCount,
        h("a", { href: pathOf("leaderboard") }, t("leaderboard.title")),
        h("a", { href: pathOf("rules") }, t("learn.rules")),
      ),
    ),
    h(
      "div",
      { class: "columns" },
      h(
        "div",
        { class: "stack stack--loose" },
        slow,
        running,
        seek,
        h(
          "section",
          { class: "stack", "aria-labelledby": "bots-title" },
          h(
            "div",
            { class: "row row--apart" },
            h("h2", { id: "bots-title" }, t("lobby.bots")),
            h("a", { class: "button button--small", href: pathOf("play") }, t("play.all")),
          ),
          terms,
          bots,
        ),
        h(
          "div",
          { class: "cards" },
          h(
            "section",
            { class: "card stack stack--tight", "aria-labelledby": "friend-title" },
            h("h2", { id: "friend-title" }, t("lobby.friend")),
            h("p", { class: "muted" }, t("lobby.friend_hint")),
            opening,
            friendLine,
            h(
              "div",
              null,
              h(
                "button",
                { type: "button", class: "button button--primary", "data-do": "play-friend" },
                t("lobby.friend_button"),
              ),
            ),
          ),
          h(
            "section",
            { class: "card stack stack--tight", "aria-labelledby": "small-title" },
            h("h2", { id: "small-title" }, t("rules.tictactoe")),
            h("p", { class: "muted" }, t("lobby.tictactoe_hint")),
            small,
          ),
        ),
        h(
          "section",
          { class: "card", "aria-labelledby": "create-title" },
          h(
            "details",
            { class: "create", open: asked },
            h("summary", { "data-arrive": asked ? "" : null }, h("h2", { id: "create-title" }, t("create.title"))),
            form,
          ),
        ),
      ),
      h("div", { class: "stack" }, unbeaten, open, watch, followed, explorer),
    ),
  );

  return { element, bots, friendLine, small, slow, running, open, openCount, watch, unbeaten, online };
}
