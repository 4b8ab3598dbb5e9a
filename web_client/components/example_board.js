import { createBoard } from "../board/board.js";
import { t } from "../i18n/index.js";
import { colorName, sentences } from "../i18n/words.js";
import { h } from "../lib/dom.js";
import { beginExample, playExample, rowOf } from "../lib/example.js";
import { pointName } from "../lib/geometry.js";
import { play } from "../lib/sound.js";

/** @import {App} from "../lib/app.js" */
/** @import {Example} from "../lib/examples.js" */

/**
 * Small board with a task; it comments on each try and plays the opponent's answers.
 *
 * @param {App} app
 * @param {string} name
 * @param {Example} example
 * @param {{onSolved: () => void, next: HTMLElement}} [path]  `next`: shown once the example is solved
 * @returns {HTMLElement}
 */
export function exampleBoard(app, name, example, path) {
  let state = beginExample(example);
  const given = state.moves.length;
  const other = state.color === "black" ? "white" : "black";
  const names = { color: colorName(state.color, example.rules), other: colorName(other, example.rules) };
  const place = h("div", { class: "board-place" });
  const task = h("h3");
  const status = h("p", { role: "status", class: "example-said", "data-testid": "said" });
  const again = h(
    "button",
    { type: "button", class: "button button--small", "data-do": "example-again", onclick: restart },
    t("rulespage.again"),
  );
  const board = createBoard(place, {
    size: example.size,
    rules: example.rules,
    translate: t,
    onPlay: attempt,
    settings: { confirmTouch: app.settings.values.confirmTouch },
  });

  /** @param {number} point */
  function attempt(point) {
    const asked = state.step;
    if (!asked) return;
    state = playExample(state, point);
    status.textContent = comment(asked.task, pointName(point, example.size));
    if (state.result === "right") play(state.step ? "stone" : "win");
    render();
    if (!state.step) path?.onSolved();
  }

  /** @param {string} asked  task that was tried @param {string} point */
  function comment(asked, point) {
    const { result, step, moves } = state;
    if (result === "not") return t(`rulespage.why.${asked}`, { point, ...names });
    if (result !== "right") return t(`rulespage.wrong.${result}`, { point });
    const right = t(`rulespage.right.${asked}`, { point, ...names });
    if (!step) return right;
    const reply = pointName(moves[moves.length - 1], example.size);
    return sentences(right, t("rulespage.answered", { point: reply, ...names }));
  }

  function restart() {
    state = beginExample(example);
    status.textContent = "";
    render();
    board.focus();
  }

  function render() {
    const solved = state.step === null;
    if (state.step) task.textContent = t(`rulespage.task.${state.step.task}`, names);
    status.dataset.result = state.result ?? "";
    board.update({
      moves: state.moves,
      shown: state.moves.length,
      given,
      toMove: solved ? null : state.color,
      canPlay: !solved,
      over: solved,
      winningLine: rowOf(state),
      forbidden: state.forbidden,
    });
    again.hidden = state.step === example.step || (solved && path !== undefined);
    if (path) path.next.hidden = !solved;
  }

  render();
  return h(
    "section",
    { class: "card stack stack--tight", "data-example": name },
    task,
    place,
    h("div", { class: "example-foot" }, status, path?.next, again),
  );
}
