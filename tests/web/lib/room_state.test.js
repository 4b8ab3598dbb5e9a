import assert from "node:assert/strict";
import { test } from "node:test";

import {
  maySit,
  newRoomState,
  reasonsShown,
  shownMoves,
  shownPlies,
  withRefusal,
  withRoomNews,
} from "../../../web_client/lib/room_state.js";

const ME = { id: "me", name: "Ada" };
const OTHER = { id: "other", name: "Bob" };
const stone = (point, why) => ({ point, think_ms: 1, why });

const snapshot = (change) => ({
  t: "room",
  room: "r",
  v: 4,
  now: 0,
  rules: "renju",
  size: 15,
  clock: { kind: "none" },
  visibility: "link",
  rated: false,
  color: "black",
  seats: [ME, OTHER],
  moves: [stone(112), stone(113)],
  left: [null, null],
  offers: [[], []],
  presence: { watchers: 0, gone_since: [null, null] },
  created_at: 0,
  score: [0, 0],
  claim_after_ms: 30_000,
  black: 0,
  you: 0,
  ...change,
});
const shown = (change) => withRoomNews(newRoomState("r"), snapshot(change), "me");

test("a move on its way is settled once the game has gone past it", () => {
  const sent = { ...shown(), pending: { ply: 2, point: 97 } };
  assert.deepEqual(withRoomNews(sent, snapshot(), "me").pending, { ply: 2, point: 97 }, "as after a reconnection");
  assert.equal(withRoomNews(sent, snapshot({ v: 5, moves: [stone(112), stone(113), stone(97)] }), "me").pending, null);
  const ended = snapshot({ v: 5, result: { winner: "white", reason: "timeout" } });
  assert.equal(withRoomNews(sent, ended, "me").pending, null);
});

test("a forbidden point is known from its refusal on, in that position", () => {
  const move = { ply: 2, point: 97 };
  const sent = { ...shown(), pending: move };
  const refused = withRefusal(sent, move, "forbidden_double_three");
  assert.deepEqual([refused.refused, refused.pending], [{ 97: "double-three" }, null]);
  assert.deepEqual(withRefusal(sent, move, "not_your_turn").refused, {});
  assert.deepEqual(withRefusal(sent, { ply: 0, point: 97 }, "forbidden_overline").refused, {}, "the game has gone on");
  assert.deepEqual(withRoomNews(refused, snapshot(), "me").refused, {});
});

test("who was offered a seat that somebody else took is late", () => {
  const free = { seats: [OTHER, null], black: null, you: null, moves: [] };
  const invited = shown(free);
  assert.ok(maySit(invited.room));
  const taken = snapshot({ you: null, seats: [OTHER, { id: "third", name: "Cy" }] });
  assert.equal(withRoomNews(invited, taken, "me").late, true);
  assert.equal(withRoomNews(invited, snapshot(), "me").late, false, "who took it is not");
  assert.equal(withRoomNews(newRoomState("r"), taken, "me").late, false, "nor who comes later");
});

test("an earlier position stays shown until its moves are taken back", () => {
  const state = { ...shown({ v: 2 }), shown: 1 };
  assert.equal(shownPlies(state), 1);
  assert.deepEqual(shownMoves(state), state.room.moves.slice(0, 1));
  assert.deepEqual(shownMoves({ ...state, room: null }), []);
  assert.equal(shownPlies({ ...state, shown: null }), 2);
  const back = {
    t: "events",
    room: "r",
    now: 0,
    left: [null, null],
    events: [{ k: "took_back", v: 3, at: 0, seat: 0, plies: 2, left: [null, null] }],
  };
  const after = withRoomNews(state, back, "me");
  assert.deepEqual([after.shown, after.room.moves.length], [null, 0]);
});

test("a bot's reasons stay to be read until it has answered", () => {
  const why = { kind: "centre" };
  const moves = [stone(112), stone(113, why), stone(97)];
  assert.equal(reasonsShown(shown({ moves })), why);
  assert.equal(reasonsShown({ ...shown({ moves }), shown: 2 }), why);
  assert.equal(reasonsShown({ ...shown({ moves }), shown: 3 }) ?? null, null);
});

test("a room that cannot be shown says why", () => {
  const failed = withRoomNews(shown(), { t: "error", code: "private_room", room: "r" }, "me");
  assert.deepEqual([failed.room, failed.failure.code], [null, "private_room"]);
  assert.equal(withRoomNews(failed, snapshot(), "me").failure, null);
  assert.equal(withRoomNews(shown(), { t: "replaced", room: "r" }, "me").replaced, true);
});
