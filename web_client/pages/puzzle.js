import { createBoard } from "../board/board.js";
import { learnTabs } from "../components/learn_tabs.js";
import { stepTo } from "../components/playback.js";
import { positionString } from "../components/position_string.js";
import { puzzleFilters } from "../components/puzzle_filters.js";
import { dailyFacts, puzzleFacts, puzzleStatus, puzzleTask, ratedText } from "../components/puzzle_words.js";
import { solutionControls, solutionText } from "../components/solution_view.js";
import { t } from "../i18n/index.js";
import { addPuzzleTexts } from "../i18n/puzzle_texts.js";
import { errorText } from "../i18n/words.js";
import { h } from "../lib/dom.js";
import { actions, morph } from "../lib/morph.js";
import { newest } from "../lib/newest.js";
import {
  again,
  ask,
  attempt,
  isTried,
  judged,
  ownMoves,
  restMarks,
  stonesOf,
  toMoveOf,
  withdrawn,
} from "../lib/puzzle.js";
import { KINDS, isAny, nextPath, readWishes, wishesQuery, wishesText } from "../lib/puzzle_filter.js";
import { movesText } from "../lib/position_string.js";
import { pathOf, puzzlePath } from "../lib/router.js";
import { answerAt, beginAgain, boardOf, movesWalked, showSolution, stepped, stonesShown } from "../lib/solution.js";
import { play } from "../lib/sound.js";

/** @import {App, Page} from "../lib/app.js" */
/** @import {DailyPuzzle, PuzzleInfo} from "../lib/api.js" */
/** @import {Attempt} from "../lib/puzzle.js" */
/** @import {Shown} from "../lib/solution.js" */
/** @import {BoardHandle} from "../board/board.js" */

/**
 * Page of a puzzle, with its solution for a player who gives up. The server chooses the next one, near the player's
 * rating, and the one of the day.
 *
 * @param {App} app
 * @param {string} id  of a puzzle, "next" or "daily"
 * @param {URLSearchParams} query  filters; `after` is the previous puzzle
 * @returns {Page}
 */
export function puzzlePage(app, id, query) {
  addPuzzleTexts();
  const wishes = readWishes(query);
  const title = t(id === "daily" ? "puzzles.daily" : "puzzle.title");
  /** @type {Attempt | null} */
  let now = null;
  /** @type {Shown | null}  state of the solution while it is shown */
  let shown = null;
  /** @type {unknown} */
  let failure = null;
  /** @type {BoardHandle | null} */
  let board = null;
  let closed = false;
  /** @type {DailyPuzzle | null} */
  let daily = null;
  let days = 0;

  const boardPlace = h("div", { class: "board-place" });
  const task = h("h2", { class: "puzzle-task", "data-testid": "task" });
  const about = h("div", { class: "stack stack--tight" });
  const status = h("p", { class: "status", role: "status", "data-testid": "status" });
  const solution = h("div", { class: "stack stack--tight", "data-testid": "solution" });
  const buttons = h("div", { class: "row room-actions" });
  const waiting = h("div", { class: "empty play-head" }, h("p", { role: "status" }, t("loading")));
  const string = positionString(() => (now ? movesText(stonesNow(now), now.puzzle.size) : ""));
  const filters = puzzleFilters(wishes, (wanted) => app.navigate(nextPath(wanted)));
  const playing = [
    h("div", { class: "play-board", hidden: true }, boardPlace),
    h(
      "div",
      { class: "play-side", hidden: true },
      h("section", { class: "card stack stack--tight" }, task, status, solution, buttons),
      h("section", { class: "card stack stack--tight" }, about, string),
      h("section", { class: "card stack stack--tight" }, h("h2", null, t("puzzle.kind")), filters),
    ),
  ];
  const element = h(
    "div",
    { class: "page page--play" },
    h(
      "div",
      { class: "play" },
      h("div", { class: "page-head play-head" }, h("h1", { tabindex: -1 }, title), learnTabs("puzzles")),
      waiting,
      playing,
    ),
  );

  actions(element, {
    kind: ({ kind }) => app.navigate(nextPath({ ...wishes, kind: KINDS.find((known) => known === kind) ?? null })),
    next: () => app.navigate(nextPath(wishes, now?.puzzle.id)),
    again: () => {
      now = now && again(now);
      render();
      board?.focus();
    },
    reveal: () => void reveal(),
    close: () => show(null),
    answer: ({ point }) => shown && show(answerAt(shown, Number(point))),
    step: ({ step }) => shown && show(stepped(shown, (at, plies) => stepTo(step, at, plies))),
    "begin-again": () => shown && show(beginAgain(shown)),
  });

  async function load() {
    try {
      const { puzzle, ...today } = await find(id);
      if (closed) return;
      ({ daily = null, days = 0 } = today);
      if (!puzzle) return renderNone();
      if (id === "next") window.history.replaceState(null, "", puzzlePath(puzzle.id) + wishesText(wishes));
      now = attempt(puzzle);
    } catch (error) {
      failure = error;
    }
    if (!closed) render();
  }

  /** @param {string} which @returns {Promise<{puzzle: PuzzleInfo | null, daily?: typeof daily, days?: number}>} */
  async function find(which) {
    if (which === "next") return { puzzle: await app.api.nextPuzzle(wishesQuery(wishes, query.get("after"))) };
    if (which !== "daily") return { puzzle: await app.api.puzzle(which) };
    const today = await app.api.puzzles(wishes.rules);
    return { puzzle: today.daily?.puzzle ?? null, daily: today.daily, days: today.days };
  }

  /** @param {number} point */
  async function playAt(point) {
    if (shown) return show(answerAt(shown, point));
    if (!now || now.asked !== null) return;
    const mine = ask(now, point);
    now = mine;
    play("stone");
    render();
    try {
      const tried = await app.session.command({ t: "try", puzzle: mine.puzzle.id, moves: ownMoves(mine) });
      now = judged(mine, tried);
      if (now.state === "solving") play("stone");
      else {
        play(now.state === "solved" ? "win" : "lose");
        void refresh(mine.puzzle);
      }
    } catch (error) {
      now = withdrawn(mine);
      app.refuse(error);
    }
    if (!closed) render();
  }

  async function reveal() {
    if (!now || now.asked !== null) return;
    const { puzzle } = now;
    try {
      const found = await app.session.command({ t: "reveal", puzzle: puzzle.id });
      if (closed) return;
      now = now && { ...now, rated: found.rated ?? now.rated };
      show(showSolution(puzzle, found));
      board?.focus();
      void refresh(puzzle);
    } catch (error) {
      app.refuse(error);
    }
  }

  /** @param {Shown | null} next  state of the solution to show */
  function show(next) {
    if (next !== shown && next?.walk) play("stone");
    shown = next;
    render();
  }

  const reload = newest(
    (/** @type {number} */ solved) => find(daily ? "daily" : String(solved)),
    ({ puzzle, ...today }, solved) => {
      if (!puzzle || closed || now?.puzzle.id !== solved) return;
      ({ daily = null, days = 0 } = today);
      now = { ...now, puzzle };
      render();
    },
    () => {}, // keep the known data
  );

  /** Reload the puzzle's facts: a first attempt has changed them. @param {PuzzleInfo} puzzle */
  async function refresh({ id: solved, yours }) {
    if (!yours || daily) await reload(solved);
  }

  function render() {
    for (const part of playing) part.hidden = now === null;
    waiting.hidden = now !== null;
    if (!now) {
      if (failure)
        morph(
          waiting,
          h("p", { role: "alert" }, errorText(failure)),
          h("a", { class: "button", href: pathOf("lobby") }, t("missing.home")),
        );
      return;
    }
    renderBoard(now);
    renderWords(now);
    const { puzzle, state, asked } = now;
    morph(solution, ...(shown ? solutionControls(shown) : []));
    morph(
      buttons,
      state === "wrong" && !shown && button("again", "puzzle.again", true),
      shown ? button("close", "puzzle.close") : asked === null && button("reveal", "puzzle.show"),
      button("next", "puzzle.next", state === "solved" || shown !== null),
      ratedText(now),
      !shown && !isTried(now) && h("p", { class: "muted small" }, t("puzzle.show.counts")),
    );
    morph(about, daily && dailyFacts(daily, days), ...puzzleFacts(puzzle, wishes.theme !== null || isTried(now)));
    string.refresh();
  }

  /** Return the moves of the shown position, including those of the solution. @param {Attempt} attempt */
  const stonesNow = (attempt) => (shown ? movesWalked(shown) : stonesOf(attempt));

  /** Render the empty page; puzzles of another kind may exist. */
  function renderNone() {
    waiting.replaceChildren(
      h("p", { role: "status", "data-testid": "none" }, t(isAny(wishes) ? "puzzles.none" : "puzzle.none_of_kind")),
      ...filters,
    );
  }

  /** @param {Attempt} attempt */
  function renderBoard(attempt) {
    const { puzzle, asked, state } = attempt;
    const { numbers, coordinates, confirmTouch } = app.settings.values;
    board ??= createBoard(boardPlace, {
      size: puzzle.size,
      rules: puzzle.rules,
      translate: (key, parameters) => t(key, parameters),
      onPlay: playAt,
    });
    board.configure({ confirmTouch });
    const moves = shown ? stonesShown(shown) : stonesOf(attempt);
    board.update({
      moves,
      shown: moves.length,
      pending: asked,
      showNumbers: numbers,
      showCoordinates: coordinates,
      ...(shown
        ? boardOf(shown)
        : { toMove: toMoveOf(attempt), canPlay: state === "solving", marks: restMarks(attempt) }),
    });
  }

  /** @param {Attempt} attempt */
  function renderWords(attempt) {
    const { puzzle, asked, state } = attempt;
    task.replaceChildren(...puzzleTask(puzzle));
    const words = shown ? solutionText(shown) : puzzleStatus(attempt);
    if (status.textContent !== words) status.textContent = words;
    status.className =
      state === "solving" || shown ? "status" : `status status--${state === "solved" ? "won" : "lost"}`;
    status.dataset.state = shown ? "shown" : asked === null ? state : "checking";
  }

  const stop = app.settings.watch(render);
  void load();

  return {
    title,
    element,
    close() {
      closed = true;
      stop();
      board?.destroy();
    },
  };
}

/**
 * @param {string} does
 * @param {string} text  key of the label
 * @param {boolean} [primary]
 */
const button = (does, text, primary = false) =>
  h(
    "button",
    { type: "button", class: primary ? "button button--primary" : "button", "data-do": does, "data-key": does },
    t(text),
  );
