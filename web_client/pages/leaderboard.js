import { whoLink } from "../components/profile.js";
import { t } from "../i18n/index.js";
import { openingName } from "../i18n/opening.js";
import { errorText, rulesName, sizeName } from "../i18n/words.js";
import { h } from "../lib/dom.js";
import { morph } from "../lib/morph.js";
import { newest } from "../lib/newest.js";
import { changeText } from "../lib/rating.js";
import { pathOf, playerPath } from "../lib/router.js";

/** @import {App, Page} from "../lib/app.js" */
/** @import {Who} from "../lib/messages.js" */
/** @import {Leaderboard, RatingPoolName} from "../protocol.js" */

/** @type {RatingPoolName[]} */
const POOLS = ["gomoku", "renju", "caro", "gomoku_correspondence", "renju_correspondence", "caro_correspondence"];

/**
 * Leaderboard page: the strongest players by pool, and a search by name.
 *
 * @param {App} app
 * @param {URLSearchParams} query
 * @returns {Page}
 */
export function leaderboardPage(app, query) {
  const pool = POOLS.find((each) => each === query.get("pool")) ?? "gomoku";
  /** @type {Leaderboard | null} */
  let board = null;
  /** @type {unknown} */
  let failure = null;
  let closed = false;
  const title = h("h1", { tabindex: -1 }, t("leaderboard.title"));
  const pools = h(
    "nav",
    { class: "row row--tight", "aria-label": t("leaderboard.pools") },
    POOLS.map((each) =>
      h(
        "a",
        {
          class: "button button--small",
          href: `${pathOf("leaderboard")}?pool=${each}`,
          "aria-current": each === pool ? "page" : null,
        },
        t(`pool.${each}`),
      ),
    ),
  );
  const found = h("div", { role: "status", "data-testid": "players-found" });
  const search = h(
    "form",
    { class: "field", role: "search", hidden: true },
    h("label", { for: "player-name" }, t("leaderboard.search")),
    h(
      "div",
      { class: "copy-link-row" },
      h("input", {
        id: "player-name",
        name: "name",
        class: "input",
        type: "search",
        maxlength: 40,
        autocomplete: "off",
      }),
      h("button", { type: "submit", class: "button" }, t("leaderboard.find")),
    ),
  );
  const content = h("div", { class: "stack" }, h("p", { role: "status" }, t("loading")));
  const element = h("div", { class: "page page--narrow stack" }, title, pools, content, search, found);

  const find = newest(
    (/** @type {string} */ name) => app.api.players(name),
    (players) => morph(found, names(players)),
    (error) => morph(found, h("p", { role: "alert" }, errorText(error))),
  );

  search.addEventListener("submit", (event) => {
    event.preventDefault();
    const name = String(new FormData(/** @type {HTMLFormElement} */ (search)).get("name") ?? "").trim();
    if (name) void find(name);
  });

  /** @param {Who[]} players */
  function names(players) {
    if (!players.length) return h("p", { class: "muted" }, t("leaderboard.nobody"));
    return h(
      "ul",
      { class: "list" },
      players.map(({ id, name = "" }) =>
        h("li", { class: "list-item", "data-key": id ?? name }, h("a", { href: playerPath(name) }, name)),
      ),
    );
  }

  async function load() {
    try {
      board = await app.api.leaderboard(pool);
    } catch (error) {
      failure = error;
    }
    if (!closed) render();
  }

  function render() {
    search.hidden = !board && !failure; // the list would push it down
    if (failure) morph(content, h("p", { role: "alert" }, errorText(failure)));
    if (!board) return;
    const { players, first_moves: worth } = board;
    morph(
      content,
      players.length
        ? ranking(board)
        : h("p", { class: "empty", "data-testid": "ranking-none" }, t("leaderboard.none")),
      h("p", { class: "muted small" }, t("leaderboard.who")),
      worth.length > 0
        && h(
          "section",
          { class: "stack stack--tight", "aria-labelledby": "first-moves" },
          h("h2", { id: "first-moves" }, t("leaderboard.first_moves")),
          h(
            "ul",
            { class: "list" },
            worth.map((each) =>
              h(
                "li",
                { class: "numeric" },
                t("leaderboard.first_move", {
                  what: [
                    rulesName(each.rules),
                    sizeName(each.size),
                    each.opening === "free" ? "" : openingName(each.opening),
                  ]
                    .filter(Boolean)
                    .join(" · "),
                  points: changeText(each.points),
                  error: each.error,
                  n: each.games,
                }),
              ),
            ),
          ),
        ),
    );
  }

  /** @param {Leaderboard} shown */
  function ranking({ players }) {
    const heads = [t("leaderboard.place"), t("leaderboard.name"), t("rating.label"), t("leaderboard.games")];
    return h(
      "table",
      { class: "ranking", "data-testid": "ranking" },
      h("caption", { class: "visually-hidden" }, t(`pool.${pool}`)),
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          heads.map((head) => h("th", { scope: "col" }, head)),
        ),
      ),
      h(
        "tbody",
        null,
        players.map((each, index) =>
          h(
            "tr",
            null,
            h("td", { class: "numeric" }, String(index + 1)),
            h("th", { scope: "row" }, whoLink(app, each.who)),
            h("td", { class: "numeric" }, `${each.rating}\u00a0±\u00a0${each.deviation}`),
            h("td", { class: "numeric" }, String(each.games)),
          ),
        ),
      ),
    );
  }

  const stop = app.watch(render);
  void load();

  return {
    title: t("leaderboard.title"),
    element,
    close() {
      closed = true;
      stop();
    },
  };
}
