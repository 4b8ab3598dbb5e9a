import assert from "node:assert/strict";
import { test } from "node:test";

import {
  answerAt,
  beginAgain,
  boardOf,
  isHeld,
  movesWalked,
  showSolution,
  stepped,
  stonesShown,
} from "../../../web_client/lib/solution.js";

const WIN = { id: 4, kind: "win", rules: "renju", size: 15, stones: [112, 113], to_move: "black" };
const DEFENCE = { ...WIN, kind: "defence", stones: [112, 113, 97], to_move: "white" };
/** Three: answers on 51 and 54 meet a four that wins; any other answer meets the threat. */
const PROOF = [50, [60, null, 61, [62]], 51, [70, null, 71, [72]], 54, [80, null, 81, [82]]];

test("a win is walked through, the longest defence ahead", () => {
  const shown = showSolution(WIN, { answers: [50], proof: PROOF });
  assert.deepEqual(shown.walk.played.slice(0, 3), [50, 51, 70]);
  assert.deepEqual(boardOf(shown).toMove, "white");
  assert.ok(boardOf(shown).canPlay);
  assert.deepEqual(stonesShown(shown), WIN.stones);
});

test("each answer is met by what wins after it, and any other by the threat", () => {
  const shown = showSolution(WIN, { answers: [50], proof: PROOF });
  for (const [answer, wins] of [
    [51, 70],
    [54, 80],
    [3, 60],
  ]) {
    const next = answerAt(shown, answer);
    assert.deepEqual(next.walk.played.slice(0, 3), [50, answer, wins]);
    assert.equal(next.walk.at, 3);
  }
});

test("it can be stepped through, and begun again", () => {
  const shown = stepped(showSolution(WIN, { answers: [50], proof: PROOF }), (at, plies) => (at === 1 ? plies : 0));
  assert.equal(shown.walk.at, shown.walk.played.length);
  assert.deepEqual(movesWalked(shown), [...WIN.stones, ...shown.walk.played]);
  assert.deepEqual(movesWalked(beginAgain(shown)), [...WIN.stones, 50]);
  assert.equal(beginAgain(shown).walk.at, 1);
});

test("of a defence the move that holds is shown, and every other is lost", () => {
  const proof = [0, PROOF, 51, [70, null, 71, [72]]];
  const shown = showSolution(DEFENCE, { answers: [9], proof });
  assert.equal(shown.walk, null);
  assert.deepEqual(boardOf(shown).marks, [{ point: 9, kind: "hint" }]);

  const held = answerAt(shown, 9);
  assert.ok(isHeld(held));
  assert.deepEqual(stonesShown(held), [...DEFENCE.stones, 9]);
  assert.ok(!boardOf(held).canPlay);

  const lost = answerAt(shown, 51);
  assert.deepEqual(movesWalked(lost), [...DEFENCE.stones, 51, 70]);
  assert.deepEqual([lost.tried, lost.walk.attacker, lost.walk.played[0]], [51, "black", 70]);
  assert.deepEqual(answerAt(shown, 200).walk.played[0], 50);
  assert.equal(answerAt(shown, 50), shown); // the attacker's own point is no answer
  assert.deepEqual(beginAgain(lost), shown);
});
