import { exampleBoard } from "../components/example_board.js";
import { learnTabs } from "../components/learn_tabs.js";
import { t } from "../i18n/index.js";
import { h } from "../lib/dom.js";
import { FIRST_LESSONS, PATH } from "../lib/learn_path.js";
import { actions, morph } from "../lib/morph.js";
import { keepSolved, loadProgress, nextPosition } from "../lib/path_progress.js";
import { pathOf } from "../lib/router.js";
import { gameStarter } from "../lib/start_game.js";
import { against, DEFAULTS } from "../lib/terms.js";

/** @import {App, Page} from "../lib/app.js" */

const POSITIONS = PATH.flatMap(({ id, positions }, step) =>
  positions.map((example, index) => ({ example, step, index, of: positions.length, name: `${id}.${index}` })),
);
const FIRST_LEVEL = 1;

/**
 * Path for beginners: one position after the other, and a game against the easiest bot, offered after the first lessons and
 * at the end.
 *
 * @param {App} app
 * @returns {Page}
 */
export function learnPage(app) {
  let { solved } = loadProgress();
  /** @type {number | null}  null once the path is at its end, or at the offer of a first game */
  let current = nextPosition(-1, solved, POSITIONS.length) ?? 0;
  /** @type {number | null}  position after the offer */
  let after = null;
  let closed = false;
  const create = gameStarter(app, () => closed);

  const steps = h("ol", { class: "path-steps", "aria-label": t("path.steps") });
  const place = h("div", { class: "path" });
  const element = h(
    "div",
    { class: "page page--path" },
    h("div", { class: "page-head" }, h("h1", { tabindex: -1 }, t("path.title")), learnTabs("learn")),
    steps,
    place,
  );

  actions(element, {
    "path-step": ({ step }) => go(startOf(Number(step))),
    "path-next": () => {
      const next = nextPosition(current ?? -1, solved, POSITIONS.length);
      if (current !== null && next !== null && isFirst(current) && !isFirst(next)) offer(next);
      else go(next);
    },
    "path-on": () => go(after),
    "path-play": () => create(against({ ...DEFAULTS, color: "black" }, FIRST_LEVEL)),
  });

  /** Return the first unsolved position of a step, else its first. @param {number} step */
  function startOf(step) {
    const own = [...POSITIONS.keys()].filter((position) => POSITIONS[position].step === step);
    return own.find((position) => !solved.includes(position)) ?? own[0];
  }

  /** @param {number | null} position */
  function go(position) {
    current = position;
    render();
    const heading = place.querySelector("h2");
    heading?.focus({ preventScroll: true });
    heading?.scrollIntoView({ block: "nearest" });
  }

  /** @param {number} position */
  const isFirst = (position) => POSITIONS[position].step < FIRST_LESSONS;

  /** Offer a first game between two positions. @param {number} next */
  function offer(next) {
    go(null);
    after = next;
    place.replaceChildren(
      ...game(
        t("path.ready"),
        t("path.ready.sentence"),
        h("button", { type: "button", class: "button", "data-do": "path-on" }, t("path.on")),
      ),
    );
    place.querySelector("h2")?.focus({ preventScroll: true });
  }

  function keep() {
    ({ solved } = keepSolved(/** @type {number} */ (current), POSITIONS.length));
    renderSteps();
  }

  function render() {
    renderSteps();
    const puzzles = () => h("a", { class: "button", href: pathOf("puzzles") }, t("path.puzzles"));
    place.replaceChildren(
      ...(current === null ? game(t("path.end"), t("path.end.sentence"), puzzles()) : lesson(current)),
    );
  }

  function renderSteps() {
    const shown = current === null ? null : POSITIONS[current].step;
    morph(
      steps,
      ...PATH.map(({ id }, step) => {
        const done = POSITIONS.every((position, index) => position.step !== step || solved.includes(index));
        const words = t("path.step", { n: step + 1, name: t(`path.${id}`) });
        return h(
          "li",
          { "data-key": id },
          h(
            "button",
            {
              type: "button",
              class: done ? "path-step is-done" : "path-step",
              "data-do": "path-step",
              "data-step": step,
              title: t(`path.${id}`),
              "aria-label": done ? t("path.step_done", { step: words }) : words,
              "aria-current": step === shown ? "step" : null,
            },
            String(step + 1),
          ),
        );
      }),
    );
  }

  /** @param {number} position */
  function lesson(position) {
    const { example, step, index, of, name } = POSITIONS[position];
    const { id } = PATH[step];
    const next = h(
      "button",
      { type: "button", class: "button button--primary", "data-do": "path-next" },
      t("path.next"),
    );
    return [
      h(
        "section",
        { class: "path-words stack stack--tight", "aria-labelledby": "path-title" },
        h(
          "div",
          { class: "path-head" },
          h("h2", { id: "path-title", tabindex: -1 }, t(`path.${id}`)),
          h("p", { class: "muted small grow" }, t("path.position", { n: index + 1, of })),
          h(
            "button",
            {
              type: "button",
              class: "button button--quiet button--small",
              "data-do": "path-play",
              "aria-label": t("path.skip.label"),
              title: t("path.skip.label"),
            },
            t("path.skip"),
          ),
        ),
        h("p", null, t(`path.${id}.sentence`)),
      ),
      exampleBoard(app, name, example, { onSolved: keep, next }),
    ];
  }

  /** @param {string} title @param {string} words @param {HTMLElement} instead  of the game */
  const game = (title, words, instead) => [
    h(
      "section",
      { class: "card stack path-end" },
      h("h2", { tabindex: -1 }, title),
      h("p", null, words),
      h(
        "div",
        { class: "row" },
        h("button", { type: "button", class: "button button--primary", "data-do": "path-play" }, t("path.play")),
        instead,
      ),
    ),
  ];

  render();
  return {
    title: t("path.title"),
    element,
    close() {
      closed = true;
    },
  };
}
