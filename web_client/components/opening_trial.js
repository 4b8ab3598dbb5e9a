import { createBoard } from "../board/board.js";
import { t } from "../i18n/index.js";
import { askedText, choiceText, decidedText } from "../i18n/opening.js";
import { errorText } from "../i18n/words.js";
import { h } from "../lib/dom.js";
import { movesText } from "../lib/position_string.js";
import { pointName } from "../lib/geometry.js";
import { alike, answer, beginTrial, declare, layStone, offer, playable, turnOf } from "../lib/opening_steps.js";
import { openingMarks } from "../lib/openings.js";
import { colorOf } from "../lib/rules.js";

/** @import {App} from "../lib/app.js" */
/** @import {OpeningName, OpeningTurn} from "../lib/messages.js" */
/** @import {Trial} from "../lib/opening_steps.js" */

const SIZE = 15;
/** Number of stones before black can meet a forbidden point: a double three takes five black stones. */
const MAY_BE_FORBIDDEN = 8;

/**
 * Board on which one person plays both sides of an opening.
 *
 * @param {App} app
 * @param {OpeningName} name
 * @returns {HTMLElement}
 */
export function openingTrial(app, name) {
  let trial = beginTrial(name);
  /** @type {number[]}  points selected to be offered */
  let chosen = [];
  /** @type {string[]}  decisions so far */
  let decided = [];
  /** @type {Record<number, string> | null}  black's forbidden points; null until the server has answered */
  let forbidden = {};
  const place = h("div", { class: "board-place" });
  const asked = h("p", { role: "status", "data-testid": "asked" });
  const answers = h("div", { class: "stack stack--tight" });
  const decisions = h("ol", { class: "opening-decisions small muted", "data-testid": "decided" });
  const again = h("div", null, button("trial-again", "", t("rulespage.again"), restart));
  const board = createBoard(place, {
    size: SIZE,
    rules: "renju",
    translate: t,
    onPlay: play,
    settings: { confirmTouch: app.settings.values.confirmTouch },
  });

  /** @param {number} seat */
  const player = (seat) => t(`rulespage.player.${seat}`);

  /** @param {Trial} next */
  function go(next) {
    const pressed = element.contains(document.activeElement) && document.activeElement?.tagName === "BUTTON";
    trial = next;
    chosen = [];
    void askForbidden();
    render();
    if (!pressed) return;
    const button = answers.querySelector("button");
    if (button) button.focus();
    else board.focus();
  }

  function restart() {
    decided = [];
    go(beginTrial(name));
  }

  /** Ask the server for black's forbidden points. */
  async function askForbidden() {
    const { moves } = trial;
    forbidden = {};
    if (turnOf(trial)?.kind !== "stone" || moves.length < MAY_BE_FORBIDDEN || colorOf(moves.length) === "white") return;
    forbidden = null;
    const query = new URLSearchParams({ rules: "renju", size: String(SIZE), moves: movesText(moves, SIZE) });
    try {
      const found = await app.api.explorer(query);
      if (trial.moves === moves) forbidden = Object.fromEntries(found.forbidden ?? []);
    } catch (error) {
      if (trial.moves === moves) asked.textContent = errorText(error);
    }
    if (forbidden) render();
  }

  /** @param {number} point */
  function play(point) {
    const turn = turnOf(trial);
    if (turn?.kind !== "offer") return go(layStone(trial, point));
    const same = chosen.find((each) => alike(trial.moves, each, SIZE).includes(point));
    if (same !== undefined && same !== point) {
      asked.textContent = t("rulespage.alike", { point: pointName(point, SIZE), other: pointName(same, SIZE) });
      return;
    }
    chosen =
      same === undefined ? [...chosen, point].slice(-(turn.count ?? 1)) : chosen.filter((each) => each !== point);
    render();
  }

  /** @param {Trial} next @param {number} seat @param {import("../i18n/opening.js").Decision} said */
  function decide(next, seat, said) {
    decided = [...decided, decidedText(said, player(seat), SIZE)];
    go(next);
  }

  function render() {
    const turn = turnOf(trial);
    answers.replaceChildren(...buttons());
    asked.textContent = askedNow(turn);
    decisions.replaceChildren(...decided.map((words) => h("li", null, words)));
    board.update({
      moves: trial.moves,
      shown: trial.moves.length,
      toMove: colorOf(trial.moves.length),
      canPlay: turn !== null && ["stone", "pick", "offer"].includes(turn.kind) && forbidden !== null,
      allowed: playable(trial, SIZE),
      forbidden: forbidden ?? {},
      marks: openingMarks(turn, SIZE, chosen, trial.moves),
    });
    again.hidden = trial.moves.length === 0;
  }

  /** @param {OpeningTurn | null} turn */
  function askedNow(turn) {
    if (!turn) return t("rulespage.over", { name: player(trial.black) });
    const name = player(turn.seat);
    if (turn.kind === "offer") return t("rulespage.offer", { name, n: turn.count ?? 1, chosen: chosen.length });
    return askedText(turn, trial.moves.length, name, 0);
  }

  function buttons() {
    const turn = turnOf(trial);
    const seat = turn?.seat ?? 0;
    switch (turn?.kind) {
      case "choice":
        return (turn.choices ?? []).map((word, _, choices) => {
          const asked = { name, ply: trial.moves.length, choices, declared: trial.offers };
          const says = button("answer", word, t(`opening.say.${word}`), () =>
            decide(answer(trial, word), seat, { k: "chose", choice: word }),
          );
          says.setAttribute("aria-describedby", `trial-${word}`);
          return h(
            "div",
            { class: "opening-choice" },
            says,
            h("span", { class: "field-hint", id: `trial-${word}` }, choiceText(word, asked)),
          );
        });
      case "number":
        return [
          h(
            "div",
            { class: "row" },
            Array.from({ length: turn.most ?? 0 }, (_, index) => index + 1).map((number) =>
              button("declare", String(number), String(number), () =>
                decide(declare(trial, number), seat, { k: "declared", number }),
              ),
            ),
          ),
        ];
      case "offer": {
        const propose = button("propose", "", t("opening.propose"), () => {
          if (chosen.length === turn.count) decide(offer(trial, chosen), seat, { k: "proposed", points: chosen });
        });
        propose.setAttribute("aria-disabled", String(chosen.length !== turn.count));
        return [propose];
      }
      default:
        return [];
    }
  }

  const element = h(
    "section",
    { class: "card stack stack--tight", "aria-label": t("rulespage.try"), "data-trial": name },
    asked,
    place,
    answers,
    decisions,
    again,
  );
  render();
  return element;
}

/** @param {string} does @param {string} value @param {string} text @param {() => void} onclick */
const button = (does, value, text, onclick) =>
  h("button", { type: "button", class: "button button--small", "data-do": does, "data-value": value, onclick }, text);
