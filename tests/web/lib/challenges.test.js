import assert from "node:assert/strict";
import { test } from "node:test";

import { sortChallenges, waitsForUs } from "../../../web_client/lib/challenges.js";

const challenge = (id, player, other, declined) => ({ id, player: { id: player }, other: { id: other }, declined });
const all = [
  challenge("mine", "me", "bob"),
  challenge("hers", "eve", "me"),
  challenge("refused", "me", "cy", "slower"),
  challenge("his", "bob", "me"),
];

test("what was given to us stands before what we gave, each in its order", () => {
  const { taken, given } = sortChallenges(all, "me");
  assert.deepEqual(
    [taken, given].map((those) => those.map(({ id }) => id)),
    [
      ["hers", "his"],
      ["mine", "refused"],
    ],
  );
  assert.deepEqual(sortChallenges([], "me"), { taken: [], given: [] });
});

test("the bell counts what we are to answer and what we have not read, not what others are to answer", () => {
  const counted = all.filter((each) => waitsForUs(each, "me")).map(({ id }) => id);
  assert.deepEqual(counted, ["hers", "refused", "his"]);
  assert.equal(waitsForUs(challenge("x", "me", "bob", null), "me"), false);
});
