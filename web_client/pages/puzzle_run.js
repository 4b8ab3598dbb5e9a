import { createBoard } from "../board/board.js";
import { learnTabs } from "../components/learn_tabs.js";
import { puzzleStatus, puzzleTask, ratedText } from "../components/puzzle_words.js";
import { t } from "../i18n/index.js";
import { addPuzzleTexts } from "../i18n/puzzle_texts.js";
import { h } from "../lib/dom.js";
import { actions, morph } from "../lib/morph.js";
import { ask, attempt, judged, ownMoves, restMarks, stonesOf, toMoveOf, withdrawn } from "../lib/puzzle.js";
import { readWishes } from "../lib/puzzle_filter.js";
import { pathOf, puzzlePath } from "../lib/router.js";
import { Refused } from "../lib/session.js";
import { play } from "../lib/sound.js";
import { clockText } from "../lib/time.js";

/** @import {App, Page} from "../lib/app.js" */
/** @import {Attempt} from "../lib/puzzle.js" */
/** @import {BoardHandle} from "../board/board.js" */
/** @import {PuzzleRunState} from "../protocol.js" */

/** How long the end of a puzzle is shown before the next one, in ms: a mistake longer than a solution. */
const SOLVED_MS = 500;
const WRONG_MS = 1200;
const TICK_MS = 200;

/**
 * Page of a run: one puzzle after the other, until the first mistake or against the clock of the server.
 *
 * @param {App} app
 * @param {string} mode
 * @param {URLSearchParams} query  rules
 * @returns {Page}
 */
export function puzzleRunPage(app, mode, query) {
  addPuzzleTexts();
  const isStorm = mode === "storm";
  const { rules } = readWishes(query);
  /** @type {PuzzleRunState | null}  null before the first run */
  let run = null;
  /** @type {Attempt | null} */
  let now = null;
  /** Time on this device when the clock of the server stops. */
  let endsAt = 0;
  let beginning = false;
  let over = false;
  /** @type {BoardHandle | null} */
  let board = null;
  let boardOf = "";
  let closed = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let following;

  const boardPlace = h("div", { class: "board-place" });
  const task = h("h2", { class: "puzzle-task", "data-testid": "task", tabindex: -1, "aria-live": "polite" });
  const score = h("p", { class: "puzzle-figure numeric", "data-testid": "score" });
  const clock = h("p", {
    class: "puzzle-figure numeric",
    role: "timer",
    "aria-label": t("run.left"),
    hidden: !isStorm,
  });
  const status = h("p", { class: "status", role: "status", "data-testid": "status" });
  const facts = h("div", { class: "stack stack--tight" });
  const buttons = h("div", { class: "row room-actions" });
  const head = h("div", { class: "empty play-head stack" });
  const playing = [
    h("div", { class: "play-board", hidden: true }, boardPlace),
    h(
      "div",
      { class: "play-side", hidden: true },
      h(
        "section",
        { class: "card stack stack--tight" },
        h("div", { class: "run-figures" }, score, clock),
        task,
        status,
        facts,
        buttons,
      ),
    ),
  ];
  const element = h(
    "div",
    { class: "page page--play" },
    h(
      "div",
      { class: "play" },
      h(
        "div",
        { class: "page-head play-head" },
        h("h1", { tabindex: -1 }, t(`puzzles.${isStorm ? "storm" : "streak"}`)),
        learnTabs("puzzles"),
      ),
      head,
      playing,
    ),
  );

  actions(element, { begin: () => void begin() });

  async function begin() {
    if (beginning) return;
    beginning = true;
    try {
      const { run: begun } = await app.session.command({ t: "begin_run", mode: isStorm ? "storm" : "streak", rules });
      if (closed) return;
      over = false;
      take(begun);
      next();
    } catch (error) {
      app.refuse(error);
    } finally {
      beginning = false;
    }
  }

  /** @param {PuzzleRunState} state */
  function take(state) {
    run = state;
    endsAt = performance.now() + (state.left_ms ?? 0);
  }

  /** Ask the run's next puzzle, or end the run. */
  function next() {
    clearTimeout(following);
    if (closed || over || !run) return;
    if (run.over || !run.puzzle) return finish();
    now = attempt(run.puzzle);
    render();
    board?.focus();
  }

  function finish() {
    clearTimeout(following);
    if (over) return;
    over = true;
    render();
    buttons.querySelector("button")?.focus();
  }

  /** @param {number} point */
  async function playAt(point) {
    if (!now || !run || now.asked !== null || over) return;
    const mine = ask(now, point);
    now = mine;
    play("stone");
    render();
    try {
      const tried = await app.session.command({
        t: "try",
        puzzle: mine.puzzle.id,
        moves: ownMoves(mine),
        run: run.run,
      });
      if (closed) return;
      now = judged(mine, tried);
      if (tried.run) {
        take(tried.run);
        play(now.state === "solved" ? "win" : "lose");
        if (over || tried.run.over) finish();
        else following = setTimeout(next, now.state === "solved" ? SOLVED_MS : WRONG_MS);
      } else play("stone");
    } catch (error) {
      if (closed) return;
      now = withdrawn(mine);
      if (error instanceof Refused && error.code === "run_over") finish();
      else app.refuse(error);
    }
    render();
  }

  function tick() {
    if (!run || over || !isStorm) return;
    const left = Math.max(0, endsAt - performance.now());
    const text = clockText(left);
    if (clock.textContent !== text) clock.textContent = text;
    if (left === 0 && now?.asked === null) finish();
  }

  function render() {
    if (closed) return;
    for (const part of playing) part.hidden = run === null;
    head.hidden = run !== null;
    if (run) head.replaceChildren();
    if (!run || !now) {
      morph(
        head,
        h("p", null, t(isStorm ? "run.storm" : "run.streak")),
        h("div", { class: "row" }, button(t("run.begin"))),
      );
      return;
    }
    tick();
    renderBoard(now);
    task.replaceChildren(...(over ? [t(isStorm ? "run.over.storm" : "run.over.streak")] : puzzleTask(now.puzzle)));
    score.textContent = String(run.score);
    score.setAttribute("aria-label", t("run.solved", { n: run.score }));
    const words = over ? t("run.solved", { n: run.score }) : puzzleStatus(now);
    if (status.textContent !== words) status.textContent = words;
    const { state } = now;
    status.className = state === "solving" ? "status" : `status status--${state === "solved" ? "won" : "lost"}`;
    status.dataset.state = over ? "over" : now.asked !== null ? "checking" : state;
    morph(facts, ratedText(now), h("p", { class: "muted small numeric" }, t("puzzles.best", { n: run.best })));
    morph(
      buttons,
      over && button(t("run.again")),
      over && h("a", { class: "button", href: puzzlePath(now.puzzle.id) }, t("run.look")),
      over && h("a", { class: "button", href: pathOf("puzzles") }, t("run.back")),
    );
  }

  /** @param {Attempt} attempt */
  function renderBoard(attempt) {
    const { puzzle, asked, state } = attempt;
    const { numbers, coordinates, confirmTouch } = app.settings.values;
    if (boardOf !== `${puzzle.size} ${puzzle.rules}`) {
      board?.destroy();
      board = createBoard(boardPlace, {
        size: puzzle.size,
        rules: puzzle.rules,
        translate: (key, parameters) => t(key, parameters),
        onPlay: playAt,
      });
      boardOf = `${puzzle.size} ${puzzle.rules}`;
    }
    board?.configure({ confirmTouch });
    const moves = stonesOf(attempt);
    board?.update({
      moves,
      shown: moves.length,
      pending: asked,
      showNumbers: numbers,
      showCoordinates: coordinates,
      toMove: toMoveOf(attempt),
      canPlay: state === "solving" && !over,
      marks: restMarks(attempt),
    });
  }

  const stop = app.settings.watch(render);
  const ticking = setInterval(tick, TICK_MS);
  render();

  return {
    title: t(`puzzles.${isStorm ? "storm" : "streak"}`),
    element,
    close() {
      closed = true;
      stop();
      clearInterval(ticking);
      clearTimeout(following);
      board?.destroy();
    },
  };
}

/** @param {string} text */
const button = (text) =>
  h("button", { type: "button", class: "button button--primary", "data-do": "begin", "data-key": "begin" }, text);
