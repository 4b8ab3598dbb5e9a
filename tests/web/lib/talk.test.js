import assert from "node:assert/strict";
import { test } from "node:test";

import { countNew, hasTalk, nameIn, othersIn, phrasesFor, withTalk } from "../../../web_client/lib/talk.js";

const said = (id, player, phrase = "hello") => ({
  id,
  at: id,
  side: "players",
  who: { id: player, name: player },
  phrase,
});
const told = (...remarks) => ({ t: "talk", room: "r", level: "phrases", side: "players", remarks });
const news = (remark) => ({ t: "said", room: "r", remark });
const room = (change) => ({
  you: 0,
  seats: [{ id: "me" }, { id: "bob", name: "Bob" }],
  moves: [],
  result: null,
  ...change,
});

test("what is said comes after what was said, each once, and what is hidden goes", () => {
  const first = withTalk(null, told(said(1, "bob")));
  const second = withTalk(withTalk(first, news(said(2, "me"))), news(said(2, "me")));
  assert.deepEqual(
    second.remarks.map(({ id }) => id),
    [1, 2],
  );
  assert.deepEqual(
    withTalk(second, { t: "unsaid", room: "r", remark: 1 }).remarks.map(({ id }) => id),
    [2],
  );
  assert.deepEqual(withTalk(second, told()).remarks, [], "all that may be seen comes in place of what was there");
  assert.equal(withTalk(null, news(said(1, "bob"))), null, "before the room has told of its talk");
});

test("no more is kept than somebody reads", () => {
  let talk = withTalk(null, told());
  for (let id = 1; id <= 300; id += 1) talk = withTalk(talk, news(said(id, "bob")));
  assert.equal(talk.remarks.length, 200);
  assert.equal(talk.remarks.at(-1).id, 300);
});

test("who waits alone or plays a bot is not asked to talk", () => {
  assert.equal(hasTalk(room({}), told()), true);
  assert.equal(hasTalk(room({ seats: [{ id: "me" }, null] }), told()), false);
  assert.equal(hasTalk(room({ seats: [{ id: "me" }, { level: 3 }] }), told()), false);
  assert.equal(hasTalk(room({ seats: [{ id: "me" }, { level: 3 }] }), told(said(1, "cy"))), true);
  assert.equal(hasTalk(room({ you: null }), told()), true);
  assert.equal(hasTalk(room({}), { ...told(), level: "off" }), false);
  assert.equal(hasTalk(room({}), null), false);
});

test("who sits there is called as the seats say, others as they were called then", () => {
  const named = { ...said(1, "bob"), who: { id: "bob", name: "Bobby" } };
  assert.equal(nameIn(room({}), named.who), "Bob");
  assert.equal(nameIn(room({}), { id: "cy", name: "Cy" }), "Cy");
  assert.equal(nameIn(room({ seats: [null, { level: 3 }] }), {}), "");
  assert.deepEqual(othersIn(room({}), told(named), "me"), [{ id: "bob", name: "Bob" }]);
});

test("what others have said since is new", () => {
  const talk = told(said(1, "bob"), said(2, "me"), said(3, "bob"), said(4, "cy"));
  assert.equal(countNew(talk, 1, "me"), 2);
  assert.equal(countNew(talk, 4, "me"), 0);
});

test("phrases fit the game: greetings first, thanks in the end", () => {
  assert.ok(phrasesFor(room({})).includes("good_luck"));
  assert.ok(!phrasesFor(room({ moves: new Array(20) })).includes("hello"));
  assert.ok(phrasesFor(room({ result: {} })).includes("good_game"));
});

test("everybody else who sits there or has spoken can be blocked", () => {
  const people = othersIn(room({}), told(said(1, "me"), said(2, "cy"), said(3, "cy"), said(4, "")), "me");
  assert.deepEqual(
    people.map(({ id }) => id),
    ["bob", "cy"],
  );
  assert.deepEqual(othersIn(room({ seats: [{ id: "me" }, { level: 3 }] }), null, "me"), []);
});
