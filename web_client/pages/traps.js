import { learnedList } from "../components/learned_list.js";
import { playback, stepOfKey, stepTo } from "../components/playback.js";
import { positionString } from "../components/position_string.js";
import { trapCard } from "../components/trap_card.js";
import { signsText, trapPicture } from "../components/trap_picture.js";
import { t } from "../i18n/index.js";
import { colorName, errorText, sentences } from "../i18n/words.js";
import { h } from "../lib/dom.js";
import { at, pointName } from "../lib/geometry.js";
import { actions, morph } from "../lib/morph.js";
import { movesText } from "../lib/position_string.js";
import { linePath, pathOf } from "../lib/router.js";
import { play } from "../lib/sound.js";
import { attackerOf, isOrdered, pictureOf, signsOf } from "../lib/trap.js";

/** @import {PatternInfo} from "../lib/api.js" */
/** @import {App, Page} from "../lib/app.js" */
/** @import {Color} from "../lib/messages.js" */

/** Maximum number of games named on a card of the list. */
const SOURCES = 3;

/**
 * Page of the traps that beat the bots, newest first.
 *
 * @param {App} app
 * @param {URLSearchParams} query  `rules` filters
 * @returns {Page}
 */
export function trapsPage(app, query) {
  return learnedList(app, query, {
    path: `${pathOf("traps")}?all=1`,
    hint: t("traps.hint"),
    other: { path: pathOf("traps"), title: t("lines.by_line") },
    none: t("traps.none"),
    more: t("traps.more"),
    async fetch(wanted) {
      const { patterns, total, next } = await app.api.patterns(wanted);
      return { items: patterns, total, next };
    },
    show: (patterns, total) => [
      h("p", { class: "muted small" }, t("traps.count", { n: total })),
      h(
        "ul",
        { class: "traps", "data-testid": "traps" },
        patterns.map((pattern) => h("li", { "data-key": pattern.key }, trapCard(pattern, SOURCES))),
      ),
    ],
  });
}

/**
 * Page of one learned trap, which can be played through.
 *
 * @param {App} app
 * @param {string} name  key
 * @returns {Page}
 */
export function trapPage(app, name) {
  /** @type {PatternInfo | null} */
  let trap = null;
  let shown = 0;
  const place = h("div", { class: "trap-single" }, h("p", { role: "status" }, t("loading")));
  const picture = h("div", { class: "trap-link" });
  const says = h("p", { class: "status", role: "status", "data-testid": "trap-says" });
  const steps = h("div", { class: "row playback", role: "group", "aria-label": t("step.label") });
  const element = h(
    "div",
    { class: "page page--narrow" },
    h(
      "div",
      { class: "page-head" },
      h("h1", { tabindex: -1 }, t("traps.one")),
      h("a", { href: pathOf("traps") }, t("traps.all")),
    ),
    place,
  );

  actions(element, { step: ({ step }) => stepBy(step) });

  async function load() {
    try {
      const pattern = await app.api.pattern(name);
      trap = pattern;
      const card = trapCard(pattern, Infinity, {
        picture: h("div", { class: "stack stack--tight" }, picture, says, steps),
      });
      const learned = pattern.sources.find(({ line = false }) => line);
      place.replaceChildren(
        card,
        h(
          "p",
          { class: "muted small" },
          sentences(t("traps.hint"), signsText(signsOf([pattern])), isOrdered(pattern) && t("traps.order")),
        ),
        ...(learned
          ? [h("div", null, h("a", { class: "button", href: linePath(learned.game) }, t("traps.line")))]
          : []),
      );
      render();
      place.append(...(await origin(pattern)));
    } catch (error) {
      place.replaceChildren(
        h(
          "div",
          { class: "empty" },
          h("p", { role: "alert" }, errorText(error)),
          h("a", { class: "button", href: pathOf("traps") }, t("traps.all")),
        ),
      );
    }
  }

  /** @param {string | undefined} step */
  function stepBy(step) {
    if (!trap) return;
    const before = shown;
    shown = stepTo(step, shown, trap.line?.length ?? 0);
    if (shown === before + 1) play("stone");
    if (shown !== before) render();
  }

  function render() {
    if (!trap) return;
    const attacker = attackerOf(trap);
    picture.replaceChildren(trapPicture(trap, attacker, true, shown));
    const words = stepWords(trap, attacker, shown);
    if (says.textContent !== words) says.textContent = words;
    morph(steps, ...(trap.line?.length ? playback(shown, trap.line.length) : []));
  }

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    const step = stepOfKey(event);
    if (!trap || !step || event.defaultPrevented) return;
    event.preventDefault();
    stepBy(step);
  }

  /**
   * Show the position of the first game that taught the trap, since the trap itself has no order of moves.
   *
   * @param {PatternInfo} pattern
   */
  async function origin({ sources: [source] }) {
    if (!source) return [];
    try {
      const { game, moves } = await app.api.game(source.game);
      const points = moves.slice(0, source.ply).map(({ point }) => point);
      const text = movesText(points, game.size);
      const name = t("traps.position", { ply: source.ply });
      return [
        h(
          "div",
          { class: "card" },
          positionString(() => text, undefined, name),
        ),
      ];
    } catch {
      return []; // the page works without it
    }
  }

  document.addEventListener("keydown", onKey);
  void load();

  return {
    title: t("traps.one"),
    element,
    close: () => document.removeEventListener("keydown", onKey),
  };
}

/**
 * Describe the last shown move of a trap's line, by the coordinates of the picture.
 *
 * @param {PatternInfo} pattern
 * @param {Color} attacker
 * @param {number} shown
 */
function stepWords(pattern, attacker, shown) {
  const { size, moves } = pictureOf(pattern, attacker);
  if (shown === 0) return t("walk.start", { color: colorName(attacker, pattern.rules) });
  const { x, y, color } = moves[shown - 1];
  const words = { n: shown, color: colorName(color, pattern.rules), point: pointName(at(x, y, size), size) };
  if (shown < moves.length) return t(color === attacker ? "walk.attacked" : "walk.answered", words);
  return t(moves.length === 2 * pattern.length - 1 ? "traps.five" : "walk.end", words);
}
