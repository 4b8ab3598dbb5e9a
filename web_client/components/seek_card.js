import { t } from "../i18n/index.js";
import { openingName } from "../i18n/opening.js";
import { clockName, levelName, rulesName, sizeName } from "../i18n/words.js";
import { h } from "../lib/dom.js";
import { actions, morph } from "../lib/morph.js";
import { againstBot, loadWishes, openingsOf, saveWishes, SEEK_CLOCKS } from "../lib/seeks.js";
import { waitText } from "../lib/time.js";
import { seekForm } from "./seek_form.js";

/** @import {App} from "../lib/app.js" */
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
 * Card that seeks an opponent on the last terms with one press; meanwhile it shows the waiting time and, after a while,
 * a bot that would play.
 *
 * @param {App} app
 * @param {(create: Create) => void} create
 * @returns {{element: HTMLElement, update: () => void, close: () => void}}
 */
export function seekCard(app, create) {
  let wishes = loadWishes();
  const state = h("div", { class: "stack stack--tight" });
  const said = h("p", { class: "visually-hidden", role: "status", "data-testid": "seek-said" });
  const form = seekForm(wishes, (now) => {
    wishes = now;
    saveWishes(now);
    render();
  });
  const change = h("details", null, h("summary", null, t("seek.change")), form);
  const element = h(
    "section",
    { class: "card stack stack--tight", "aria-labelledby": "seek-title", "data-testid": "seek" },
    h("h2", { id: "seek-title" }, t("seek.title")),
    state,
    said,
    change,
  );

  actions(element, {
    "seek-now": () => begin(),
    "seek-stop": () => attempt(app.seeking.stop()),
    "seek-wait": () => app.seeking.declineBot(),
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

  async function begin() {
    await attempt(app.seeking.begin(wishes));
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
    const bot = search?.level ?? null;
    const shown = search?.wishes ?? wishes;
    const name = bot === null ? "" : levelName(app.levels, bot);
    const words = !search ? "" : bot === null ? t("seek.searching") : t("seek.bot", { name });
    if (said.textContent !== words) said.textContent = words;
    const focused = state.contains(document.activeElement);
    morph(
      state,
      h("p", null, wishesLine(shown, clocksOf(shown), true)),
      search
        ? h(
            "div",
            { class: "row", "data-key": "searching", "data-testid": "searching" },
            h("span", null, t("seek.searching")),
            h("span", { class: "numeric muted", role: "timer", "aria-label": t("seek.time") }, waited()),
            h("button", { type: "button", class: "button button--small", "data-do": "seek-stop" }, t("seek.cancel")),
          )
        : h(
            "div",
            { class: "stack stack--tight", "data-key": "idle" },
            h(
              "div",
              null,
              h("button", { type: "button", class: "button button--primary", "data-do": "seek-now" }, t("seek.now")),
            ),
            h("p", { class: "muted small" }, t("seek.hint")),
          ),
      bot !== null
        && h(
          "div",
          { class: "notice offer", "data-key": "bot", "data-testid": "seek-bot" },
          h("p", null, t("seek.bot", { name })),
          h(
            "div",
            { class: "row" },
            h(
              "button",
              { type: "button", class: "button button--primary", "data-do": "seek-bot", "data-level": bot },
              t("seek.bot_play", { name }),
            ),
            h("button", { type: "button", class: "button", "data-do": "seek-wait" }, t("seek.bot_wait")),
          ),
        ),
    );
    if (focused && !state.contains(document.activeElement)) state.querySelector("button")?.focus(); // the focused button was pressed and is gone
  }

  const stop = app.seeking.watch(render);
  const ticking = setInterval(() => {
    const timer = state.querySelector("[role=timer]");
    if (timer) timer.textContent = waited();
  }, 1000);
  render();

  return {
    element,
    update: render,
    close() {
      stop();
      clearInterval(ticking);
    },
  };
}
