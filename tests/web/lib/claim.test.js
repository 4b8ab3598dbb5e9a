import assert from "node:assert/strict";
import { test } from "node:test";

import { claimGame } from "../../../web_client/lib/claim.js";
import { Refused } from "../../../web_client/lib/session.js";
import { createServerTime } from "../../../web_client/lib/time.js";

/** A game in which the viewer waits for who is gone. */
const WAITING = {
  result: null,
  black: 0,
  you: 0,
  clock: { kind: "none" },
  seats: [{ id: "ann" }, { id: "bob" }],
  moves: [0, 1, 2],
  start: 0,
  progress: null,
  offers: [[], []],
  declined: [[], []],
  goneSince: [null, 1_000],
  turnAt: 2_000,
  claimAfterMs: 1_000,
  claimFrom: 0,
  next: null,
};

/** Claims against answers of the server, true where it takes the claim; what was waited for, and until when. */
async function claim(answers, after = WAITING) {
  const [waited, early] = [[], []];
  let room = WAITING;
  const time = createServerTime(() => 0);
  time.learn(3_500);
  await claimGame({
    async send() {
      const answer = answers.shift();
      if (answer !== true) throw answer;
    },
    room: () => room,
    time,
    onEarly: (from) => early.push(from),
    async wait(ms) {
      waited.push(ms);
      room = after;
    },
  });
  return { waited, early, now: time.now(), left: answers.length };
}

const tooEarly = (now, from) => new Refused("still_here", { now, from });

test("a claim that the server takes is made once", async () => {
  assert.deepEqual(await claim([true, true]), { waited: [], early: [], now: 3_500, left: 1 });
});

test("a claim before its time is made when it is due, and the page has the server's time again", async () => {
  assert.deepEqual(await claim([tooEarly(2_700, 3_000), true]), {
    waited: [300],
    early: [3_000],
    now: 2_700,
    left: 0,
  });
});

test("a claim is let go if the other is back meanwhile, and told of if it is due only later, or never", async () => {
  const back = { ...WAITING, goneSince: [null, null] };
  assert.equal((await claim([tooEarly(2_700, 3_000), true], back)).left, 1);
  assert.equal((await claim([tooEarly(2_700, 3_000), true], { ...WAITING, result: {} })).left, 1);
  assert.equal((await claim([tooEarly(2_700, 3_000), true], null)).left, 1);
  await assert.rejects(claim([tooEarly(2_700, 9_000)]), { code: "still_here" });
  await assert.rejects(claim([new Refused("still_here")]), { code: "still_here" });
});
