import assert from "node:assert/strict";
import { test } from "node:test";

import {
  branchAt,
  lineTo,
  lineWith,
  mayPlan,
  playedAsPlanned,
  treeOf,
  withAnswer,
  without,
} from "../../../web_client/lib/plan.js";
import { createPlanner } from "../../../web_client/lib/planner.js";
import { fromSnapshot } from "../../../web_client/lib/room.js";

const SLOW = { kind: "correspondence", move_ms: 86_400_000 };

/** Game by correspondence after three stones: the viewer is black, white is to move. */
const room = (change) =>
  fromSnapshot({
    room: "r",
    v: 5,
    now: 0,
    rules: "freestyle",
    size: 15,
    clock: SLOW,
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
const played = (...points) => ({ moves: [112, 113, 97, ...points].map((point) => ({ point, think_ms: 1 })) });

const PLAN = [
  [0, 1, 2],
  [1, 3, 4],
  [1, 5, 6],
  [0, 7, 8],
  [2, 9, 10],
];

test("one plans in a game by correspondence while the other is to move", () => {
  assert.equal(mayPlan(room()), true);
  assert.equal(mayPlan(room({ you: 1 })), false, "one's own turn");
  assert.equal(mayPlan(room({ you: null })), false, "somebody who looks on");
  assert.equal(mayPlan(room({ clock: { kind: "none" } })), false, "a live game");
  assert.equal(mayPlan(room({ result: { winner: "black", reason: "resigned" } })), false);
  const progress = { first: 0, black: 0, settled: false, started: false, laid: 1, turn: { kind: "stone", seat: 1 } };
  assert.equal(mayPlan(room({ opening: "swap2", progress })), false, "an opening");
});

test("lines and branches lead to each other", () => {
  for (const number of [0, 1, 2, 3, 4, 5]) assert.equal(branchAt(PLAN, lineTo(PLAN, number)), number);
  assert.deepEqual(lineTo(PLAN, 5), [1, 2, 3, 4, 9, 10]);
  assert.equal(branchAt(PLAN, [1, 99]), null);
  assert.equal(branchAt(PLAN, [3, 4]), null);
});

test("an answer is added after the moves before it, or changed", () => {
  assert.deepEqual(withAnswer([], [1, 2]), [[0, 1, 2]]);
  assert.deepEqual(withAnswer(PLAN, [1, 2, 5, 6, 11, 12]), [...PLAN, [3, 11, 12]]);
  assert.deepEqual(withAnswer(PLAN, [1, 2, 3, 4]), PLAN);
  assert.deepEqual(withAnswer(PLAN, [1, 2, 3, 14]), [
    [0, 1, 2],
    [1, 5, 6],
    [0, 7, 8],
    [1, 3, 14],
  ]);
});

test("a branch goes with all that comes after it", () => {
  assert.deepEqual(without(PLAN, 1), [[0, 7, 8]]);
  assert.deepEqual(without(PLAN, 2), [
    [0, 1, 2],
    [1, 5, 6],
    [0, 7, 8],
  ]);
  assert.deepEqual(without(PLAN, 4), [PLAN[0], PLAN[1], PLAN[2], [2, 9, 10]]);
});

test("the list is the tree", () => {
  const [first, second] = treeOf(PLAN);
  assert.deepEqual(
    [first, second].map(({ number, when, next }) => [number, when, next.length]),
    [
      [1, 1, 2],
      [4, 7, 0],
    ],
  );
  assert.deepEqual(first.next[0].next[0], { number: 5, when: 9, answer: 10, next: [] });
});

test("the answer that is planned comes with the opponent's move, and a stone that lies goes again", () => {
  assert.deepEqual(lineWith(PLAN, [], 1), [1, 2]);
  assert.deepEqual(lineWith(PLAN, [1, 2], 3), [1, 2, 3, 4]);
  assert.deepEqual(lineWith(PLAN, [], 9), [9]);
  assert.deepEqual(lineWith(PLAN, [9], 10), [9, 10]);
  assert.deepEqual(lineWith(PLAN, [1, 2, 3, 4], 2), [1]);
  assert.deepEqual(lineWith(PLAN, [1], 20), [1, 20]);
});

test("what was played as planned is known until one plays by hand", () => {
  const stones = (...planned) =>
    room({ moves: planned.map((conditional, point) => ({ point, think_ms: 1, conditional })) });
  assert.deepEqual(playedAsPlanned(stones(true, false, true, false, true)), [0, 2, 4]);
  assert.deepEqual(playedAsPlanned(stones(true, false, false, false, true, true)), [4]);
  assert.deepEqual(playedAsPlanned(stones(true, false, false, true)), []);
});

/** Start a planner with unanswered commands. */
function start(at = room()) {
  const asked = [];
  const refused = [];
  const session = {
    command: (command) =>
      new Promise((resolve, reject) => {
        asked.push({ command, resolve, reject });
      }),
  };
  const planner = createPlanner(
    { session },
    "r",
    () => {},
    (error) => refused.push(error),
  );
  planner.follow(at, { t: "room" });
  return { planner, asked, refused };
}
const settle = () => new Promise((resolve) => setImmediate(resolve));
const news = (ply, branches, more) => ({ t: "plan", room: "r", ply, branches, ...more });

test("answers are kept one by one once the plan is known", async () => {
  const now = room();
  const { planner, asked } = start(now);
  assert.equal(planner.at(now), null, "it is not known yet");
  assert.deepEqual(asked[0].command, { t: "read_plan", room: "r" });
  asked[0].resolve(news(3, [[0, 1, 2]]));
  await settle();
  planner.begin(now, []);
  planner.choose(now, 20);
  assert.equal(asked.length, 1, "a move alone is no answer");
  planner.choose(now, 21);
  const branches = [
    [0, 1, 2],
    [0, 20, 21],
  ];
  assert.deepEqual(asked[1].command, { t: "plan", room: "r", ply: 3, branches });
  assert.deepEqual(planner.at(now), { ply: 3, branches, dropped: null, line: [20, 21] });
  planner.remove(now, 1);
  assert.deepEqual(asked[2].command.branches, [[0, 20, 21]]);
});

test("what was read before something was kept says nothing", async () => {
  const now = room();
  const { planner, asked } = start(now);
  asked[0].resolve(news(3, []));
  await settle();
  planner.follow(now, { t: "events", events: [] }); // after a reconnect
  planner.begin(now, []);
  planner.choose(now, 20);
  planner.choose(now, 21);
  asked[1].resolve(news(3, []));
  await settle();
  assert.deepEqual(planner.at(now).branches, [[0, 20, 21]]);
});

test("a refused answer goes, and what the server has comes back", async () => {
  const now = room();
  const { planner, asked, refused } = start(now);
  asked[0].resolve(news(3, []));
  await settle();
  planner.begin(now, []);
  planner.choose(now, 20);
  planner.choose(now, 21);
  asked[1].reject({ code: "bad_plan", detail: { branch: 1, why: "ends_the_game" } });
  await settle();
  assert.equal(refused.length, 1);
  asked[2].resolve(news(3, []));
  await settle();
  assert.deepEqual(planner.at(now), { ply: 3, branches: [], dropped: null, line: [20] });
});

test("a line goes on where the game follows it, and ends where it does not", async () => {
  const now = room();
  const { planner, asked } = start(now);
  asked[0].resolve(news(3, []));
  await settle();
  planner.begin(now, []);
  for (const point of [20, 21, 22]) planner.choose(now, point);
  const later = room(played(20, 21));
  planner.follow(later, { t: "events", events: [{}] });
  planner.follow(later, news(5, []));
  assert.deepEqual(planner.at(later).line, [22]);
  const other = room(played(20, 21, 30, 31));
  planner.follow(other, { t: "events", events: [{}] });
  planner.follow(other, news(7, []));
  assert.equal(planner.at(other).line, null);
});

test("a line ends where the game is taken back or has become one's own turn", async () => {
  for (const next of [room({ moves: [{ point: 112, think_ms: 1 }] }), room(played(20))]) {
    const now = room();
    const { planner, asked } = start(now);
    asked[0].resolve(news(3, []));
    await settle();
    planner.begin(now, []);
    for (const point of [20, 21, 22]) planner.choose(now, point);
    planner.follow(next, { t: "events", events: [{}] });
    planner.follow(now, { t: "room" });
    asked.at(-1).resolve(news(3, []));
    await settle();
    assert.equal(planner.at(now).line, null);
  }
});
