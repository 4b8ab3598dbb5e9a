import { learnTabs } from "../components/learn_tabs.js";
import { calendarText, puzzleTask, solvedText } from "../components/puzzle_words.js";
import { smallBoard } from "../components/small_board.js";
import { t } from "../i18n/index.js";
import { addPuzzleTexts } from "../i18n/puzzle_texts.js";
import { errorText, rulesName } from "../i18n/words.js";
import { h } from "../lib/dom.js";
import { nextPath, readWishes } from "../lib/puzzle_filter.js";
import { markText } from "../lib/rating.js";
import { RULES } from "../lib/rules.js";
import { dailyPath, pathOf, playerPath, runPath } from "../lib/router.js";
import { clockText } from "../lib/time.js";

/** @import {App, Page} from "../lib/app.js" */
/** @import {DailyPuzzle, PuzzleOverview} from "../lib/api.js" */
/** @import {Rules} from "../lib/messages.js" */

const STORM_MS = 180_000;
/** How soon to look again where there are no puzzles: those of a fresh server come within a minute. */
const AGAIN_MS = 5_000;

/**
 * Page of all puzzles: the one of the day on its board, and three more ways to solve some, with what the player has
 * reached in each.
 *
 * @param {App} app
 * @param {URLSearchParams} query  rules
 * @returns {Page}
 */
export function puzzlesPage(app, query) {
  addPuzzleTexts();
  const wishes = readWishes(query);
  let closed = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let again;
  const place = h("div", { class: "stack" }, h("p", { role: "status" }, t("loading")));
  const element = h(
    "div",
    { class: "page page--path" },
    h("div", { class: "page-head" }, h("h1", { tabindex: -1 }, t("puzzle.title")), learnTabs("puzzles")),
    place,
  );

  async function load() {
    try {
      const overview = await app.api.puzzles(wishes.rules);
      if (closed) return;
      place.replaceChildren(...(overview.rules ? choices(overview, overview.rules) : none()));
      if (!overview.rules) again = setTimeout(load, AGAIN_MS);
    } catch (error) {
      if (!closed) place.replaceChildren(h("p", { role: "alert" }, errorText(error)));
    }
  }

  void load();
  return {
    title: t("puzzle.title"),
    element,
    close() {
      closed = true;
      clearTimeout(again);
    },
  };
}

/** @param {PuzzleOverview} overview @param {Rules} rules */
function choices({ rating = null, daily = null, days = 0, streak = 0, storm = 0, choices: all, week = [] }, rules) {
  const besides = h(
    "div",
    { class: "stack" },
    h(
      "div",
      { class: "puzzle-tiles" },
      tile(nextPath({ kind: null, rules, theme: null, band: null }), "solve", rating ? markText(rating) : "1500?", [
        t("puzzles.solve.hint"),
      ]),
      tile(runPath("streak", rules), "streak", "1 2 3", [t("puzzles.streak.hint"), streak > 0 && best(streak)]),
      tile(runPath("storm", rules), "storm", clockText(STORM_MS), [t("puzzles.storm.hint"), storm > 0 && best(storm)]),
    ),
    all.length > 1
      && h(
        "nav",
        { class: "segments puzzle-rules", "aria-label": t("create.rules") },
        RULES.filter((each) => all.includes(each)).map((each) =>
          h(
            "a",
            { href: `${pathOf("puzzles")}?rules=${each}`, "aria-current": each === rules ? "page" : null },
            rulesName(each),
          ),
        ),
      ),
    week.length > 0
      && h(
        "section",
        { class: "card stack stack--tight puzzle-week" },
        h("h2", null, t("puzzles.week")),
        h(
          "ol",
          { class: "list" },
          week.map(({ who, score }) =>
            h(
              "li",
              { class: "list-item" },
              h("a", { class: "grow", href: playerPath(who.name ?? "") }, who.name),
              h("span", { class: "numeric" }, String(score)),
            ),
          ),
        ),
      ),
  );
  return [h("div", { class: "puzzle-choices" }, daily && dailyTile(daily, days, rules), besides)];
}

/** Position of the day's puzzle, which leads to it. @param {DailyPuzzle} daily @param {number} days @param {Rules} rules */
const dailyTile = ({ puzzle, date, solved, yours }, days, rules) =>
  h(
    "a",
    {
      class: yours === "solved" ? "tile puzzle-daily is-done" : "tile puzzle-daily",
      href: dailyPath(rules),
      "data-testid": "tile-daily",
    },
    smallBoard(puzzle, puzzle.stones),
    h(
      "span",
      { class: "tile-words" },
      h("strong", null, t("puzzles.daily")),
      h("span", { class: "puzzle-task" }, puzzleTask(puzzle)),
      h(
        "span",
        { class: "small numeric" },
        [
          calendarText(date),
          yours ? t(`puzzle.yours.${yours}`) : solvedText(solved),
          days > 0 && t("puzzles.days", { n: days }),
        ]
          .filter(Boolean)
          .join(" · "),
      ),
    ),
  );

/** @param {number} n */
const best = (n) => t("puzzles.best", { n });

/**
 * @param {string} href
 * @param {"solve" | "streak" | "storm"} name
 * @param {string} figure
 * @param {(string | false)[]} words
 */
const tile = (href, name, figure, words) =>
  h(
    "a",
    { class: "tile puzzle-tile", href, "data-testid": `tile-${name}` },
    h("span", { class: "puzzle-figure numeric", "aria-hidden": "true" }, figure),
    h(
      "span",
      { class: "tile-words" },
      h("strong", null, t(`puzzles.${name}`)),
      words.map((line) => line && h("span", { class: "small" }, line)),
    ),
  );

/** Say that there is nothing to solve, and where there is. */
const none = () => [
  h(
    "div",
    { class: "empty stack" },
    h("p", { role: "status", "data-testid": "none" }, t("puzzles.none")),
    h("a", { class: "button button--primary", href: pathOf("learn") }, t("puzzles.learn")),
  ),
];
