import { createBoard } from "../board/board.js";
import { learnTabs } from "../components/learn_tabs.js";
import { puzzleFacts, puzzleStatus, puzzleTask } from "../components/puzzle_words.js";
import { t } from "../i18n/index.js";
import { errorText } from "../i18n/words.js";
import { h } from "../lib/dom.js";
import { actions, morph } from "../lib/morph.js";
import { again, ask, attempt, judged, ownMoves, restMarks, stonesOf, toMoveOf, withdrawn } from "../lib/puzzle.js";
import { puzzlePath } from "../lib/router.js";
import { play } from "../lib/sound.js";

/** @import {App, Page} from "../lib/app.js" */
/** @import {PuzzleInfo} from "../lib/api.js" */
/** @import {Attempt} from "../lib/puzzle.js" */
/** @import {BoardHandle} from "../board/board.js" */

const KINDS = /** @type {const} */ (["win", "defence"]);

/**
 * A puzzle to solve, out of a stored game. Without an id the server chooses one that has not been tried.
 *
 * @param {App} app
 * @param {string} id
 * @param {URLSearchParams} query  `kind` filters, `after` is the puzzle before
 * @returns {Page}
 */
export function puzzlesPage(app, id, query) {
  const kind = KINDS.find((known) => known === query.get("kind")) ?? null;
  /** @type {Attempt | null} */
  let now = null;
  /** @type {unknown} */
  let failure = null;
  /** @type {BoardHandle | null} */
  let board = null;
  let closed = false;

  const boardPlace = h("div", { class: "board-place" });
  const task = h("h2", { class: "puzzle-task", "data-testid": "task" });
  const about = h("div", { class: "stack stack--tight" });
  const status = h("p", { class: "status", role: "status", "data-testid": "status" });
  const buttons = h("div", { class: "row room-actions" });
  const waiting = h("div", { class: "empty play-head" }, h("p", { role: "status" }, t("loading")));
  const kinds = h(
    "div",
    { class: "segments", role: "group", "aria-label": t("puzzle.kind") },
    h("button", { type: "button", "data-do": "kind", "aria-pressed": String(kind === null) }, t("puzzle.any")),
    KINDS.map((known) =>
      h(
        "button",
        { type: "button", "data-do": "kind", "data-kind": known, "aria-pressed": String(kind === known) },
        t(`puzzle.kind.${known}`),
      ),
    ),
  );
  const playing = [
    h("div", { class: "play-board", hidden: true }, boardPlace),
    h(
      "div",
      { class: "play-side", hidden: true },
      h("section", { class: "card stack stack--tight" }, task, status, buttons),
      h("section", { class: "card stack stack--tight" }, about),
      h("section", { class: "card stack stack--tight" }, h("h2", null, t("puzzle.kind")), kinds),
    ),
  ];
  const element = h(
    "div",
    { class: "page page--play" },
    h(
      "div",
      { class: "play" },
      h("div", { class: "page-head play-head" }, h("h1", { tabindex: -1 }, t("puzzle.title")), learnTabs("puzzles")),
      waiting,
      playing,
    ),
  );

  actions(element, {
    kind: ({ kind: wanted }) => app.navigate(address({ kind: wanted ?? null })),
    next: () => app.navigate(address({ kind, after: now?.puzzle.id })),
    again: () => {
      now = now && again(now);
      render();
      board?.focus();
    },
  });

  async function load() {
    try {
      const puzzle = id
        ? await app.api.puzzle(id)
        : await app.api.nextPuzzle(
            new URLSearchParams([...query].filter(([name]) => name === "kind" || name === "after")),
          );
      if (closed) return;
      if (!puzzle) return renderNone();
      if (!id) window.history.replaceState(null, "", puzzlePath(puzzle.id) + (kind ? `?kind=${kind}` : ""));
      now = attempt(puzzle);
    } catch (error) {
      failure = error;
    }
    if (!closed) render();
  }

  /** @param {number} point */
  async function playAt(point) {
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
      app.toast(errorText(error));
    }
    if (!closed) render();
  }

  /**
   * A first attempt counts: what is told of the puzzle has changed.
   *
   * @param {PuzzleInfo} puzzle
   */
  async function refresh({ id: solved, yours }) {
    if (yours) return;
    try {
      const puzzle = await app.api.puzzle(String(solved));
      if (closed || now?.puzzle.id !== solved) return;
      now = { ...now, puzzle };
      render();
    } catch {
      // What was known stays.
    }
  }

  function render() {
    for (const part of playing) part.hidden = now === null;
    waiting.hidden = now !== null;
    if (!now) {
      if (failure)
        morph(
          waiting,
          h("p", { role: "alert" }, errorText(failure)),
          h("a", { class: "button", href: "/" }, t("missing.home")),
        );
      return;
    }
    renderBoard(now);
    renderWords(now);
    const { puzzle, state } = now;
    morph(
      buttons,
      state === "wrong"
        && h(
          "button",
          { type: "button", class: "button button--primary", "data-do": "again", "data-key": "again" },
          t("puzzle.again"),
        ),
      h(
        "button",
        {
          type: "button",
          class: state === "solved" ? "button button--primary" : "button",
          "data-do": "next",
          "data-key": "next",
        },
        t("puzzle.next"),
      ),
    );
    morph(about, ...puzzleFacts(puzzle));
  }

  /** Of another kind there may be some. */
  function renderNone() {
    waiting.replaceChildren(
      h("p", { role: "status", "data-testid": "none" }, t(kind ? "puzzle.none_of_kind" : "puzzle.none")),
      kinds,
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
    const moves = stonesOf(attempt);
    board.update({
      moves,
      shown: moves.length,
      toMove: toMoveOf(attempt),
      canPlay: state === "solving",
      pending: asked,
      showNumbers: numbers,
      showCoordinates: coordinates,
      marks: restMarks(attempt),
    });
  }

  /** @param {Attempt} attempt */
  function renderWords(attempt) {
    const { puzzle, asked, state } = attempt;
    task.replaceChildren(...puzzleTask(puzzle));
    const words = puzzleStatus(attempt);
    if (status.textContent !== words) status.textContent = words;
    status.className = state === "solving" ? "status" : `status status--${state === "solved" ? "won" : "lost"}`;
    status.dataset.state = asked === null ? state : "checking";
  }

  const stop = app.settings.watch(render);
  void load();

  return {
    title: t("puzzle.title"),
    element,
    close() {
      closed = true;
      stop();
      board?.destroy();
    },
  };
}

/**
 * @param {{kind: string | null, after?: number}} wishes
 * @returns {string}  the address of the next puzzle
 */
function address({ kind, after }) {
  const query = new URLSearchParams();
  if (kind) query.set("kind", kind);
  if (after !== undefined) query.set("after", String(after));
  const text = query.toString();
  return text ? `/puzzles?${text}` : "/puzzles";
}
