import assert from "node:assert/strict";
import { test } from "node:test";

import { announcements } from "../../../web_client/board/announce.js";
import { emptyBoard } from "../../../web_client/board/position.js";

const game = (moves, shown = moves.length, size = 15) => ({ ...emptyBoard(size), moves, shown });
const said = (before, after, rules = "renju") =>
  announcements(before, after, rules).map(({ key, parameters }) => [key, ...Object.values(parameters)]);

test("a new move is said with its piece, point and number", () => {
  assert.deepEqual(said(game([112]), game([112, 113])), [["board.move.white", "I8", 2]]);
});

test("a move and the reply that came with it are both said", () => {
  assert.deepEqual(said(game([112]), game([112, 113, 97])), [
    ["board.move.white", "I8", 2],
    ["board.move.black", "H9", 3],
  ]);
});

test("of a whole game only the last move is said", () => {
  assert.deepEqual(said(game([]), game([112, 113, 97, 96])), [["board.move.white", "G9", 4]]);
});

test("taking back and stepping back say where the board is now", () => {
  assert.deepEqual(said(game([112, 113, 97]), game([112])), [["board.taken_back", 1]]);
  assert.deepEqual(said(game([112, 113, 97]), game([112, 113, 97], 0)), [["board.taken_back", 0]]);
});

test("another move in the place of the last is said", () => {
  assert.deepEqual(said(game([112, 113]), game([112, 97])), [["board.move.white", "H9", 2]]);
});

test("noughts and crosses names its pieces", () => {
  assert.deepEqual(said(game([], 0, 3), game([4], 1, 3), "tictactoe"), [["board.move.cross", "B2", 1]]);
});

test("nothing is said when no stone came or went, or the board is another", () => {
  assert.deepEqual(said(game([112]), { ...game([112]), canPlay: true, pending: 5 }), []);
  assert.deepEqual(said(game([112]), game([5], 1, 19)), []);
});
