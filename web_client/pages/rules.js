import { exampleBoard } from "../components/example_board.js";
import { learnTabs } from "../components/learn_tabs.js";
import { openingSteps } from "../components/opening_steps.js";
import { openingTrial } from "../components/opening_trial.js";
import { patternList } from "../components/pattern_list.js";
import { t } from "../i18n/index.js";
import { openingName, openingSentence } from "../i18n/opening.js";
import { rulesName } from "../i18n/words.js";
import { h } from "../lib/dom.js";
import { EXAMPLES, RULE_TOPICS, SHAPE_TOPICS } from "../lib/examples.js";
import { OPENINGS } from "../lib/openings.js";
import { rulesPath } from "../lib/router.js";

/** @import {App, Page} from "../lib/app.js" */
/** @import {OpeningName, Rules} from "../lib/messages.js" */

/**
 * @typedef {object} Topic
 * @property {string} id
 * @property {string} title
 * @property {string[]} words
 * @property {() => HTMLElement[]} boards
 */

/**
 * Page that explains one rule set, opening or shape, with boards to try it.
 *
 * @param {App} app
 * @param {string} id  of a topic; the first rule set if empty
 * @returns {Page}
 */
export function rulesPage(app, id) {
  const groups = topics(app);
  const all = groups.flatMap(({ list }) => list);
  const shown = all.find((topic) => topic.id === id) ?? all[0];
  const element = h(
    "div",
    { class: "page page--rules" },
    h("div", { class: "page-head" }, h("h1", { tabindex: -1 }, t("rulespage.title")), learnTabs("rules")),
    h(
      "div",
      { class: "rules-columns" },
      h(
        "article",
        { class: "stack rules-topic", "data-topic": shown.id, "aria-labelledby": "topic-title" },
        h("h2", { id: "topic-title" }, shown.title),
        shown.words.map((words) => h("p", null, words)),
        h("div", { class: "rules-boards" }, shown.boards()),
        shown.id === "renju" && patternList(),
      ),
      h(
        "nav",
        { class: "stack", "aria-label": t("rulespage.topics") },
        groups.map(({ title, list }) =>
          h(
            "div",
            { class: "stack stack--tight" },
            h("h2", { class: "list-title" }, title),
            h(
              "ul",
              { class: "rules-topics" },
              list.map((topic) =>
                h(
                  "li",
                  null,
                  h("a", { href: rulesPath(topic.id), "aria-current": topic === shown ? "page" : null }, topic.title),
                ),
              ),
            ),
          ),
        ),
      ),
    ),
  );
  return { title: shown.title, element };
}

/** @param {App} app @returns {{title: string, list: Topic[]}[]} */
function topics(app) {
  /** @param {string[]} names */
  const boards = (names) => () => names.map((name) => exampleBoard(app, name, EXAMPLES[name]));
  return [
    {
      title: t("create.rules"),
      list: Object.entries(RULE_TOPICS).map(([id, examples]) => ({
        id,
        title: rulesName(/** @type {Rules} */ (id)),
        words: [t(`rules.${id}.sentence`), t(`rulespage.more.${id}`)],
        boards: boards(examples),
      })),
    },
    {
      title: t("create.opening"),
      list: OPENINGS.map((id) => ({
        id,
        title: openingName(id),
        words: [openingSentence(id), t(id === "free" ? "rulespage.free" : "rulespage.opening")],
        boards: () => (id === "free" ? [] : [stepsSection(id), openingTrial(app, id)]),
      })),
    },
    {
      title: t("rulespage.shapes"),
      list: Object.entries(SHAPE_TOPICS).map(([id, examples]) => ({
        id,
        title: t(`rulespage.shape.${id}`),
        words: [t(`rulespage.shape.${id}.sentence`)],
        boards: boards(examples),
      })),
    },
  ];
}

/** @param {OpeningName} id */
const stepsSection = (id) =>
  h(
    "section",
    { class: "stack stack--tight", "aria-labelledby": "steps-title" },
    h("h3", { id: "steps-title" }, t("story.title")),
    openingSteps(id),
  );
