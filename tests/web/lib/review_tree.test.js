import assert from "node:assert/strict";
import { test } from "node:test";

import { sgfOfReview } from "../../../web_client/lib/review_tree.js";

/** @param {number[]} points */
const historyOf = (points) =>
  /** @type {any} */ ({
    game: { size: 15 },
    moves: points.map((point, ply) => ({ point, color: ply % 2 ? "white" : "black" })),
  });

const say = {
  move: (/** @type {any} */ { label }) => label ?? "",
  win: () => "win]",
  open: () => "open",
  threat: () => "threat",
};

test("a game without an analysis is one line", () => {
  assert.equal(sgfOfReview(historyOf([112, 113]), [], say), "(;FF[4]GM[4]CA[UTF-8]SZ[15];B[hh];W[ih])");
});

test("better moves and wins are branches behind the moves of the game", () => {
  const reviews = /** @type {any} */ ([
    {},
    { label: "lost_here", open: [{ point: 0, method: "vct", nodes: 9 }], threat: { method: "vct", line: [2, 3, 4] } },
    { label: "missed_win", win: { method: "vct", line: [2, 3, 4] } },
  ]);
  assert.equal(
    sgfOfReview(historyOf([112, 113, 5]), reviews, say),
    "(;FF[4]GM[4]CA[UTF-8]SZ[15];B[hh](;W[ih]C[lost_here](;B[fa]C[missed_win])(;B[ca]C[threat\nwin\\]];W[da];B[ea]))"
      + "(;W[aa]C[open]))",
  );
});
