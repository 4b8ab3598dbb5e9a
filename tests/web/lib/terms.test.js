import assert from "node:assert/strict";
import { test } from "node:test";

import {
  against,
  lastOpponent,
  loadTerms,
  rememberOpponent,
  saveTerms,
  smallGame,
  withFriend,
} from "../../../web_client/lib/terms.js";

test("terms are casual freestyle until others are chosen, and then remembered", () => {
  const usual = { rules: "freestyle", size: 15, opening: null, clock: "none", color: "random", rated: false };
  assert.deepEqual(loadTerms(), usual);
  const chosen = { rules: "renju", size: 19, opening: null, clock: "5+3", color: "black", rated: true };
  saveTerms(chosen);
  assert.deepEqual(loadTerms(), chosen);
  assert.deepEqual(against(loadTerms(), 4), {
    t: "create",
    rules: "renju",
    size: 19,
    opening: "soosyrv_8",
    clock: { kind: "fischer", initial_ms: 300_000, increment_ms: 3_000 },
    color: "black",
    visibility: "public",
    rated: true,
    level: 4,
  });
  saveTerms({ ...chosen, clock: "1d" });
  assert.deepEqual(loadTerms(), { ...chosen, clock: "none" }, "a clock that was chosen once and is no more");
  saveTerms(chosen);
});

test("a game against a bot begins by what was chosen, which for a rated one is swap2 or Soosyrv-8", () => {
  const begins = (change) => against({ ...loadTerms(), rated: true, ...change }, 4).opening;
  assert.deepEqual([begins({ rules: "standard" }), begins({ rules: "renju" })], ["swap2", "soosyrv_8"]);
  assert.equal(begins({ rules: "freestyle", opening: "free" }), "free");
  assert.equal(begins({ rules: "freestyle", rated: false }), "free");
});

test("a clock that is no more is none", () => {
  assert.deepEqual(against({ ...loadTerms(), clock: "7+7" }, 1).clock, { kind: "none" });
});

test("noughts and crosses never counts, and a friend's game needs the link", () => {
  assert.deepEqual(
    [smallGame(0).rules, smallGame(0).size, smallGame(0).rated, smallGame(0).level],
    ["tictactoe", 3, false, 0],
  );
  const game = withFriend({ rules: "caro", size: 20 });
  assert.deepEqual([game.rules, game.size, game.visibility, game.level], ["caro", 20, "link", undefined]);
  assert.deepEqual([game.opening, withFriend({ rules: "renju", size: 15 }, "rif").opening], ["free", "rif"]);
});

test("the last opponent is remembered", () => {
  assert.equal(lastOpponent(), null);
  rememberOpponent(3);
  assert.equal(lastOpponent(), 3);
});
