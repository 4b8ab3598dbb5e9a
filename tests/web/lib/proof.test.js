import assert from "node:assert/strict";
import { test } from "node:test";

import {
  after,
  answersAt,
  choose,
  isDefence,
  lengthOf,
  lineMarks,
  longestAnswer,
  readWin,
  startWalk,
  walkMarks,
  walkTo,
  winAt,
} from "../../../web_client/lib/proof.js";

/**
 * Three at 1: after an answer at 2 or 3, fours at 4 and 7 follow; after any other, the four at 9. The four at 4 is
 * answered at 5 and makes five at 6.
 */
const TREE = [1, [9], 2, [7], 3, [4, null, 5, [6]]];
const win = readWin(TREE);

test("a tree is read with its answers and its threat", () => {
  assert.equal(win.move, 1);
  assert.deepEqual(
    win.answers.map(([point]) => point),
    [2, 3],
  );
  assert.equal(win.threat?.move, 9);
  assert.deepEqual(readWin([8]), { move: 8, answers: [], threat: null });
});

test("the longest defence is found", () => {
  assert.equal(lengthOf(win), 3);
  assert.equal(longestAnswer(win), 3);
  assert.equal(longestAnswer(readWin([8])), null);
});

test("every answer has its own refutation, and any other runs into the threat", () => {
  assert.equal(after(win, 2)?.move, 7);
  assert.equal(after(win, 3)?.move, 4);
  assert.equal(after(win, 100)?.move, 9);
});

test("a four that is not answered is completed", () => {
  const four = after(win, 3);
  assert.equal(after(four, 5)?.move, 6);
  assert.equal(after(four, 100)?.move, 5);
});

test("where nothing stops the row, nothing comes after", () => assert.equal(after(readWin([8]), 3), null));

test("a walk begins with the first move shown and the longest defence ahead", () => {
  const walk = startWalk(win, "white");
  assert.deepEqual([walk.played, walk.at, walk.attacker], [[1, 3, 4, 5, 6], 1, "white"]);
  assert.equal(isDefence(walk), true);
  assert.deepEqual(answersAt(walk), [2, 3]);
});

test("steps stay within the line", () => {
  const walk = startWalk(win, "black");
  assert.equal(walkTo(walk, -1).at, 0);
  assert.equal(walkTo(walk, 99).at, 5);
  assert.deepEqual(answersAt(walkTo(walk, 2)), []);
  assert.deepEqual(answersAt(walkTo(walk, 3)), [5]);
  assert.deepEqual(answersAt(walkTo(walk, 5)), []);
});

test("the attacker's move shown is the last one made", () => {
  const walk = startWalk(win, "black");
  assert.deepEqual(
    [0, 1, 2, 3, 4, 5].map((at) => winAt(walkTo(walk, at)).move),
    [1, 1, 1, 4, 4, 6],
  );
});

test("a chosen defence is answered at once", () => {
  const walk = choose(startWalk(win, "black"), 2);
  assert.deepEqual([walk.played, walk.at], [[1, 2, 7], 3]);
  assert.deepEqual(answersAt(walk), []);
});

test("a defence that does not meet the threat is answered by it", () => {
  const walk = choose(startWalk(win, "black"), 200);
  assert.deepEqual([walk.played, walk.at], [[1, 200, 9], 3]);
});

test("a defence can be chosen anew on the way", () => {
  const deep = walkTo(startWalk(win, "black"), 5);
  assert.deepEqual(choose(walkTo(deep, 1), 2).played, [1, 2, 7]);
  assert.deepEqual(choose(walkTo(deep, 3), 77).played, [1, 3, 4, 77, 5]);
});

test("where the proof ends, a choice changes nothing", () => {
  const end = walkTo(startWalk(win, "black"), 5);
  assert.equal(choose(end, 50), end);
});

test("the threat cannot be carried out where the defender has just moved", () => {
  const walk = startWalk(readWin([1, [9]]), "black");
  assert.equal(choose(walk, 9), walk);
});

test("stones of a line have alternating colours and numbers", () => {
  assert.deepEqual(lineMarks([5, 6, 7], "white"), [
    { point: 5, kind: "white", text: "1" },
    { point: 6, kind: "black", text: "2" },
    { point: 7, kind: "white", text: "3" },
  ]);
});

test("the answers are marked for the defender to move, and for the attacker none", () => {
  const walk = startWalk(win, "black");
  assert.deepEqual(
    walkMarks(walk).map(({ point, kind }) => [point, kind]),
    [
      [1, "black"],
      [2, "branch"],
      [3, "branch"],
    ],
  );
  assert.deepEqual(
    walkMarks(walkTo(walk, 2)).map(({ kind }) => kind),
    ["black", "white"],
  );
});
