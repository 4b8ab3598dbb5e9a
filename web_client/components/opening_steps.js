import { t } from "../i18n/index.js";
import { openingNotes, openingStory } from "../i18n/opening_story.js";
import { h } from "../lib/dom.js";

/** @import {OpeningName} from "../lib/messages.js" */

/**
 * Numbered steps of an opening, with the rules that hold for all of them.
 *
 * @param {OpeningName} name
 * @returns {HTMLElement[]}  empty for the free opening
 */
export function openingSteps(name) {
  const story = openingStory(name);
  if (story.length === 0) return [];
  return [
    h(
      "ol",
      { class: "opening-steps", "data-steps": name },
      story.map(({ text, ways }) =>
        h(
          "li",
          null,
          text,
          ways
            && h(
              "ul",
              null,
              ways.map(({ say, text: then }) => h("li", null, h("strong", null, say), then)),
            ),
        ),
      ),
    ),
    ...openingNotes(name).map((note) => h("p", { class: "muted small" }, note)),
  ];
}

/**
 * Steps of an opening, folded.
 *
 * @param {HTMLElement} content  the steps and their supplements
 */
export const foldedSteps = (content) =>
  h(
    "details",
    { class: "opening-folded small", "data-key": "steps", "data-testid": "steps" },
    h("summary", null, t("story.title")),
    content,
  );
