import { t } from "../i18n/index.js";
import { colorName } from "../i18n/words.js";
import { h } from "../lib/dom.js";
import { pointName } from "../lib/geometry.js";
import { MOST_BRANCHES, playedAsPlanned, treeOf } from "../lib/plan.js";

/** @import {PlanNode} from "../lib/plan.js" */
/** @import {Planned} from "../lib/planner.js" */
/** @import {Room} from "../lib/room.js" */

/**
 * Card of the viewer's conditional moves, and of those that were played.
 *
 * @param {Room} room
 * @param {Planned | null} planned  null if nothing can be planned
 * @param {number | null} dropped
 * @returns {Node[]}  empty if there is nothing to show
 */
export function planCard(room, planned, dropped) {
  const { size } = room;
  const played = playedAsPlanned(room).map((point) => pointName(point, size));
  const said = [
    played.length > 0 && t("plan.played", { points: played.join(t("plan.comma")) }),
    dropped !== null && t("plan.dropped", { point: pointName(dropped, size) }),
  ].filter((words) => words !== false);
  if (!planned && !said.length) return [];
  const tree = treeOf(planned?.branches ?? []);
  return [
    h("h2", { id: "plan-title", "data-key": "title" }, t("plan.title")),
    ...said.map((words, index) => h("p", { class: "notice notice--good", "data-key": `said-${index}` }, words)),
    planned && h("p", { class: "muted small", "data-key": "hint" }, t("plan.hint")),
    tree.length > 0
      && h("ul", { class: "plan", "data-testid": "plan", "data-key": "tree" }, items(tree, room, "plan.branch")),
    planned
      && planned.line === null
      && planned.branches.length < MOST_BRANCHES
      && h(
        "div",
        { class: "row", "data-key": "begin" },
        h("button", { type: "button", class: "button", "data-do": "plan", "data-number": 0 }, t("plan.begin")),
      ),
  ].filter((part) => part instanceof Node);
}

/**
 * @param {PlanNode[]} nodes
 * @param {Room} room
 * @param {"plan.branch" | "plan.next_branch"} form  wording; a branch after another one is worded differently
 * @returns {Node[]}
 */
function items(nodes, room, form) {
  return nodes.map((node) => {
    const words = t(form, { when: pointName(node.when, room.size), answer: pointName(node.answer, room.size) });
    return h(
      "li",
      { class: "plan-branch", "data-key": `when-${node.when}`, "data-branch": node.number },
      h(
        "span",
        { class: "plan-line" },
        h(
          "button",
          {
            type: "button",
            class: "plan-words",
            "data-do": "plan",
            "data-number": node.number,
            "aria-label": t("plan.go_on", { branch: words }),
            title: t("plan.go_on", { branch: words }),
          },
          words,
        ),
        h(
          "button",
          {
            type: "button",
            class: "button button--icon button--quiet",
            "data-do": "unplan",
            "data-number": node.number,
            "aria-label": t("plan.remove", { branch: words }),
            title: t("plan.remove", { branch: words }),
          },
          h("span", { "aria-hidden": "true" }, "×"),
        ),
      ),
      node.next.length > 0
        && h(
          "ul",
          { class: node.next.length > 1 ? "plan plan--fork" : "plan" },
          items(node.next, room, "plan.next_branch"),
        ),
    );
  });
}

/** Notice that the game has left the planned line; the viewer must leave planning to play. @returns {Node} */
export const planOverNotice = () =>
  h(
    "div",
    { class: "notice notice--warn offer", "data-key": "planning-over", "data-testid": "planning-over" },
    h("p", null, t("plan.over")),
    h(
      "div",
      { class: "row" },
      h("button", { type: "button", class: "button button--primary", "data-do": "plan-done" }, t("plan.leave")),
    ),
  );

/**
 * Instructions beside the board for a viewer who is planning.
 *
 * @param {Room} room
 * @param {readonly number[]} line
 * @returns {Node}
 */
export function planNotice({ moves, rules, size }, line) {
  const color = colorName(moves.length % 2 ? "white" : "black", rules);
  const names = line.map((point) => pointName(point, size));
  const words = !names.length
    ? t("plan.choose_move", { color })
    : names.length % 2
      ? t("plan.choose_answer", { color, point: names[names.length - 1] })
      : t("plan.choose_next", { color, when: names[names.length - 2], answer: names[names.length - 1] });
  return h(
    "div",
    { class: "notice offer", "data-key": "planning", "data-testid": "planning" },
    h("p", null, words),
    h(
      "div",
      { class: "row row--tight" },
      h(
        "button",
        {
          type: "button",
          class: "button button--small",
          "data-do": "plan-back",
          "data-key": "back",
          "aria-disabled": names.length ? null : "true",
        },
        t("plan.back"),
      ),
      h(
        "button",
        { type: "button", class: "button button--small button--primary", "data-do": "plan-done", "data-key": "done" },
        t("plan.done"),
      ),
    ),
  );
}
