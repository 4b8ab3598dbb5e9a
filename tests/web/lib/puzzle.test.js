import assert from "node:assert/strict";
import { test } from "node:test";

import {
  again,
  ask,
  attempt,
  judged,
  ownMoves,
  restMarks,
  stonesOf,
  toMoveOf,
  withdrawn,
} from "../../../web_client/lib/puzzle.js";

const PUZZLE = { id: 4, kind: "win", rules: "renju", size: 15, stones: [112, 113], to_move: "black" };
const tried = (change) => ({ t: "tried", id: "c", puzzle: 4, right: true, done: false, ...change });

test("a right move stays, and the opponent answers it", () => {
  const next = judged(ask(attempt(PUZZLE), 97), tried({ reply: 98 }));
  assert.deepEqual([next.played, next.state, next.asked], [[97, 98], "solving", null]);
  assert.deepEqual(stonesOf(next), [112, 113, 97, 98]);
  assert.equal(toMoveOf(next), "black");
});

test("the server gets all own moves, without the replies", () => {
  const next = judged(ask(attempt(PUZZLE), 97), tried({ reply: 98 }));
  assert.deepEqual(ownMoves(ask(next, 82)), [97, 82]);
  assert.deepEqual(ownMoves(ask(attempt(PUZZLE), 0)), [0]);
});

test("the last right move solves it, and the rest is shown from the opponent on", () => {
  const done = judged(ask(attempt(PUZZLE), 97), tried({ done: true, line: [98, 82] }));
  assert.equal(done.state, "solved");
  assert.deepEqual(
    restMarks(done).map(({ point, kind }) => [point, kind]),
    [
      [98, "white"],
      [82, "black"],
    ],
  );
});

test("a wrong move is shown with what it loses to, until it is taken back", () => {
  const right = judged(ask(attempt(PUZZLE), 97), tried({ reply: 98 }));
  const wrong = judged(ask(right, 3), tried({ right: false, line: [4] }));
  assert.deepEqual([wrong.state, wrong.played], ["wrong", [97, 98, 3]]);
  assert.deepEqual(
    restMarks(wrong).map(({ point, kind }) => [point, kind]),
    [[4, "white"]],
  );
  assert.deepEqual(again(wrong), right);
});

test("a move that could not be judged is as if it had not been made", () => {
  const start = attempt(PUZZLE);
  assert.deepEqual(withdrawn(ask(start, 97)), start);
});

test("a puzzle for White begins with White", () =>
  assert.equal(toMoveOf(attempt({ ...PUZZLE, stones: [112] })), "white"));
