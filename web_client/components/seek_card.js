import { t } from "../i18n/index.js";
import { openingName } from "../i18n/opening.js";
import { clockName, levelName, rulesName, sizeName } from "../i18n/words.js";
import { h } from "../lib/dom.js";
import { actions, morph } from "../lib/morph.js";
import { againstBot, loadWishes, openingsOf, saveWishes, SEEK_CLOCKS } from "../lib/seeks.js";
import { waitText } from "../lib/time.js";
import { seekForm } from "./seek_form.js";

/** @import {App} from "../lib/app.js" */
/** @import {LevelInfo} from "../lib/api.js" */
/** @import {ClockSpec} from "../lib/messages.js" */
/** @import {Wishes} from "../lib/seeks.js" */
/** @import {Create} from "../lib/terms.js" */

/** Number of names per kind of wish in one line. */
const NAMED = 3;

/**
 * Line that summarises a seek, by kind of wish, the preferred ones first.
 *
 * @param {Wishes} wishes
 * @param {readonly ClockSpec[]} clocks
 * @param {boolean} [own]  whether the wishes are the viewer's
 * @returns {HTMLElement}
 */
export function wishesLine(wishes, clocks, own = false) {
  const { rules, sizes, color, rated, within } = wishes;
  const openings = openingsOf(wishes);
  const begins = !rated && openings.length === 1 && openings[0] === "free" ? [] : openings.map(openingName);
  const parts = [
    few(rules.map(rulesName)),
    few(begins),
    few(sizes.map(sizeName)),
    few(clocks.map(clockName)),
    within === null ? "" : `±${within}`,
    color === "random" ? "" : own ? `${t("seek.first")}: ${t(`seek.first.${color}`)}` : t(`seek.color.${color}`),
    own && !rated ? t("play.casual") : "",
  ];
  return h(
    "span",
    { class: "game-line" },
    h("span", { class: "muted small" }, parts.filter(Boolean).join(" · ")),
    rated && h("span", { class: "badge" }, t("game.rated")),
  );
}

/** @param {string[]} names */
const few = (names) =>
  [...names.slice(0, NAMED), ...(names.length > NAMED ? [`+${names.length - NAMED}`] : [])].join(" / ");

/**
 * Search for an opponent on the last terms. Meanwhile it shows the waiting time and a bot that would play: after a while,
 * or at once while nobody else is here.
 *
 * @param {App} app
 * @param {(create: Create) => void} create
 * @param {() => LevelInfo | null} meanwhile  the bot to offer at once; null if somebody may come
 * @returns {{element: HTMLElement, begin: () => void, update: () => void, close: () => void}}
 */
export function seekCard(app, create, meanwhile) {
  let wishes = loadWishes();
  /** The search whose offer was declined. @type {unknown} */
  let declined = null;
  const state = h("div", { class: "stack stack--tight" });
  const said = h("p", { class: "visually-hidden", role: "status", "data-testid": "seek-said" });
  const form = seekForm(wishes, (now) => {
    wishes = now;
    saveWishes(now);
    render();
  });
  /** The button that began the search. @type {HTMLElement | null} */
  let asking = null;
  const line = h("span", null);
  const change = h("details", { class: "seek-wishes" }, h("summary", null, t("seek.change"), line), form);
  const element = h(
    "section",
    { class: "stack stack--tight", "aria-label": t("seek.title"), "data-testid": "seek" },
    state,
    said,
    change,
  );

  actions(element, {
    "seek-stop": () => attempt(app.seeking.stop()),
    "seek-wait": () => wait(),
    "seek-bot": ({ level }) => playBot(Number(level)),
  });

  /** @param {Promise<void>} work */
  async function attempt(work) {
    try {
      await work;
    } catch (error) {
      app.refuse(error);
    }
  }

  function wait() {
    declined = app.seeking.search;
    app.seeking.declineBot();
  }

  /** Return the bot that is offered, and whether it is because nobody else is here. */
  function offered() {
    const { search } = app.seeking;
    if (!search) return { bot: null, alone: false };
    if (search.level !== null) return { bot: search.level, alone: false };
    const level = search === declined ? null : meanwhile();
    return { bot: level && againstBot(search.wishes, level) ? level.level : null, alone: true };
  }

  /** @param {number} number */
  async function playBot(number) {
    const level = app.levels.find((each) => each.level === number);
    const game = level && againstBot(app.seeking.search?.wishes ?? wishes, level);
    await attempt(app.seeking.stop());
    if (game) create(game);
  }

  const clocksOf = (/** @type {Wishes} */ { clocks }) =>
    SEEK_CLOCKS.filter(({ name }) => clocks.includes(name)).map(({ clock }) => clock);

  const waited = () => waitText(app.seeking.search ? performance.now() - app.seeking.search.since : 0);

  function render() {
    const { search } = app.seeking;
    change.hidden = search !== null;
    const shown = search?.wishes ?? wishes;
    const { bot, alone } = offered();
    const offer = bot === null ? "" : t(alone ? "seek.alone" : "seek.bot", { name: levelName(app.levels, bot) });
    const words = search ? offer || t("seek.searching") : "";
    if (said.textContent !== words) said.textContent = words;
    const focused = state.contains(document.activeElement);
    line.replaceChildren(wishesLine(shown, clocksOf(shown), true));
    state.hidden = search === null;
    morph(
      state,
      search
        && h(
          "div",
          { class: "row", "data-key": "searching", "data-testid": "searching" },
          h("span", null, t("seek.searching")),
          h("span", { class: "numeric muted", role: "timer", "aria-label": t("seek.time") }, waited()),
          h("button", { type: "button", class: "button button--small", "data-do": "seek-stop" }, t("seek.cancel")),
        ),
      bot !== null
        && h(
          "div",
          { class: "notice offer", "data-key": "bot", "data-testid": "seek-bot" },
          h("p", null, offer),
          h(
            "div",
            { class: "row" },
            h(
              "button",
              { type: "button", class: "button button--primary", "data-do": "seek-bot", "data-level": bot },
              t("seek.bot_play", { name: levelName(app.levels, bot) }),
            ),
            h("button", { type: "button", class: "button", "data-do": "seek-wait" }, t("seek.bot_wait")),
          ),
        ),
    );
    // the focused button was pressed and is gone
    if (focused && !state.contains(document.activeElement)) (state.querySelector("button") ?? asking)?.focus();
  }

  const stop = app.seeking.watch(render);
  const ticking = setInterval(() => {
    const timer = state.querySelector("[role=timer]");
    if (timer) timer.textContent = waited();
  }, 1000);
  render();

  return {
    element,
    begin() {
      asking = /** @type {HTMLElement | null} */ (document.activeElement);
      void attempt(app.seeking.begin(wishes));
      state.querySelector("button")?.focus();
    },
    update: render,
    close() {
      stop();
      clearInterval(ticking);
    },
  };
}
