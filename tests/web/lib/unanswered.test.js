import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";

import { createPostponed } from "../../../web_client/lib/postponed.js";
import { createUnanswered } from "../../../web_client/lib/unanswered.js";

beforeEach(() => {
  mock.timers.enable({ apis: ["setTimeout"] });
  mock.method(Math, "random", () => 0.5);
});

afterEach(() => {
  mock.timers.reset();
  mock.restoreAll();
});

function start() {
  const sent = [];
  const answers = [];
  const unanswered = createUnanswered((message) => sent.push(message), createPostponed());
  /** @param {string} id @param {string} t */
  const add = (id, t) =>
    unanswered.add(id, {
      message: { t, id },
      resolve: (answer) => answers.push(answer),
      reject: (error) => answers.push(error),
    });
  return { unanswered, add, answers, fresh: () => sent.splice(0).map(({ id }) => id) };
}

test("what has no answer is sent again in its order, and what has one is not", () => {
  const { unanswered, add, fresh } = start();
  for (const id of ["a", "b", "c"]) add(id, "resign");
  unanswered.settle("b");
  assert.equal(unanswered.settle("b"), undefined);
  unanswered.sendAgain();
  assert.deepEqual(fresh(), ["a", "c"]);
  assert.ok(unanswered.get("a")?.automatic);
});

test("a command is waited for until it has its answer, but not while it is put off", () => {
  const { unanswered, add, fresh } = start();
  assert.ok(!unanswered.waiting);
  add("a", "resign");
  assert.ok(unanswered.waiting);
  const command = unanswered.get("a");
  assert.ok(command);
  unanswered.postpone(command);
  assert.ok(!unanswered.waiting);
  mock.timers.tick(60_000);
  assert.deepEqual(fresh(), ["a"]);
  assert.ok(unanswered.waiting);
  unanswered.settle("a");
  assert.ok(!unanswered.waiting);
});

test("what an engine works out may take its time, and is sent again all the same", () => {
  const { unanswered, add, fresh } = start();
  for (const t of ["hint", "try", "defend", "attack", "import_close"]) add(t, t);
  assert.ok(!unanswered.waiting);
  add("a", "resign");
  assert.ok(unanswered.waiting);
  unanswered.sendAgain();
  assert.deepEqual(fresh(), ["hint", "try", "defend", "attack", "import_close", "a"]);
});

test("an answer that has come takes a command out of those that are put off", () => {
  const { unanswered, add, fresh } = start();
  add("a", "resign");
  unanswered.postpone(unanswered.get("a") ?? assert.fail());
  unanswered.settle("a");
  mock.timers.tick(60_000);
  assert.deepEqual(fresh(), []);
});

test("a second welcome answers what asked to be somebody else, and nothing more", () => {
  const { unanswered, add, answers } = start();
  add("a", "resign");
  add("b", "redeem");
  unanswered.answerRedeem();
  assert.deepEqual(answers, [{ t: "ack", id: "b" }]);
  assert.equal(unanswered.get("b"), undefined);
  assert.ok(unanswered.get("a"));
  assert.equal(unanswered.get(null), undefined);
});
