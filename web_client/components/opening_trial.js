import { createBoard } from "../board/board.js";
import { t } from "../i18n/index.js";
import { askedText } from "../i18n/opening.js";
import { h } from "../lib/dom.js";
import { answer, beginTrial, declare, layStone, zoneOf } from "../lib/opening_steps.js";
import { openingMarks } from "../lib/openings.js";

/** @import {App} from "../lib/app.js" */
/** @import {OpeningName, OpeningTurn} from "../lib/messages.js" */

const SIZE = 15;

/**
 * A board on which one lays the stones of an opening and gives the answers of both players.
 *
 * @param {App} app
 * @param {OpeningName} name
 * @returns {HTMLElement}
 */
export function openingTrial(app, name) {
  let trial = beginTrial(name);
  const place = h("div", { class: "board-place" });
  const asked = h("p", { role: "status", "data-testid": "asked" });
  const answers = h("div", { class: "stack stack--tight" });
  const again = h(
    "button",
    { type: "button", class: "button button--small", "data-do": "trial-again", onclick: () => go(beginTrial(name)) },
    t("rulespage.again"),
  );
  const board = createBoard(place, {
    size: SIZE,
    rules: "renju",
    translate: t,
    onPlay: (point) => go(layStone(trial, point)),
    settings: { confirmTouch: app.settings.values.confirmTouch },
  });

  /** @param {ReturnType<typeof beginTrial>} next */
  function go(next) {
    const pressed = element.contains(document.activeElement) && document.activeElement?.tagName === "BUTTON";
    trial = next;
    render();
    if (!pressed) return;
    const button = answers.querySelector("button");
    if (button) button.focus();
    else board.focus();
  }

  function render() {
    const [step] = trial.left;
    const zone = zoneOf(trial, SIZE);
    /** @type {OpeningTurn | null} */
    const turn = step && "lay" in step ? { kind: "stone", seat: 0, ...step.lay } : null;
    answers.replaceChildren(...buttons());
    asked.textContent = text(turn);
    board.update({
      moves: trial.moves,
      shown: trial.moves.length,
      toMove: trial.moves.length % 2 === 0 ? "black" : "white",
      canPlay: turn !== null,
      allowed: zone,
      marks: openingMarks(turn, SIZE, [], trial.moves),
    });
    again.hidden = trial.moves.length === 0;
  }

  /** @param {OpeningTurn | null} turn */
  function text(turn) {
    const [step] = trial.left;
    if (!step) return t("opening.over");
    if (turn) return askedText(turn, trial.moves.length, null, 0);
    if ("ask" in step) return t("rulespage.choice");
    if ("declare" in step) return t("opening.declare");
    return t("rulespage.offers", { n: "offer" in step && step.offer ? step.offer : trial.offers });
  }

  function buttons() {
    const [step] = trial.left;
    if (step && "ask" in step) {
      return Object.keys(step.ask).map((word) =>
        h(
          "div",
          { class: "opening-choice" },
          button("answer", word, t(`opening.say.${word}`), () => go(answer(trial, word))),
          h("p", { class: "field-hint" }, t(`opening.means.${word}`)),
        ),
      );
    }
    if (!step || !("declare" in step)) return [];
    const numbers = Array.from({ length: step.declare }, (_, index) => index + 1);
    return [
      h(
        "div",
        { class: "row" },
        numbers.map((n) => button("declare", String(n), String(n), () => go(declare(trial, n)))),
      ),
    ];
  }

  const element = h(
    "section",
    { class: "card stack stack--tight", "aria-label": t("rulespage.try"), "data-trial": name },
    asked,
    place,
    answers,
    h("div", null, again),
  );
  render();
  return element;
}

/**
 * @param {string} does
 * @param {string} value
 * @param {string} text
 * @param {() => void} onclick
 */
const button = (does, value, text, onclick) =>
  h("button", { type: "button", class: "button button--small", "data-do": does, "data-value": value, onclick }, text);
