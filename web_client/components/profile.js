/** Public profile of a player or a bot: ratings, results, lessons. */

import { t } from "../i18n/index.js";
import { dayText, rulesName, sentences, whoName } from "../i18n/words.js";
import { h } from "../lib/dom.js";
import { markText } from "../lib/rating.js";
import { botPath, gamePath, pathOf, playerPath } from "../lib/router.js";
import { eloMark, smallEmblem } from "./emblem.js";
import { ratingGraph } from "./rating_graph.js";

/** @import {App} from "../lib/app.js" */
/** @import {Child} from "../lib/dom.js" */
/** @import {Who} from "../lib/messages.js" */
/** @import {PlayerProfile} from "../protocol.js" */

/** @param {App} app @param {PlayerProfile} profile @returns {(Node | null | false)[]} */
export function profileCards(app, profile) {
  return [ratings(profile), record(app, profile), lessons(app, profile)];
}

/** Name of a player or bot, linked to its profile if it has one. @param {App} app @param {Who} who */
export function whoLink(app, who) {
  const name = whoName(who, app.levels);
  if (typeof who.level === "number") return [smallEmblem(who), h("a", { href: botPath(who.level) }, name)];
  return [who.id ? h("a", { href: playerPath(who.name ?? "") }, name) : name];
}

/** @param {PlayerProfile} profile */
function ratings(profile) {
  const { ratings } = profile;
  return card(
    "ratings",
    t("rating.title"),
    ratings.length === 0 && h("p", { class: "muted" }, t("profile.unrated")),
    ...ratings.flatMap((rating) => [
      h(
        "h3",
        { "data-key": `pool-${rating.pool}`, "data-pool": rating.pool },
        t(`pool.${rating.pool}`),
        " ",
        h("span", { class: "numeric" }, markText(rating)),
      ),
      h(
        "p",
        { class: "muted small numeric" },
        t("profile.of_games", { n: rating.games, deviation: rating.deviation }),
        " ",
        h("a", { href: `${pathOf("leaderboard")}?pool=${rating.pool}` }, t("leaderboard.title")),
      ),
      ...(rating.history.length > 1 ? ratingGraph(rating) : []), // one point is no curve
    ]),
    ...atPuzzles(profile),
  );
}

/** Rating at puzzles, days in a row and best streak. @param {PlayerProfile} profile @returns {(Node | false)[]} */
function atPuzzles({ at_puzzles: found }) {
  if (!found) return [];
  return [
    h(
      "h3",
      { "data-key": "puzzles", "data-testid": "puzzle-rating" },
      t("learn.puzzles"),
      " ",
      h("span", { class: "numeric" }, markText(found)),
    ),
    h(
      "p",
      { class: "muted small numeric" },
      t("profile.of_puzzles", { n: found.rated, deviation: found.deviation }),
      " ",
      h("a", { href: pathOf("puzzles") }, t("profile.to_puzzles")),
    ),
    found.most_days > 0 && h("p", { class: "small" }, t("profile.days", { n: found.days, most: found.most_days })),
    found.streak > 0 && h("p", { class: "small" }, t("profile.puzzle_streak", { n: found.streak })),
  ];
}

/** @param {App} app @param {PlayerProfile} profile */
function record(app, profile) {
  const { who, opponents, rules, streak, longest, puzzles, given = 0 } = profile;
  const all = { won: profile.won_in_all, drawn: profile.drawn_in_all, lost: profile.lost_in_all };
  const games = typeof who.level === "number" ? `level=${who.level}` : new URLSearchParams({ player: who.id ?? "" });
  return card(
    "record",
    t("profile.record"),
    all.won + all.drawn + all.lost === 0
      ? h("p", { class: "muted" }, t("profile.none"))
      : h("p", { class: "numeric" }, t(profile.partial ? "profile.score_latest" : "bot.score", all)),
    given > 0 && h("p", { class: "muted small", "data-testid": "given" }, t("profile.given", { n: given })),
    streak !== undefined
      && streak !== null
      && h(
        "p",
        null,
        sentences(
          streak[1] > 1 ? t(`profile.streak.${streak[0]}`, { n: streak[1] }) : t(`profile.last.${streak[0]}`),
          longest > 1 && t("profile.longest", { n: longest }),
        ),
      ),
    puzzles !== undefined
      && puzzles !== null
      && h("p", null, t("profile.puzzles", { solved: puzzles[0], failed: puzzles[1] })),
    rules.length > 0 && h("h3", null, t("profile.by_rules")),
    rules.length > 0 && table(rules.map((each) => [rulesName(each.rules), each])),
    opponents.length > 0 && h("h3", null, t("profile.by_opponent")),
    opponents.length > 0
      && table(opponents.map((each) => [[...whoLink(app, each.who), " ", eloMark(each.who, app.levels)], each])),
    h("p", null, h("a", { href: `${pathOf("games")}?${games}` }, t("profile.games"))),
  );
}

/** @param {[Child | Child[], {won: number, drawn: number, lost: number}][]} rows */
function table(rows) {
  return h(
    "ul",
    { class: "list" },
    rows.map(([name, score]) =>
      h(
        "li",
        { class: "list-item" },
        h("span", { class: "grow" }, name),
        h("span", { class: "numeric small" }, t("bot.score", score)),
      ),
    ),
  );
}

/** @param {App} app @param {PlayerProfile} profile */
function lessons(app, { lost }) {
  if (lost.length === 0) return null;
  return card(
    "lost",
    t("profile.lessons"),
    h(
      "ul",
      { class: "list" },
      lost.map((game) =>
        h(
          "li",
          { class: "list-item" },
          h(
            "a",
            { class: "grow", href: gamePath(game.game, game.mistake ?? game.entry) },
            t("profile.lost_to", { name: whoName(game.opponent, app.levels), n: game.entry + 1 }),
          ),
          h("span", { class: "muted small" }, dayText(game.ended_at)),
        ),
      ),
    ),
  );
}

/** @param {string} key @param {string} heading @param {(Node | null | false)[]} content */
function card(key, heading, ...content) {
  return h(
    "section",
    { class: "card stack stack--tight", "aria-labelledby": `profile-${key}`, "data-key": `profile-${key}` },
    h("h2", { id: `profile-${key}` }, heading),
    ...content,
  );
}
