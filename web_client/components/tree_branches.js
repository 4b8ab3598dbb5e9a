import { t } from "../i18n/index.js";
import { h } from "../lib/dom.js";
import { pointName } from "../lib/geometry.js";
import { PASS, SIGN, signsOf } from "../lib/tree.js";

/** @import {TreeNode} from "../lib/api.js" */

/**
 * Branches of a node, the main one first; a press triggers `data-do="branch"` with the node in `data-node`.
 *
 * @param {TreeNode} node
 * @param {readonly TreeNode[]} children  the known ones
 * @param {number | undefined} last  the branch visited last
 * @param {number} size
 * @returns {Node[]}
 */
export function treeBranches(node, children, last, size) {
  const all = node.children ?? 0;
  if (!all) return [h("p", { class: "muted", "data-key": "leaf" }, t("tree.leaf"))];
  if (!children.length) return [h("p", { class: "muted", role: "status", "data-key": "waiting" }, t("loading"))];
  const labels = new Map(node.labels ?? []);
  const signs = signsOf(node, children);
  return [
    h(
      "ul",
      { class: "list tree-branches", "data-key": "branches", "data-testid": "branches" },
      children.map((child, index) => branch(child, signs[index], labels, last, size)),
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
 * @param {{text: string, alone: boolean}} sign
 * @param {Map<number, string>} labels
 * @param {number | undefined} last
 * @param {number} size
 */
function branch(child, sign, labels, last, size) {
  const { point, below = 0 } = child;
  const name = typeof point !== "number" ? t("tree.note") : point === PASS ? t("tree.pass") : pointName(point, size);
  const label = typeof point === "number" ? (labels.get(point) ?? "").trim() : "";
  const said = [
    (label.length > SIGN || (label && !sign.alone)) && label,
    child.name || child.comment?.split("\n", 1)[0],
  ];
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
        "aria-label": sign.alone
          ? t("tree.branch", { letter: sign.text, point: name, n: below })
          : [name, label, t("tree.below", { n: below })].filter(Boolean).join(", "),
        "aria-current": child.n === last ? "true" : null,
      },
      // A sign shared by several branches does not identify one: show the point instead.
      sign.alone && h("span", { class: "tree-letter", "aria-hidden": "true" }, sign.text),
      h("span", { class: sign.alone ? "tree-point" : "tree-letter tree-letter--point" }, name),
      h("span", { class: "grow truncate muted small" }, said.filter(Boolean).join(" · ").slice(0, 80)),
      child.marked && h("span", { title: t("tree.marked") }, "★"),
      h("span", { class: "muted small tree-below" }, below ? t("tree.below", { n: below }) : "·"),
    ),
  );
}
