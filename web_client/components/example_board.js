import { createBoard } from "../board/board.js";
import { t } from "../i18n/index.js";
import { colorName } from "../i18n/words.js";
import { h } from "../lib/dom.js";
import { beginExample, playExample } from "../lib/example.js";
import { EXAMPLES } from "../lib/examples.js";
import { pointName } from "../lib/geometry.js";

/** @import {App} from "../lib/app.js" */

/**
 * Small board with a task; it comments on each try.
 *
 * @param {App} app
 * @param {string} name  of an example
 * @returns {HTMLElement}
 */
export function exampleBoard(app, name) {
  const example = EXAMPLES[name];
  let state = beginExample(example);
  const place = h("div", { class: "board-place" });
  const task = h("h3");
  const status = h("p", { role: "status", class: "small", "data-testid": "said" });
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
    state = playExample(state, point);
    const { result } = state;
    const color = colorName(state.color, example.rules);
    status.textContent =
      result === "right"
        ? state.step === null
          ? t(`rulespage.right.${example.step.task}`, { color, point: pointName(point, example.size) })
          : t("rulespage.go_on", { point: pointName(state.moves[state.moves.length - 1], example.size) })
        : t(`rulespage.wrong.${result}`, { point: pointName(point, example.size) });
    render();
  }

  function restart() {
    state = beginExample(example);
    status.textContent = "";
    render();
    board.focus();
  }

  function render() {
    const solved = state.step === null;
    if (state.step)
      task.textContent = t(`rulespage.task.${state.step.task}`, { color: colorName(state.color, example.rules) });
    board.update({
      moves: state.moves,
      shown: state.moves.length,
      given: beginExample(example).moves.length,
      toMove: solved ? null : state.color,
      canPlay: !solved,
      over: solved,
      forbidden: state.forbidden,
    });
    again.hidden = state.step === example.step;
  }

  render();
  return h(
    "section",
    { class: "card stack stack--tight", "data-example": name },
    task,
    place,
    status,
    h("div", null, again),
  );
}
