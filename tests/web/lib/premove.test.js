import assert from "node:assert/strict";
import { test } from "node:test";

import { decideAhead, followPremove, mayDecideAhead } from "../../../web_client/lib/premove.js";
import { fromSnapshot } from "../../../web_client/lib/room.js";

/** Game after three stones: the viewer is black, white is to move. */
const room = (change) =>
  fromSnapshot({
    room: "r",
    v: 5,
    now: 0,
    rules: "freestyle",
    size: 15,
    clock: { kind: "none" },
    visibility: "link",
    rated: false,
    color: "black",
    seats: [{ id: "me" }, { id: "other" }],
    moves: [112, 113, 97].map((point) => ({ point, think_ms: 1 })),
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
const moves = (...points) => ({ moves: points.map((point) => ({ point, think_ms: 1 })) });

test("one decides ahead while the other is to move in a live game", () => {
  assert.equal(mayDecideAhead(room()), true);
  assert.equal(mayDecideAhead(room({ you: 1 })), false, "one's own turn");
  assert.equal(mayDecideAhead(room({ you: null })), false, "somebody who looks on");
  assert.equal(mayDecideAhead(room({ result: { winner: "black", reason: "resigned" } })), false);
  assert.equal(mayDecideAhead(room({ clock: { kind: "correspondence", move_ms: 86_400_000 } })), false);
});

test("the same point again takes it back, another one takes its place", () => {
  const premove = decideAhead(room(), null, 98);
  assert.deepEqual(premove, { ply: 4, point: 98 });
  assert.equal(decideAhead(room(), premove, 98), null);
  assert.deepEqual(decideAhead(room(), premove, 99), { ply: 4, point: 99 });
});

test("it waits for the other's move and is due then, once", () => {
  const premove = { ply: 4, point: 98 };
  assert.deepEqual(followPremove(room(), premove), { premove, due: null });
  assert.deepEqual(followPremove(room(moves(112, 113, 97, 0)), premove), { premove: null, due: premove });
  assert.deepEqual(followPremove(room(moves(112, 113, 97, 0, 98)), premove), { premove: null, due: null });
});

test("a take-back, the end and another page's room are the end of it", () => {
  const premove = { ply: 4, point: 98 };
  const none = { premove: null, due: null };
  assert.deepEqual(followPremove(room(moves(112, 113)), premove), none);
  assert.deepEqual(followPremove(room(moves(112)), premove), none);
  const over = { ...moves(112, 113, 97, 0), result: { winner: "white", reason: "five" } };
  assert.deepEqual(followPremove(room(over), premove), none);
  assert.deepEqual(followPremove(null, premove), none);
});
