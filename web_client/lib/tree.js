/** Loaded part of a stored tree, and the position in it. Pure. */

import { movesText } from "./position_string.js";

/** @import {TreeNode} from "./api.js" */
/** @import {LaidStone, Mark} from "../board/position.js" */
/** @import {Color} from "./messages.js" */

/** @typedef {Map<number, TreeNode>} KnownNodes  by number */

export const PASS = -1;

/** Number of moves to load ahead. */
export const AHEAD = 3;

/**
 * @param {KnownNodes} known  receives the nodes
 * @param {readonly TreeNode[]} nodes
 */
export function learn(known, nodes) {
  for (const node of nodes) known.set(node.n, node);
}

/**
 * @param {KnownNodes} known
 * @param {number} at  a known node with known ancestors
 * @returns {TreeNode[]}  from the root
 */
export function pathTo(known, at) {
  const path = [];
  for (let node = known.get(at); node; node = node.n === 0 ? undefined : known.get(node.parent ?? 0)) path.push(node);
  return path.reverse();
}

/** List the numbers of a node's children, the main one first. @param {TreeNode} node @returns {number[]} */
export const numbersOf = ({ first = 0, children = 0, order = [] }) =>
  order.length ? order : Array.from({ length: children }, (_, n) => first + n);

/**
 * List the known children, up to the first unknown one.
 *
 * @param {KnownNodes} known
 * @param {TreeNode} node
 * @returns {TreeNode[]}
 */
export function childrenOf(known, node) {
  const found = [];
  for (const n of numbersOf(node)) {
    const child = known.get(n);
    if (!child) break;
    found.push(child);
  }
  return found;
}

/**
 * Return what to load so that a node's children and some moves along its main line are known.
 *
 * @param {KnownNodes} known
 * @param {number} at
 * @param {number} [ahead]
 * @returns {{node: number, skip: number} | null}  the parent of the missing nodes, and the number of its known children
 */
export function missing(known, at, ahead = AHEAD) {
  let node = known.get(at);
  for (let depth = 0; node && depth < ahead; depth++) {
    const there = childrenOf(known, node).length;
    // With many branches the first page is enough, unless the viewer asks for more.
    if (there === 0 && (node.children ?? 0) > 0) return { node: node.n, skip: 0 };
    // A single one may have come with the path to a later move.
    if (depth === 0 && there === 1 && (node.children ?? 0) > 1) return { node: node.n, skip: 0 };
    node = known.get(node.first ?? 0) ?? undefined;
    if (node?.n === 0) return null;
  }
  return null;
}

/** Count the moves of a tree: all nodes but the root. @param {{nodes: number}} tree */
export const movesIn = ({ nodes }) => nodes - 1;

/** Count the moves on a path, without passes. @param {readonly TreeNode[]} path */
export const movesOn = (path) => path.filter(({ point }) => typeof point === "number").length;

/**
 * Return the stones at the end of a path: the set-up ones, and the played ones with their move numbers.
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
 * Return the side to move at the end of a path that has no continuation.
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

/** Return the letters of an index: A, B, ... Z, AA, AB, ... @param {number} index @returns {string} */
export const letterOf = (index) =>
  index < 26 ? String.fromCharCode(65 + index) : letterOf(Math.floor(index / 26) - 1) + letterOf(index % 26);

/** Maximum number of characters of a text on the board. */
export const SIGN = 4;

/**
 * Return the sign of each branch on the board: the file's text at its point, or a letter that no text in the position
 * uses. Several points may share a text; `alone` tells whether none do.
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
 * Return the marks beside the stones: branches under their letters or texts, other texts, the file's marks.
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

/** Maximum number of code points in one change of a comment: it fits into a message. */
const PIECE = 800;

/**
 * Return the changes that make one comment of another, in code points: one, unless much was inserted.
 *
 * @param {string} before
 * @param {string} after  without control characters but line ends
 * @returns {{start: number, cut: number, text: string}[]}
 */
export function splicesOf(before, after) {
  const [old, now] = [[...before], [...after]];
  const shorter = Math.min(old.length, now.length);
  let start = 0;
  while (start < shorter && old[start] === now[start]) start++;
  let same = 0;
  while (same < shorter - start && old[old.length - 1 - same] === now[now.length - 1 - same]) same++;
  const inserted = now.slice(start, now.length - same);
  const splices = [];
  for (let at = 0, cut = old.length - start - same; at < inserted.length || cut > 0; at += PIECE, cut = 0)
    splices.push({ start: start + at, cut, text: inserted.slice(at, at + PIECE).join("") });
  return splices;
}

/** Replace what no comment holds by blanks. @param {string} text @returns {string} */
export const plainText = (text) => text.replace(/[^\P{Cc}\n]|\p{Cs}/gu, " ");

/**
 * Return the first letter that no text in a position uses.
 *
 * @param {TreeNode} node
 * @returns {string}
 */
export function freeLetter({ labels = [] }) {
  const used = new Set(labels.map(([, text]) => text));
  let letter = 0;
  while (used.has(letterOf(letter))) letter++;
  return letterOf(letter);
}

/**
 * Return the position string of a path, if black began and nobody passed.
 *
 * @param {readonly TreeNode[]} path
 * @param {number} size
 * @returns {string}
 */
export function stringOf(path, size) {
  const points = path.flatMap(({ point }) => (typeof point === "number" ? [point] : []));
  return points.includes(PASS) ? "" : movesText(points, size);
}
