import { t } from "../i18n/index.js";
import { h } from "../lib/dom.js";
import { pointName } from "../lib/geometry.js";
import { PASS, letterOf } from "../lib/tree.js";

/** @import {TreeNode} from "../lib/api.js" */

/** Letters of a text that stand on the board. */
const SIGN = 4;

/**
 * The branches of a node, the main one first: a press says `data-do="branch"` with the node in `data-node`.
 *
 * @param {TreeNode} node
 * @param {readonly TreeNode[]} children  that are known
 * @param {number | undefined} last  the one that was last gone into
 * @param {number} size
 * @returns {Node[]}
 */
export function treeBranches(node, children, last, size) {
  const all = node.children ?? 0;
  if (!all) return [h("p", { class: "muted", "data-key": "leaf" }, t("tree.leaf"))];
  if (!children.length) return [h("p", { class: "muted", role: "status", "data-key": "waiting" }, t("loading"))];
  const labels = new Map(node.labels ?? []);
  return [
    h(
      "ul",
      { class: "list tree-branches", "data-key": "branches", "data-testid": "branches" },
      children.map((child, index) => branch(child, index, labels, last, size)),
    ),
    ...(children.length < all
      ? [
          h(
            "button",
            { type: "button", class: "button", "data-do": "more-branches", "data-key": "more" },
            t("tree.more_branches"),
          ),
        ]
      : []),
  ];
}

/**
 * @param {TreeNode} child
 * @param {number} index
 * @param {Map<number, string>} labels
 * @param {number | undefined} last
 * @param {number} size
 */
function branch(child, index, labels, last, size) {
  const letter = letterOf(index);
  const { point, below = 0 } = child;
  const name = typeof point !== "number" ? t("tree.note") : point === PASS ? t("tree.pass") : pointName(point, size);
  const label = typeof point === "number" ? (labels.get(point) ?? "") : "";
  // As it stands on the board.
  const sign = label.trim().slice(0, SIGN) || letter;
  const said = [label.length > SIGN && label, child.name || child.comment?.split("\n", 1)[0]];
  return h(
    "li",
    { "data-key": `branch-${child.n}`, "data-branch": name },
    h(
      "button",
      {
        type: "button",
        class: "tree-branch",
        "data-do": "branch",
        "data-node": child.n,
        "aria-label": t("tree.branch", { letter, point: name, n: below }),
        "aria-current": child.n === last ? "true" : null,
      },
      h("span", { class: "tree-letter", "aria-hidden": "true" }, sign),
      h("span", { class: "tree-point" }, name),
      h("span", { class: "grow truncate muted small" }, said.filter(Boolean).join(" · ").slice(0, 80)),
      child.marked && h("span", { title: t("tree.marked") }, "★"),
      h("span", { class: "muted small tree-below" }, below ? t("tree.below", { n: below }) : "·"),
    ),
  );
}
