import { t } from "../i18n/index.js";
import { openingNotes, openingStory } from "../i18n/opening_story.js";
import { h } from "../lib/dom.js";

/** @import {OpeningName} from "../lib/messages.js" */

/**
 * The steps of an opening, numbered, and what is true of all of them.
 *
 * @param {OpeningName} name
 * @returns {HTMLElement[]}  none for the free opening
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
 * The same, folded.
 *
 * @param {HTMLElement} content  steps and what stands with them
 */
export const foldedSteps = (content) =>
  h(
    "details",
    { class: "opening-folded small", "data-key": "steps", "data-testid": "steps" },
    h("summary", null, t("story.title")),
    content,
  );
