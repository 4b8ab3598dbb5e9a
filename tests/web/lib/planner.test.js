import assert from "node:assert/strict";
import { test } from "node:test";

import { createPlanner } from "../../../web_client/lib/planner.js";
import { fromSnapshot, withEvents } from "../../../web_client/lib/room.js";

const DAY_MS = 86_400_000;

/** Game in which Ada, the viewer, is black and has just moved; Bob is to move. */
function game() {
  return fromSnapshot({
    t: "room",
    room: "r",
    v: 3,
    now: 0,
    rules: "freestyle",
    size: 15,
    clock: { kind: "correspondence", move_ms: DAY_MS },
    visibility: "public",
    rated: false,
    color: "black",
    seats: [
      { id: "ada", name: "Ada" },
      { id: "bob", name: "Bob" },
    ],
    moves: [{ point: 0, think_ms: 0 }],
    left: [DAY_MS, DAY_MS],
    offers: [[], []],
    presence: { gone_since: [null, null], watchers: 0 },
    created_at: 0,
    score: [0, 0],
    claim_after_ms: 30_000,
    black: 0,
    you: 0,
  });
}

/** Return a planner with the game's empty plan and a line: Bob's move to 20 and Ada's answer at 30. */
async function planning() {
  const app = { session: { command: async () => ({ t: "plan", ply: 1, branches: [] }) } };
  const planner = createPlanner(app, "r", () => {}, assert.fail);
  const room = game();
  planner.follow(room, { t: "room" });
  await new Promise((done) => setImmediate(done));
  planner.begin(room, []);
  planner.choose(room, 20);
  planner.choose(room, 30);
  return { planner, room };
}

/** Return the game after moves to these points in one message. */
function after(room, ...points) {
  const events = points.map((point, index) => {
    const ply = room.moves.length + index;
    return { k: "moved", v: room.v + 1 + index, at: 1, seat: ply % 2, ply, point, think_ms: 0, left: [null, null] };
  });
  const message = { t: "events", room: "r", now: 1, left: [null, null], events };
  return [withEvents(room, message, "ada"), message];
}

test("planning goes on where the game follows the line", async () => {
  const { planner, room } = await planning();
  const [now, news] = after(room, 20, 30);
  planner.follow(now, { t: "plan", ply: 3, branches: [] });
  planner.follow(now, news);
  assert.deepEqual([planner.at(now)?.line, planner.over], [[], false]);
});

test("where the game leaves the line planning is over, until the reader leaves it", async () => {
  for (const points of [[40], [20], [40, 50]]) {
    const { planner, room } = await planning();
    const [now, news] = after(room, ...points);
    planner.follow(now, news);
    assert.equal(planner.over, true, points);
    const [later, more] = after(now, 60);
    planner.follow(later, more);
    assert.equal(planner.over, true, points);
    planner.stop();
    assert.equal(planner.over, false, points);
  }
});

test("planning is over with the game, and nothing needs to be left then", async () => {
  const { planner, room } = await planning();
  const over = { ...room, result: { winner: "black", reason: "resigned" } };
  planner.follow(over, { t: "events", events: [{ k: "ended" }] });
  assert.equal(planner.over, false);
});

test("who does not plan has nothing to leave", async () => {
  const { planner, room } = await planning();
  planner.stop();
  const [now, news] = after(room, 40);
  planner.follow(now, news);
  assert.equal(planner.over, false);
});
