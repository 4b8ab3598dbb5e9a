import { createBoard } from "../board/board.js";
import { lineFacts, lineTitle } from "../components/line_facts.js";
import { defenceText, neverText, stepText } from "../components/line_text.js";
import { playback, stepOfKey, stepTo } from "../components/playback.js";
import { positionString } from "../components/position_string.js";
import { trapCard } from "../components/trap_card.js";
import { signsText } from "../components/trap_picture.js";
import { t } from "../i18n/index.js";
import { errorText, levelName } from "../i18n/words.js";
import { moverOf } from "../lib/analysis.js";
import { h } from "../lib/dom.js";
import { beatIt, beginOf, defenceMarks, judged, neverMarks, pointsOf, untried } from "../lib/line.js";
import { actions, morph } from "../lib/morph.js";
import { movesText } from "../lib/position_string.js";
import { isRoomId, pathOf } from "../lib/router.js";
import { play } from "../lib/sound.js";
import { gameStarter } from "../lib/start_game.js";
import { signsOf } from "../lib/trap.js";

/** @import {App, Page} from "../lib/app.js" */
/** @import {LineInfo} from "../lib/api.js" */
/** @import {Defence} from "../lib/line.js" */
/** @import {BoardHandle} from "../board/board.js" */

/**
 * Page of a line that beat a bot: step through it, or try to defend its first position.
 *
 * @param {App} app
 * @param {string} id  of the game
 * @returns {Page}
 */
export function linePage(app, id) {
  /** @type {LineInfo | null} */
  let line = null;
  /** @type {unknown} */
  let failure = null;
  let shown = 0;
  /** @type {Defence | null}  a try to find a better move for the bot */
  let defence = null;
  /** @type {BoardHandle | null} */
  let board = null;
  let closed = false;
  const start = gameStarter(app, () => closed);

  const title = h("h1", { tabindex: -1 }, t("line.page"));
  const boardPlace = h("div", { class: "board-place" });
  const says = h("p", { class: "status", role: "status", "data-testid": "line-says" });
  const never = h("p", { class: "small", "data-testid": "line-never" });
  const buttons = h("div", { class: "row room-actions" });
  const steps = h("div", { class: "row playback", role: "group", "aria-label": t("step.label") });
  const string = positionString(() => (line ? movesText(movesShown(line), line.size) : ""));
  const facts = h("section", { class: "card stack stack--tight" });
  const traps = h("section", { class: "stack stack--tight line-traps", "aria-label": t("traps.title") });
  const waiting = h("div", { class: "empty play-head" }, h("p", { role: "status" }, t("loading")));
  const playing = [
    h("div", { class: "play-board", hidden: true }, boardPlace, steps),
    h(
      "div",
      { class: "play-side", hidden: true },
      h("section", { class: "card stack stack--tight" }, says, never, buttons),
      facts,
      h("section", { class: "card" }, string),
      traps,
    ),
  ];
  const element = h(
    "div",
    { class: "page page--play" },
    h(
      "div",
      { class: "play" },
      h("div", { class: "page-head play-head" }, title, h("a", { href: pathOf("traps") }, t("line.back"))),
      waiting,
      playing,
    ),
  );

  actions(element, {
    step: ({ step }) => stepBy(step),
    defend: () => {
      defence = untried;
      render();
      board?.focus();
    },
    "leave-defence": () => {
      defence = null;
      render();
    },
    beat: () => line && start(beatIt(line)),
  });

  async function load() {
    try {
      if (!isRoomId(id)) throw Object.assign(new Error(), { code: "not_found" });
      line = await app.api.line(id);
      shown = beginOf(line);
    } catch (error) {
      failure = error;
    }
    if (!closed) render();
  }

  /** @param {string | undefined} step */
  function stepBy(step) {
    if (!line) return;
    defence = null;
    const before = shown;
    shown = stepTo(step, shown, pointsOf(line).length);
    if (shown === before + 1) play("stone");
    render();
  }

  /** @param {number} point */
  async function tryAt(point) {
    if (!defence || defence.state === "trying") return;
    defence = { point, state: "trying", line: [] };
    play("stone");
    render();
    try {
      const tried = await app.session.command({ t: "defend", game: id, point });
      if (closed || !defence) return;
      defence = judged(point, tried);
    } catch (error) {
      defence = defence && untried;
      app.refuse(error);
    }
    if (!closed) render();
  }

  function render() {
    for (const part of playing) part.hidden = line === null;
    waiting.hidden = line !== null;
    if (!line) {
      if (failure)
        morph(
          waiting,
          h("p", { role: "alert" }, errorText(failure)),
          h("a", { class: "button", href: pathOf("traps") }, t("line.back")),
        );
      return;
    }
    const name = levelName(app.levels, line.level);
    morph(title, ...lineTitle(app, line));
    app.setTitle(title.textContent ?? "");
    renderBoard(line);
    const words = defence ? defenceText(line, defence) : stepText(line, shown);
    if (says.textContent !== words) says.textContent = words;
    says.className =
      defence?.state === "held" ? "status status--won" : defence?.state === "lost" ? "status status--lost" : "status";
    morph(never, h("span", { class: "never-sign", "aria-hidden": "true" }, "✕ "), neverText(line, name));
    morph(
      buttons,
      line.exercise
        && !defence
        && h(
          "button",
          { type: "button", class: "button button--primary", "data-do": "defend", "data-key": "defend" },
          t("line.defend"),
        ),
      defence
        && h(
          "button",
          { type: "button", class: "button", "data-do": "leave-defence", "data-key": "leave" },
          t("line.leave"),
        ),
      h("button", { type: "button", class: "button", "data-do": "beat", "data-key": "beat" }, t("line.beat", { name })),
    );
    morph(steps, ...playback(shown, pointsOf(line).length));
    morph(facts, ...lineFacts(app, line));
    string.refresh();
    const now = line;
    morph(
      traps,
      ...line.traps.map((trap) => trapCard(trap, Infinity, { winner: now.winner })),
      line.traps.length > 0 && h("p", { class: "muted small" }, signsText(signsOf(line.traps))),
    );
  }

  /** @param {LineInfo} now */
  const movesShown = (now) => pointsOf(now).slice(0, defence ? beginOf(now) : shown);

  /** @param {LineInfo} now */
  function renderBoard(now) {
    const { numbers, coordinates, confirmTouch } = app.settings.values;
    board ??= createBoard(boardPlace, {
      size: now.size,
      rules: now.rules,
      translate: (key, parameters) => t(key, parameters),
    });
    board.configure({ confirmTouch });
    board.playTo(defence ? tryAt : undefined);
    const moves = defence ? now.stones.slice(0, beginOf(now)) : pointsOf(now);
    board.update({
      moves,
      shown: defence ? moves.length : shown,
      toMove: moverOf(defence ? moves.length : shown),
      canPlay: defence !== null && defence.state !== "trying",
      winningLine: null,
      showNumbers: numbers,
      showCoordinates: coordinates,
      marks: defence ? defenceMarks(now, defence) : neverMarks(now, shown, t("line.never.mark")),
    });
  }

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    const step = stepOfKey(event);
    if (!line || event.defaultPrevented) return;
    if (event.key === "Escape" && defence) {
      defence = null;
      render();
    }
    if (!step) return;
    event.preventDefault();
    stepBy(step);
  }

  document.addEventListener("keydown", onKey);
  const stop = [app.watch(render), app.settings.watch(render)];
  void load();

  return {
    title: t("line.page"),
    element,
    close() {
      closed = true;
      document.removeEventListener("keydown", onKey);
      for (const each of stop) each();
      board?.destroy();
    },
  };
}
