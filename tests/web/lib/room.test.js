import assert from "node:assert/strict";
import { test } from "node:test";

import {
  botLevel,
  colorOf,
  fromSnapshot,
  hasHints,
  seatOf,
  tellsReasons,
  withEvents,
  withForbidden,
  withPresence,
  withQueue,
} from "../../../web_client/lib/room.js";

/** Room in which seat 1 is black, as sent to seat 0. */
export function room(changes = {}) {
  return fromSnapshot({
    t: "room",
    room: "r",
    v: 2,
    now: 1000,
    rules: "freestyle",
    size: 15,
    clock: { kind: "none" },
    visibility: "public",
    rated: true,
    color: "white",
    seats: [
      { id: "ann", name: "Ann" },
      { id: "bob", name: "Bob" },
    ],
    moves: [],
    left: [null, null],
    offers: [[], []],
    presence: { gone_since: [null, null], watchers: 0 },
    created_at: 1,
    score: [0, 0],
    claim_after_ms: 30_000,
    black: 1,
    you: 0,
    ...changes,
  });
}

/** Return the room after events, numbered from its version on. */
export function after(before, ...events) {
  const numbered = events.map((event, index) => ({ at: 1, ...event, v: before.v + 1 + index }));
  return withEvents(before, { t: "events", room: "r", now: 5000, left: [7, 8], running: 1, events: numbered }, "ann");
}

const moved = (seat, point) => ({
  k: "moved",
  seat,
  ply: 0,
  point,
  think_ms: 10,
  lag_ms: 0,
  given_ms: 0,
  left: [1, 2],
});

test("a snapshot's absent fields are null", () => {
  const { result, line, running, firstMoveBy, previous, next } = room();
  assert.deepEqual([result, line, running, firstMoveBy, previous, next], [null, null, null, null, null, null]);
  assert.equal(room({ you: undefined }).you, null);
});

test("a message of events brings the clocks as they are after the last", () => {
  const now = after(room(), moved(1, 112));
  assert.deepEqual([now.v, now.now, now.left, now.running, now.firstMoveBy], [3, 5000, [7, 8], 1, null]);
  assert.deepEqual(now.moves, [{ point: 112, thinkMs: 10, leftMs: 2, why: null, planned: false }]);
});

test("the room before is as it was", () => {
  const before = room();
  after(before, moved(1, 112), { k: "offered", seat: 0, what: "draw" });
  assert.deepEqual(before, room());
});

test("taking the free seat settles colours, and tells who one is", () => {
  const open = room({ seats: [{ id: "bob", name: "Bob" }, null], black: undefined, you: undefined });
  const mine = after(open, { k: "seated", seat: 1, who: { id: "ann", name: "Ann" }, black: 0 });
  assert.deepEqual([mine.you, mine.black, mine.seats[1]?.name], [1, 0, "Ann"]);
  const another = after(open, { k: "seated", seat: 1, who: { id: "eve", name: "Eve" }, black: 0 });
  assert.equal(another.you, null);
});

test("a bot in the seat is not us, although neither has an id yet", () => {
  const open = room({ seats: [{ id: "bob" }, null], black: undefined, you: undefined });
  const message = {
    t: "events",
    room: "r",
    now: 1,
    left: [null, null],
    events: [{ k: "seated", v: 3, at: 1, seat: 1, who: { level: 2, id: "" }, black: 0 }],
  };
  assert.equal(withEvents(open, message, "").you, null);
});

test("an offer of a draw stands until the other has moved", () => {
  const offered = after(room(), { k: "offered", seat: 0, what: "draw" });
  assert.deepEqual(offered.offers, [["draw"], []]);
  assert.deepEqual(after(offered, moved(0, 3)).offers, [["draw"], []]);
  assert.deepEqual(after(offered, moved(1, 3)).offers, [[], []]);
});

test("a wish to take back ends with any move", () => {
  for (const seat of [0, 1]) {
    assert.deepEqual(after(room(), { k: "offered", seat: 0, what: "takeback" }, moved(seat, 3)).offers, [[], []]);
  }
});

test("a declined offer is remembered until the position is another, a withdrawn one is not", () => {
  const offered = after(room(), { k: "offered", seat: 0, what: "draw" });
  const declined = after(offered, { k: "answered", seat: 1, what: "draw" });
  assert.deepEqual(
    [declined.offers, declined.declined],
    [
      [[], []],
      [["draw"], []],
    ],
  );
  assert.deepEqual(after(declined, moved(0, 4)).declined, [[], []]);
  assert.deepEqual(after(declined, moved(1, 4)).declined, [[], []]);
  const back = { k: "took_back", seat: 1, plies: 1, left: [null, null] };
  assert.deepEqual(after(declined, moved(0, 4), back).declined, [[], []]);
  const withdrawn = after(offered, { k: "answered", seat: 0, what: "draw" });
  assert.deepEqual(
    [withdrawn.offers, withdrawn.declined],
    [
      [[], []],
      [[], []],
    ],
  );
});

test("taking back removes moves, offers and the rating", () => {
  const played = after(room(), moved(1, 1), moved(0, 2), moved(1, 3), { k: "offered", seat: 1, what: "draw" });
  const back = after(played, { k: "took_back", seat: 1, plies: 2, left: [1, 2] });
  assert.deepEqual([back.moves.map(({ point }) => point), back.rated, back.offers], [[1], false, [[], []]]);
});

test("the end brings result, row and score, and leaves only what comes after it", () => {
  const offered = after(room(), { k: "offered", seat: 0, what: "draw" });
  const over = after(offered, { k: "ended", winner: "black", reason: "five", left: [1, 2], line: [1, 2, 3, 4, 5] });
  assert.deepEqual(
    [over.result, over.line, over.score, over.offers],
    [{ winner: "black", reason: "five" }, [1, 2, 3, 4, 5], [0, 2], [[], []]],
  );
  const again = after(over, { k: "offered", seat: 1, what: "rematch" }, { k: "rematched", room: "s" });
  assert.deepEqual([again.next, again.offers], ["s", [[], []]]);
});

test("half points: one each for a draw, none for what was aborted", () => {
  assert.deepEqual(
    after(room({ score: [2, 1] }), { k: "ended", winner: null, reason: "agreed_draw", left: [1, 2] }).score,
    [3, 2],
  );
  assert.deepEqual(
    after(room({ score: [2, 1] }), { k: "ended", winner: null, reason: "aborted", left: [1, 2] }).score,
    [2, 1],
  );
  assert.deepEqual(
    after(room({ score: [2, 1] }), { k: "ended", winner: "white", reason: "timeout", left: [1, 2] }).score,
    [4, 1],
  );
});

test("forbidden points hold for the version they were told for, and no longer", () => {
  const told = withForbidden(room(), 2, [[112, "double-three"]]);
  assert.deepEqual(told.forbidden, { 112: "double-three" });
  assert.deepEqual(withForbidden(room(), 1, [[112, "overline"]]).forbidden, {});
  assert.deepEqual(after(told, moved(1, 5)).forbidden, {});
});

test("presence is no history", () => {
  const seen = withPresence(room(), { gone_since: [null, 900], watchers: 4 });
  assert.deepEqual([seen.goneSince, seen.watchers, seen.v], [[null, 900], 4, 2]);
});

test("seat and colour are two things", () => {
  assert.deepEqual([seatOf(room(), "black"), seatOf(room(), "white")], [1, 0]);
  assert.deepEqual([colorOf(room(), 0), colorOf(room(), 1)], ["white", "black"]);
  assert.equal(colorOf(room({ black: undefined }), 0), null);
});

test("a bot's reasons come with a snapshot and with its moves", () => {
  const why = { kind: "attack", candidates: [[3, 5]] };
  const shown = room({
    moves: [
      { point: 1, think_ms: 1 },
      { point: 3, think_ms: 1, why },
    ],
  });
  assert.deepEqual(
    shown.moves.map((stone) => stone.why),
    [null, why],
  );
  assert.deepEqual(after(room(), { ...moved(1, 3), why }).moves[0].why, why);
});

test("reasons are told by bots only, and in a rated game after its end only", () => {
  const seats = [{ id: "ann", name: "Ann" }, { level: 0 }];
  assert.deepEqual([botLevel(room()), botLevel(room({ seats }))], [null, 0]);
  assert.equal(tellsReasons(room({ rated: false })), false);
  assert.equal(tellsReasons(room({ rated: false, seats })), true);
  const rated = room({ seats });
  assert.equal(tellsReasons(rated), false);
  assert.equal(tellsReasons(after(rated, { k: "ended", winner: null, reason: "agreed_draw", left: [1, 2] })), true);
});

test("the server helps in casual games against bots, and those who play them", () => {
  const seats = [{ id: "ann", name: "Ann" }, { level: 1 }];
  assert.equal(hasHints(room({ rated: false, seats })), true);
  for (const change of [
    { rated: true },
    { seats: [{ id: "ann" }, { id: "bob" }] },
    { you: null },
    { rules: "tictactoe" },
  ]) {
    assert.equal(hasHints(room({ rated: false, seats, ...change })), false, JSON.stringify(change));
  }
});

test("what the game began with is told apart", () => {
  const { start, fromGame } = room({ start: 3, from_game: "g" });
  assert.deepEqual([start, fromGame], [3, "g"]);
  assert.deepEqual([room().start, room().fromGame], [0, null]);
});

test("the place in the bots' queue is known until something happens", () => {
  const waiting = withQueue(room(), 7);
  assert.equal(waiting.ahead, 7);
  assert.equal(after(waiting, { k: "offered", seat: 0, what: "draw" }).ahead, null);
  assert.equal(withQueue(waiting, null).ahead, null);
});
