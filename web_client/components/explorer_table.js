import { t } from "../i18n/index.js";
import { colorName, dayText, listText, resultText, sideName } from "../i18n/words.js";
import { h } from "../lib/dom.js";
import { gamesOf, leadOf, named, percents, shareText } from "../lib/explorer.js";
import { pointName } from "../lib/geometry.js";
import { gamePath } from "../lib/router.js";
import { signed } from "./emblem.js";

/** @import {App} from "../lib/app.js" */
/** @import {Explored, ExplorerMove} from "../lib/api.js" */
/** @import {Place} from "../lib/explorer.js" */
/** @import {Rules} from "../lib/messages.js" */

/**
 * @typedef {object} Asking
 * @property {Explored | null} answer  for the shown position, or the previous answer until it arrives
 * @property {unknown} failure
 * @property {boolean} loading
 */

/**
 * Table of the games that reached a position and of the moves played there. A press on a move triggers
 * `data-do="explore"` with its point in `data-point`.
 *
 * @param {Place} place
 * @param {Asking} asking
 * @returns {Node[]}
 */
export function explorerTable(place, { answer, failure, loading }) {
  if (failure) return [h("p", { class: "muted", role: "alert", "data-key": "failure" }, t("explorer.failed"))];
  if (!answer) return [h("p", { class: "muted", role: "status", "data-key": "summary" }, t("loading"))];
  const games = gamesOf(answer.results);
  const { rules } = place;
  return [
    h(
      "p",
      { role: "status", "data-key": "summary", "data-testid": "explorer-summary", class: games ? "" : "muted" },
      loading ? t("loading") : summary(answer, place),
    ),
    ...(games ? [bar(answer.results, rules, 8)] : []),
    ...judged(answer, rules),
    ...(answer.moves.length ? [moves(answer, place)] : []),
  ];
}

/**
 * Show the proven result, unless the game ends here; else the engine's estimate.
 *
 * @param {Explored} answer
 * @param {Rules} rules
 * @returns {Node[]}
 */
function judged({ proven, value, to_move: toMove, result }, rules) {
  if (result) return [];
  if (proven) {
    const words = t(`explorer.position.${proven}`, { color: colorName(toMove, rules) });
    return [h("p", { class: "row row--tight", "data-key": "proven" }, badge(proven), words)];
  }
  if (typeof value !== "number") return [];
  const lead = t(`explorer.lead.${leadOf(value)}`, { color: colorName(value > 0 ? "black" : "white", rules) });
  return [h("p", { class: "muted small", "data-key": "value" }, t("explorer.value", { value: lead }))];
}

/** @param {Explored} answer @param {Place} place */
function summary(answer, { moves: played, who, span, player }) {
  const n = gamesOf(answer.results);
  const { waiting = 0, partial = false, ended } = answer;
  const any = who === "all" && !span && !player;
  return [
    n ? t("explorer.reached", { n }) : "",
    n ? "" : t(played.length ? "explorer.nobody" : any ? "explorer.none" : "explorer.none_such"),
    n && ended ? t("explorer.ended", { n: ended }) : "",
    partial ? t("explorer.partial") : "",
    waiting ? t("explorer.waiting", { n: waiting }) : "",
  ]
    .filter(Boolean)
    .join(" ");
}

/** @param {Explored} answer @param {Place} place */
function moves({ moves: found }, { size, rules }) {
  const all = found.reduce((sum, { results }) => sum + gamesOf(results), 0);
  return h(
    "table",
    { class: "table explorer-table", "data-key": "moves" },
    h("caption", { class: "visually-hidden" }, t("explorer.moves")),
    h(
      "thead",
      null,
      h(
        "tr",
        null,
        h("th", { scope: "col" }, t("explorer.move")),
        h("th", { scope: "col" }, t("explorer.games")),
        h("th", { scope: "col" }, t("explorer.results")),
      ),
    ),
    h(
      "tbody",
      null,
      found.map((move) => row(move, all, size, rules)),
    ),
  );
}

/** @param {ExplorerMove} move @param {number} all @param {number} size @param {Rules} rules */
function row({ points, results, reached = null, proven = null, last }, all, size, rules) {
  const point = named(points, size);
  const name = pointName(point, size);
  const n = gamesOf(results);
  const others = points.filter((other) => other !== point).map((other) => pointName(other, size));
  const images = others.length ? t("explorer.images", { points: listText(others) }) : "";
  const label = [name, images, proven && t(`explorer.move.${proven}`)].filter(Boolean).join(", ");
  return h(
    "tr",
    { "data-key": `move-${point}`, "data-move": name },
    h(
      "th",
      { scope: "row" },
      h(
        "button",
        {
          type: "button",
          class: "button button--small explorer-move",
          "data-do": "explore",
          "data-point": point,
          "data-key": "go",
          "aria-label": label,
        },
        name,
        proven && badge(proven),
      ),
      others.length > 0
        && h(
          "span",
          { class: "muted small explorer-images", title: others.join(" "), "aria-hidden": "true" },
          `×${points.length}`,
        ),
    ),
    h(
      "td",
      { class: "explorer-count" },
      h("span", null, String(n), " ", h("span", { class: "muted small" }, `${shareText(n, all)} %`)),
      reached !== null
        && reached > n
        && h("span", { class: "muted small explorer-reached" }, t("explorer.in_all", { n: reached })),
      h("time", { class: "muted small explorer-last", datetime: new Date(last).toISOString() }, dayText(last)),
    ),
    h("td", { class: "explorer-results" }, bar(results, rules, 24)),
  );
}

/**
 * Bar of the results in the stones' colours, draws striped; parts that are wide enough show their percentage.
 *
 * @param {ExplorerMove["results"]} results
 * @param {Rules} rules
 * @param {number} least  minimum percentage for a label
 */
function bar(results, rules, least) {
  const parts = percents(results);
  const words = t("explorer.bar", { ...parts, first: colorName("black", rules), second: colorName("white", rules) });
  return h(
    "div",
    { class: "results-bar", role: "img", "aria-label": words, title: words, "data-key": "bar" },
    /** @type {const} */ (["black", "draw", "white"])
      .filter((kind) => results[kind])
      .map((kind) =>
        h(
          "span",
          {
            class: `results-part results-part--${kind}`,
            "data-key": kind,
            style: { "--part": String(parts[kind] || 1) },
          },
          h("span", null, parts[kind] >= least ? `${parts[kind]}%` : ""),
        ),
      ),
  );
}

/** @param {"won" | "lost"} proven */
const badge = (proven) =>
  h(
    "span",
    { class: `badge ${proven === "won" ? "badge--good" : "badge--danger"}`, "aria-hidden": "true" },
    t(`explorer.proven.${proven}`),
  );

/**
 * List the newest games that reached a position, as links.
 *
 * @param {App} app
 * @param {Explored} answer
 * @param {number} [most]
 * @returns {Node[]}
 */
export function newestGames(app, { newest: found, ply }, most = found.length) {
  if (!found.length) return [];
  /** @param {Explored["newest"][number]} game */
  const players = (game) => [
    ...signed(game.black, app.levels, sideName(game, "black", app.levels)),
    " – ",
    ...signed(game.white, app.levels, sideName(game, "white", app.levels)),
  ];
  /** @param {number} at */
  const day = (at) => h("time", { class: "muted small", datetime: new Date(at).toISOString() }, dayText(at));
  const shown = found.slice(0, most);
  return [
    h("h3", { "data-key": "newest-title" }, t("explorer.newest")),
    h(
      "ul",
      { class: "list explorer-newest", "data-key": "newest", "data-testid": "newest" },
      shown.map((game) =>
        h(
          "li",
          { "data-key": game.id, "data-game": game.id },
          h(
            "a",
            { class: "list-item", href: gamePath(game.id, ply) },
            h("span", { class: "grow truncate" }, players(game)),
            h("span", { class: "small" }, resultText(game.result, game.rules)),
            day(game.ended_at ?? 0),
          ),
        ),
      ),
    ),
  ];
}
