import assert from "node:assert/strict";
import { test } from "node:test";

import { fromSnapshot } from "../../../web_client/lib/room.js";
import { standing } from "../../../web_client/lib/standing.js";

/** Game of Ann (seat 0, the viewer, white) against Bob (seat 1, black) after a number of moves. */
function game(plies, changes = {}) {
  return fromSnapshot({
    t: "room",
    room: "r",
    v: 2,
    now: 0,
    rules: "freestyle",
    size: 15,
    clock: { kind: "none" },
    visibility: "public",
    rated: false,
    color: "white",
    seats: [
      { id: "ann", name: "Ann" },
      { id: "bob", name: "Bob" },
    ],
    moves: Array.from({ length: plies }, (_, point) => ({ point, think_ms: 0 })),
    left: [null, null],
    offers: [[], []],
    presence: { gone_since: [null, null], watchers: 0 },
    created_at: 0,
    score: [0, 0],
    claim_after_ms: 30_000,
    black: 1,
    you: 0,
    ...changes,
  });
}

const can = (room, now = 0) =>
  Object.entries(standing(room, now).can)
    .filter(([, may]) => may)
    .map(([what]) => what)
    .sort();

test("whose turn it is follows the colours, not the seats", () => {
  assert.deepEqual([standing(game(0), 0).seatToMove, standing(game(0), 0).yourTurn], [1, false]);
  assert.deepEqual([standing(game(1), 0).toMove, standing(game(1), 0).yourTurn], ["white", true]);
});

test("an open room can be joined, by others than its owner", () => {
  const open = { seats: [{ id: "ann", name: "Ann" }, null], black: undefined };
  assert.equal(standing(game(0, open), 0).phase, "open");
  assert.deepEqual(can(game(0, open)), ["abort"]);
  assert.deepEqual(can(game(0, { ...open, you: undefined })), ["sit"]);
});

test("until both have moved the game can be aborted, then resigned", () => {
  assert.deepEqual(can(game(0)), ["abort"]);
  assert.deepEqual(can(game(1)), ["abort"]);
  assert.deepEqual(can(game(2)), ["draw", "resign", "takeback"]);
});

test("only a move of one's own can be taken back", () => {
  const black = { you: 1 };
  assert.deepEqual(can(game(1, black)), ["abort", "takeback"]);
  assert.equal(can(game(1)).includes("takeback"), false);
});

test("moves that the game began with are not one's own to take back, nor the first of this game", () => {
  assert.deepEqual(can(game(6, { start: 6 })), ["abort"]);
  assert.deepEqual(can(game(7, { start: 6 })), ["abort"]);
  assert.deepEqual(can(game(8, { start: 6 })), ["draw", "resign", "takeback"]);
});

test("a watcher can do nothing", () => {
  assert.deepEqual(can(game(5, { you: undefined })), []);
  assert.deepEqual(can(game(5, { you: undefined, result: { winner: "black", reason: "five" } })), []);
});

test("what is on offer already cannot be offered again, from either side", () => {
  assert.deepEqual(can(game(4, { offers: [["draw"], ["takeback"]] })), ["resign"]);
  assert.deepEqual(standing(game(4, { offers: [["draw"], ["takeback"]] }), 0).asked, ["takeback"]);
});

test("bots are not offered draws", () => {
  assert.deepEqual(can(game(4, { seats: [{ id: "ann" }, { level: 2 }] })), ["resign", "takeback"]);
});

test("after the end there is a rematch, unless the next game is there", () => {
  const over = { result: { winner: "white", reason: "resigned" } };
  assert.deepEqual(can(game(4, over)), ["rematch"]);
  assert.deepEqual(can(game(4, { ...over, next: "s" })), []);
  assert.deepEqual(can(game(0, { ...over, black: undefined, seats: [{ id: "ann" }, null] })), []);
});

test("the other may be claimed against once gone for long enough", () => {
  const gone = { presence: { gone_since: [null, 1_000], watchers: 0 } };
  assert.equal(standing(game(4), 0).claimInMs, null);
  assert.deepEqual(
    [standing(game(4, gone), 21_000).claimInMs, can(game(4, gone), 21_000).includes("claim")],
    [10_000, false],
  );
  assert.deepEqual(
    [standing(game(4, gone), 31_000).claimInMs, can(game(4, gone), 31_000).includes("claim")],
    [0, true],
  );
  for (const plies of [0, 1]) {
    const early = standing(game(plies, gone), 21_000);
    assert.deepEqual([early.goneSince, early.claimInMs, early.can.claim, early.can.abort], [1_000, null, false, true]);
  }
  assert.equal(standing(game(4, { ...gone, result: { winner: null, reason: "aborted" } }), 31_000).claimInMs, null);
});

test("on one's own turn there is nothing to claim, and the grace begins with the other's turn", () => {
  const gone = { presence: { gone_since: [null, 1_000], watchers: 0 } };
  const own = standing(game(5, gone), 900_000);
  assert.deepEqual([own.goneSince, own.claimInMs, own.can.claim], [1_000, null, false]);
  const passed = game(6, { ...gone, turn_at: 900_000 });
  assert.equal(standing(passed, 910_000).claimInMs, 20_000);
  assert.equal(standing(passed, 930_000).can.claim, true);
});

test("the outcome is the viewer's", () => {
  const outcome = (result, changes) => standing(game(9, { result, ...changes }), 0).outcome;
  assert.equal(outcome({ winner: "white", reason: "five" }), "won");
  assert.equal(outcome({ winner: "black", reason: "five" }), "lost");
  assert.equal(outcome({ winner: null, reason: "full_board" }), "drawn");
  assert.equal(outcome({ winner: null, reason: "aborted" }), "aborted");
  assert.equal(outcome({ winner: "black", reason: "five" }, { you: undefined }), null);
});

test("a claim that was refused as too early is offered once it is due", () => {
  const gone = { presence: { gone_since: [null, 1_000], watchers: 0 } };
  const refused = { ...game(4, gone), claimFrom: 33_000 };
  assert.deepEqual([standing(refused, 31_500).claimInMs, standing(refused, 31_500).can.claim], [1_500, false]);
  assert.equal(standing(refused, 33_000).can.claim, true);
});
