/** A reviewed game as a tree in SGF: its moves, and beside them the better moves and the wins that were found. Pure. */

import { isLost, isWinSought, namesOpen } from "./facts.js";

/** @import {GameHistory, MoveReview} from "./api.js" */
/** @import {Color} from "./messages.js" */
/** @import {OpenMove} from "./analysis.js" */

/**
 * @typedef {object} Say  what is said, each in a sentence
 * @property {(review: MoveReview, ply: number) => string} move
 * @property {(review: MoveReview, ply: number) => string} win  at the first move of a missed win
 * @property {(open: OpenMove) => string} open  at a move after which no win was found
 * @property {(review: MoveReview, ply: number) => string} threat  at the first move of the win against a losing move
 */

/** @typedef {{point: number, color: Color, comment: string, below: Branch[]}} Branch */

/**
 * @param {GameHistory} history
 * @param {readonly MoveReview[]} reviews  one a move; none without an analysis
 * @param {Say} say
 * @returns {string}  SGF
 */
export function sgfOfReview({ game: { size }, moves }, reviews, say) {
  /** @type {Branch[]} */
  const first = [];
  let here = first;
  /** Branches that begin at each ply, behind the move of the game. @type {(() => void)[]} */
  const later = [];
  moves.forEach(({ point, color }, ply) => {
    const review = reviews[ply];
    const [mover, other] = color === "black" ? COLORS : [...COLORS].reverse();
    const branches = here;
    const move = step(branches, point, color, review ? say.move(review, ply) : "");
    here = move.below;
    if (!review) return;
    later.push(() => {
      if (review.win && isWinSought(review)) lay(branches, review.win.line, [mover, other], say.win(review, ply));
      for (const open of review.open ?? [])
        if (namesOpen(review) && open.point !== point) step(branches, open.point, color, say.open(open));
      if (review.threat && isLost(review)) lay(move.below, review.threat.line, [other, mover], say.threat(review, ply));
    });
  });
  for (const add of later) add();
  return `(;FF[4]GM[4]CA[UTF-8]SZ[${size}]${written(first, size)})`;
}

/** @type {Color[]} */
const COLORS = ["black", "white"];

/**
 * Find the branch of a move, or add it.
 *
 * @param {Branch[]} branches
 * @param {number} point
 * @param {Color} color
 * @param {string} comment
 */
function step(branches, point, color, comment) {
  const there = branches.find((each) => each.point === point && each.color === color);
  const branch = there ?? { point, color, comment: "", below: [] };
  if (!there) branches.push(branch);
  if (comment && !branch.comment.includes(comment)) branch.comment += (branch.comment && "\n") + comment;
  return branch;
}

/** @param {Branch[]} branches @param {readonly number[]} line @param {readonly Color[]} colors @param {string} comment */
function lay(branches, line, colors, comment) {
  line.forEach((point, n) => {
    branches = step(branches, point, colors[n % 2], n ? "" : comment).below;
  });
}

/** @param {Branch[]} branches @param {number} size @returns {string} */
function written(branches, size) {
  let text = "";
  while (branches.length === 1) {
    text += node(branches[0], size);
    branches = branches[0].below;
  }
  return text + branches.map((each) => `(${node(each, size)}${written(each.below, size)})`).join("");
}

/** @param {Branch} branch @param {number} size */
function node({ point, color, comment }, size) {
  const said = comment && `C[${comment.replace(/[\\\]]/g, "\\$&")}]`;
  return `;${color === "black" ? "B" : "W"}[${letter(point % size)}${letter(Math.floor(point / size))}]${said}`;
}

/** @param {number} n */
const letter = (n) => String.fromCharCode(97 + n);
