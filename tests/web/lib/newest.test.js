import assert from "node:assert/strict";
import { test } from "node:test";

import { newest } from "../../../web_client/lib/newest.js";

/** Requests that are answered by hand, in any order, and what was shown of them. */
function requests(withFail = true) {
  /** @type {Record<string, {answer: (found: string) => void, refuse: (error: Error) => void}>} */
  const asked = {};
  /** @type {string[]} */
  const shown = [];
  const load = newest(
    (/** @type {string} */ what) =>
      new Promise((answer, refuse) => {
        asked[what] = { answer, refuse };
      }),
    (found, what) => shown.push(`${what}: ${found}`),
    withFail ? (error) => shown.push(/** @type {Error} */ (error).message) : undefined,
  );
  return { asked, shown, load };
}

test("answers in order, or one alone, are shown", async () => {
  const { asked, shown, load } = requests();
  for (const what of ["first", "second"]) {
    const loading = load(what);
    asked[what].answer("here");
    await loading;
  }
  assert.deepEqual(shown, ["first: here", "second: here"]);
});

test("an older answer replaces no newer one, and its call ends with that one", async () => {
  for (const order of [
    ["old", "new"],
    ["new", "old"],
  ]) {
    const { asked, shown, load } = requests();
    /** @type {string[]} */
    const ended = [];
    const loads = ["old", "new"].map((what) => load(what).then(() => ended.push(shown.join())));
    for (const what of order) asked[what].answer("here");
    await Promise.all(loads);
    assert.deepEqual([shown, ended], [["new: here"], ["new: here", "new: here"]]);
  }
});

test("nor does an older failure", async () => {
  const { asked, shown, load } = requests();
  const loads = ["old", "new"].map(load);
  asked.new.answer("here");
  asked.old.refuse(new Error("unreachable"));
  await Promise.all(loads);
  assert.deepEqual(shown, ["new: here"]);
});

test("the newest failure is told once, or rejects every call that waits for it", async () => {
  const told = requests();
  const loads = ["old", "new"].map(told.load);
  told.asked.new.refuse(new Error("unreachable"));
  told.asked.old.answer("here");
  await Promise.all(loads);
  assert.deepEqual(told.shown, ["unreachable"]);
  const { asked, shown, load } = requests(false);
  const rejected = ["old", "new"].map((what) => assert.rejects(load(what), /unreachable/));
  asked.old.answer("here");
  asked.new.refuse(new Error("unreachable"));
  await Promise.all(rejected);
  assert.deepEqual(shown, []);
});
