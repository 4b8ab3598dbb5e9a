import { emblem } from "../components/emblem.js";
import { lineFacts } from "../components/line_facts.js";
import { profileCards } from "../components/profile.js";
import { smallBoard } from "../components/small_board.js";
import { strengthCurve } from "../components/strength.js";
import { addBotTexts } from "../i18n/bot_texts.js";
import { language, t } from "../i18n/index.js";
import { openingName } from "../i18n/opening.js";
import { clockName, dateText, errorText, levelName, rulesName, sizeName, versionText } from "../i18n/words.js";
import { canPlay, isTwin, twinOf } from "../lib/ladder.js";
import { h } from "../lib/dom.js";
import { actions, morph } from "../lib/morph.js";
import { beginOf, entryOf, pointsOf } from "../lib/line.js";
import { botPath, linePath, pathOf } from "../lib/router.js";
import { gameStarter } from "../lib/start_game.js";
import { DEFAULTS, against, isDefault, loadTerms } from "../lib/terms.js";

/** @import {App, Page} from "../lib/app.js" */
/** @import {PlayerProfile, PracticeTotal} from "../protocol.js" */
/** @import {BotPage, LevelInfo, LineInfo} from "../lib/api.js" */

/**
 * Page of a bot: character, strength, learned knowledge, versions.
 *
 * @param {App} app
 * @param {string} level
 * @returns {Page}
 */
export function botPage(app, level) {
  addBotTexts();
  /** @type {BotPage | null} */
  let bot = null;
  /** @type {PlayerProfile | null} */
  let profile = null;
  /** @type {unknown} */
  let failure = null;
  let closed = false;
  const start = gameStarter(app, () => closed);
  const title = h("h1", { tabindex: -1 }, t("bot.title"));
  const sign = emblem({ level: Number(level) });
  sign.hidden = true; // until it is known that there is this bot
  const content = h("div", { class: "stack" }, h("p", { role: "status" }, t("loading")));
  const element = h(
    "div",
    { class: "page page--bot" },
    h(
      "div",
      { class: "page-head" },
      h("div", { class: "row row--tight" }, sign, title),
      h("a", { href: pathOf("play") }, t("bot.all")),
    ),
    content,
  );

  actions(element, {
    play: () => {
      if (!bot) return;
      return start(against(termsFor(bot.info), bot.info.level));
    },
  });

  async function load() {
    try {
      [bot, profile] = await Promise.all([app.api.bot(level), app.api.botProfile(level)]);
    } catch (error) {
      failure = error;
    }
    if (!closed) render();
  }

  function render() {
    if (failure)
      morph(
        content,
        h(
          "div",
          { class: "empty" },
          h("p", { role: "alert" }, errorText(failure)),
          h("a", { class: "button", href: pathOf("lobby") }, t("missing.home")),
        ),
      );
    if (!bot) return;
    const { info, curve, versions } = bot;
    const lang = language();
    title.textContent = info.name[lang] ?? info.name.en;
    app.setTitle(title.textContent);
    sign.hidden = false;
    morph(
      content,
      h(
        "section",
        { class: "card stack stack--tight", "data-key": "who" },
        h("p", null, info.character[lang] ?? info.character.en),
        h("p", { class: "numeric" }, eloText(info)),
        typeof info.elo === "number"
          && (profile?.ratings.length ?? 0) > 0
          && h("p", { class: "muted small" }, t("bot.scales")),
        h("p", { class: "muted small" }, t(info.learns ? "bot.learns" : "bot.learns_not"), " ", sibling(info)),
        h(
          "div",
          null,
          h(
            "button",
            {
              type: "button",
              class: "button button--primary",
              "data-do": "play",
              "aria-disabled": info.ready === false ? "true" : null,
            },
            t("bot.play"),
          ),
        ),
        h("p", { class: "muted small", "data-testid": "bot-terms" }, termsText(info)),
      ),
      h(
        "div",
        { class: "bot-columns", "data-key": "columns" },
        h(
          "div",
          { class: "stack", "data-key": "strength-column" },
          h(
            "section",
            { class: "card stack stack--tight", "aria-labelledby": "bot-strength", "data-key": "strength" },
            h("h2", { id: "bot-strength" }, t("bot.strength")),
            ...(curve.length
              ? strengthCurve(curve)
              : [h("p", null, t("bot.too_few", { n: bot.games, needed: bot.needed }))]),
            curve.length > 0 && h("p", { class: "muted small" }, t("bot.interval")),
          ),
          bot.practice
            && h(
              "section",
              { class: "card stack stack--tight", "aria-labelledby": "bot-practice", "data-key": "practice" },
              h("h2", { id: "bot-practice" }, t("bot.practice")),
              h("p", null, practiceText(bot.practice)),
            ),
          info.learns === true && lessons("bot.newest", "bot.newest_none", bot.newest ?? []),
          info.learns === true && lessons("bot.held", "bot.held_none", bot.held ?? []),
        ),
        h(
          "div",
          { class: "stack", "data-key": "games-column" },
          ...(profile ? profileCards(app, profile) : []),
          h(
            "section",
            { class: "card", "data-key": "versions" },
            h("details", { "data-key": "versions-list" }, h("summary", null, t("bot.versions")), versionList(versions)),
          ),
        ),
      ),
    );
  }

  /** Return the last terms, as far as the bot can play on them. @param {LevelInfo} info */
  function termsFor(info) {
    const terms = loadTerms();
    if (canPlay(info, terms)) return { ...terms, rated: terms.rated && !isTwin(info) };
    return canPlay(info, DEFAULTS) ? DEFAULTS : { ...DEFAULTS, rules: info.rules[0], size: info.sizes[0] };
  }

  /** Describe the game that the button starts, if it is not the usual one. @param {LevelInfo} info */
  function termsText(info) {
    const terms = termsFor(info);
    if (isDefault(terms)) return null;
    const { rules, size, opening = "free", clock, rated } = against(terms, info.level);
    const told = [rulesName(rules), openingName(opening), sizeName(size), clockName(clock), rated && t("game.rated")];
    return t("bot.terms", { terms: told.filter(Boolean).join(" · ") });
  }

  /** Link between a bot and its first-day twin. @param {LevelInfo} info */
  function sibling(info) {
    const other = isTwin(info) ? (info.twin_of ?? null) : (twinOf(app.levels, info.level)?.level ?? null);
    return (
      other !== null
      && h(
        "a",
        { href: botPath(other) },
        t(isTwin(info) ? "bot.today" : "bot.first_day", { name: levelName(app.levels, other) }),
      )
    );
  }

  /** @param {"bot.newest" | "bot.held"} heading @param {string} none @param {LineInfo[]} lines */
  function lessons(heading, none, lines) {
    return h(
      "section",
      { class: "card stack stack--tight", "aria-labelledby": heading, "data-key": heading },
      h("h2", { id: heading }, t(heading)),
      lines.length
        ? h(
            "ul",
            { class: "list" },
            lines.map((line) =>
              h(
                "li",
                { class: "list-item" },
                lostBoard(line),
                h(
                  "div",
                  { class: "grow stack stack--tight" },
                  h("a", { class: "list-title", href: linePath(line.game) }, t("line.wins_from", entryOf(line))),
                  ...lineFacts(app, line).slice(1, 3),
                ),
              ),
            ),
          )
        : h("p", { class: "muted" }, t(none)),
    );
  }

  const stop = app.watch(render);
  void load();

  return {
    title: t("bot.title"),
    element,
    close() {
      closed = true;
      stop();
    },
  };
}

/** Tell how strong a bot is; what it learns does not count. @param {LevelInfo} info */
function eloText({ elo, learns }) {
  if (typeof elo !== "number") return t("bot.no_elo");
  return t(learns ? "bot.elo" : "bot.elo_only", { elo });
}

/** Tell how often a bot holds what it lost, now and before it practised. @param {PracticeTotal} practice */
function practiceText({ lost: n, held, tests, held_after, tests_after }) {
  const share = (/** @type {number} */ part, /** @type {number} */ all) => Math.round((100 * part) / Math.max(1, all));
  return t("bot.practised", { n, before: share(held, tests), after: share(held_after, tests_after) });
}

/** Draw the bot's mistake, crossed out, and the first move of the win. @param {LineInfo} line */
function lostBoard(line) {
  const [begin, points] = [beginOf(line), pointsOf(line)];
  return smallBoard(line, points.slice(0, begin + 2), { from: begin, never: points[begin] });
}

/** List the versions of a bot with their scores. @param {BotPage["versions"]} versions */
function versionList(versions) {
  return versions.length
    ? h(
        "ul",
        { class: "list" },
        versions.map((each) =>
          h(
            "li",
            { class: "list-item" },
            h(
              "span",
              { class: "grow" },
              h(
                "span",
                { class: "list-title" },
                each.weights
                  ? t("bot.with_weights", { version: versionText(each.version), weights: each.weights })
                  : versionText(each.version),
              ),
              h("span", { class: "muted small" }, `${dateText(each.since)} – ${dateText(each.until)}`),
            ),
            h(
              "span",
              { class: "numeric small" },
              t("bot.score", { won: each.won, drawn: each.drawn, lost: each.lost }),
            ),
          ),
        ),
      )
    : h("p", { class: "muted" }, t("bot.versions_none"));
}
