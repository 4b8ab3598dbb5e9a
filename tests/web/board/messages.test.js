import assert from "node:assert/strict";
import { test } from "node:test";

import { cellLabel } from "../../../web_client/board/messages.js";
import { cells, emptyBoard } from "../../../web_client/board/position.js";

/** Return the key and the parameters in order. */
const translate = (key, parameters) => `${key}(${Object.values(parameters).join("|")})`;

const label = (point, change, rules = "renju") => {
  const state = { ...emptyBoard(15), moves: [112, 113], shown: 2, ...change };
  return cellLabel(cells(state)[point], point, 15, rules, translate);
};

test("stones are named with their point and move, the last as the last", () => {
  assert.equal(label(112), "board.cell.black(H8|1)");
  assert.equal(label(113), "board.cell.white.last(I8|2)");
  assert.equal(label(0), "board.cell.empty(A15)");
});

test("in noughts and crosses the pieces are crosses and noughts", () => {
  assert.equal(label(112, {}, "tictactoe"), "board.cell.cross(H8|1)");
  assert.equal(label(113, {}, "tictactoe"), "board.cell.nought.last(I8|2)");
});

test("a forbidden point says why", () => {
  assert.equal(
    label(0, { forbidden: { 0: "double-three" } }),
    "board.cell.forbidden(A15|board.forbidden.double-three(A15))",
  );
});

test("a stone on its way says so", () => {
  assert.equal(label(0, { pending: 0 }), "board.cell.black.pending(A15)");
});

test("a stone of a line says its number, one that is decided on ahead that it is", () => {
  assert.equal(label(0, { marks: [{ point: 0, kind: "white", text: "3" }] }), "board.cell.white.line(A15|3)");
  assert.equal(label(0, { marks: [{ point: 0, kind: "white", ahead: true }] }), "board.cell.white.ahead(A15)");
});

test("the winning row and marks are added to the label", () => {
  const marks = [{ point: 112, kind: "label", text: "A" }];
  assert.equal(
    label(112, { winningLine: [112], marks }),
    "board.cell.marked(board.cell.winning(board.cell.black(H8|1))|A)",
  );
});
