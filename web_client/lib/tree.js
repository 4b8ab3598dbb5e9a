/** What is known of a stored tree so far, and where in it one is. Pure. */

import { movesText } from "./position_string.js";

/** @import {TreeNode} from "./api.js" */
/** @import {LaidStone, Mark} from "../board/position.js" */
/** @import {Color} from "./messages.js" */

/** @typedef {Map<number, TreeNode>} KnownNodes  by their numbers */

export const PASS = -1;

/** So many moves ahead are asked for when they are missed. */
export const AHEAD = 3;

/**
 * @param {KnownNodes} known  gets them
 * @param {readonly TreeNode[]} nodes
 */
export function learn(known, nodes) {
  for (const node of nodes) known.set(node.n, node);
}

/**
 * @param {KnownNodes} known
 * @param {number} at  a known node, like all on the way to it
 * @returns {TreeNode[]}  the root first
 */
export function pathTo(known, at) {
  const path = [];
  for (let node = known.get(at); node; node = node.n === 0 ? undefined : known.get(node.parent ?? 0)) path.push(node);
  return path.reverse();
}

/**
 * The children that are known, up to the first that is not: they stand side by side.
 *
 * @param {KnownNodes} known
 * @param {TreeNode} node
 * @returns {TreeNode[]}
 */
export function childrenOf(known, node) {
  const found = [];
  const first = node.first ?? 0;
  for (let n = first; n < first + (node.children ?? 0); n++) {
    const child = known.get(n);
    if (!child) break;
    found.push(child);
  }
  return found;
}

/**
 * What is to be asked for, to know the children of a node and some moves along its main line.
 *
 * @param {KnownNodes} known
 * @param {number} at
 * @param {number} [ahead]
 * @returns {{node: number, skip: number} | null}  the parent of what is missing, and how many of its children are there
 */
export function missing(known, at, ahead = AHEAD) {
  let node = known.get(at);
  for (let depth = 0; node && depth < ahead; depth++) {
    const there = childrenOf(known, node).length;
    // Of many branches the first page is enough, unless one asks for more.
    if (there === 0 && (node.children ?? 0) > 0) return { node: node.n, skip: 0 };
    node = known.get(node.first ?? 0) ?? undefined;
    if (node?.n === 0) return null;
  }
  return null;
}

/**
 * How many moves a tree has: every node is one but the root, before the first.
 *
 * @param {{nodes: number}} tree
 */
export const movesIn = ({ nodes }) => nodes - 1;

/**
 * How many moves lead to a node, passes among them.
 *
 * @param {readonly TreeNode[]} path
 */
export const movesOn = (path) => path.filter(({ point }) => typeof point === "number").length;

/**
 * The stones at the end of a path: those set up, and those played with the numbers of their moves.
 *
 * @param {readonly TreeNode[]} path
 * @returns {LaidStone[]}
 */
export function stonesOn(path) {
  /** @type {Map<number, LaidStone>} */
  const stones = new Map();
  let move = 0;
  for (const node of path) {
    for (const [point, lies] of node.setup ?? []) {
      stones.delete(point);
      if (lies) stones.set(point, { point, color: lies === 1 ? "black" : "white", move: 0, last: false });
    }
    const { point } = node;
    if (typeof point !== "number") continue;
    move += 1;
    for (const [at, stone] of stones) if (stone.last) stones.set(at, { ...stone, last: false });
    if (point !== PASS) stones.set(point, { point, color: node.color ?? "black", move, last: true });
  }
  return [...stones.values()];
}

/**
 * Who moves at the end of a path, where nothing goes on from it.
 *
 * @param {readonly TreeNode[]} path
 * @returns {Color}
 */
export function toMoveOn(path) {
  for (const node of [...path].reverse()) {
    if (typeof node.point === "number") return node.color === "black" ? "white" : "black";
    if (node.to_move) return node.to_move;
  }
  return "black";
}

/**
 * A, B, ... Z, AA, AB, ...
 *
 * @param {number} index
 * @returns {string}
 */
export const letterOf = (index) =>
  index < 26 ? String.fromCharCode(65 + index) : letterOf(Math.floor(index / 26) - 1) + letterOf(index % 26);

/** Letters of a text that stand on the board. */
export const SIGN = 4;

/**
 * Under what each branch stands on the board: the file's text at its point, or a letter that no text of the position is.
 * A text may stand at several; `alone` says that it does not.
 *
 * @param {TreeNode} node
 * @param {readonly TreeNode[]} children
 * @returns {{text: string, alone: boolean}[]}
 */
export function signsOf(node, children) {
  const labels = new Map((node.labels ?? []).map(([point, text]) => [point, text.trim().slice(0, SIGN)]));
  const used = new Set(labels.values());
  const texts = children.map(({ point }, index) => {
    const label = typeof point === "number" && labels.get(point);
    if (label) return label;
    let letter = index;
    while (used.has(letterOf(letter))) letter++;
    used.add(letterOf(letter));
    return letterOf(letter);
  });
  return texts.map((text) => ({ text, alone: texts.filter((other) => other === text).length === 1 }));
}

/**
 * What lies on the board beside stones: the branches under their letters or texts, other texts, the file's marks.
 *
 * @param {TreeNode} node
 * @param {readonly TreeNode[]} children
 * @returns {Mark[]}
 */
export function marksAt(node, children) {
  const labels = new Map((node.labels ?? []).filter(([, text]) => text.trim()));
  /** @type {Mark[]} */
  const marks = [];
  const taken = new Set();
  const signs = signsOf(node, children);
  for (const [index, { point }] of children.entries()) {
    if (typeof point !== "number" || point === PASS || taken.has(point)) continue;
    taken.add(point);
    marks.push({ point, kind: "branch", text: signs[index].text });
  }
  for (const [point, text] of labels)
    if (!taken.has(point)) marks.push({ point, kind: "label", text: text.trim().slice(0, SIGN) });
  for (const [point, kind] of node.marks ?? []) marks.push({ point, kind: /** @type {Mark["kind"]} */ (kind) });
  return marks;
}

/**
 * The moves of a path as people paste them, where it is a line that black began and nobody passed in.
 *
 * @param {readonly TreeNode[]} path
 * @param {number} size
 * @returns {string}
 */
export function stringOf(path, size) {
  const points = path.flatMap(({ point }) => (typeof point === "number" ? [point] : []));
  return points.includes(PASS) ? "" : movesText(points, size);
}
