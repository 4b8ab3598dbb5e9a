import assert from "node:assert/strict";
import { test } from "node:test";

import { useLanguage } from "../../../web_client/i18n/index.js";
import { reasonDetail, reasonSentence } from "../../../web_client/i18n/thought.js";

test("every kind that engines give is a sentence in every language", async () => {
  const kinds = [
    { kind: "win", guard: true },
    { kind: "block", threat: 1, own: 2, shape: "five", directions: ["row"] },
    { kind: "attack", shape: "open_three" },
    { kind: "attack", shape: "one" },
    { kind: "defend", shape: "double_four" },
    { kind: "defend" },
    { kind: "centre" },
    { kind: "near_centre" },
    { kind: "random" },
    { kind: "slip", overlooked: 112, instead: 0 },
    { kind: "something new" },
    {},
    { kind: "trap", pattern: "k", cells: [1] },
    { kind: "remembered" },
    { kind: "proof", line: [112, 113] },
    { kind: "search", depth: 7, line: [112] },
  ];
  for (const language of ["en", "zh-Hans", "zh-Hant"]) {
    await useLanguage(language);
    for (const why of kinds) {
      const text = reasonSentence(why, 15) + reasonDetail(why, 15);
      assert.ok(
        text.length > 4 && !/thought\.|shape\.|direction\.|undefined|\{/.test(text),
        `${language} ${why.kind}: ${text}`,
      );
    }
  }
});

test("as near the centre as possible is said of what is", async () => {
  await useLanguage("en");
  const said = (point, size, score = null) => reasonSentence({ kind: "centre", candidates: [[point, score]] }, size);
  const nearest = "Nothing stands out: it plays as near the centre as possible.";
  assert.equal(reasonSentence({ kind: "centre" }, 15), nearest);
  assert.equal(said(112, 15), nearest);
  for (const point of [9 * 20 + 9, 9 * 20 + 10, 10 * 20 + 9, 10 * 20 + 10]) assert.equal(said(point, 20), nearest);
  assert.equal(said(113, 15), "Its first stone: a random point near the centre."); // in games of earlier versions
  assert.equal(said(11 * 20 + 10, 20), "Its first stone: a random point near the centre.");
  assert.equal(said(113, 15, 0), nearest); // from an engine, which knows of no free point nearer
});

test("a slip names what was overlooked", async () => {
  await useLanguage("en");
  assert.match(reasonSentence({ kind: "slip", overlooked: 112, instead: 0 }, 15), /H8.*A15/);
});

test("directions, scores and the outlook are told where they are known", async () => {
  await useLanguage("en");
  assert.equal(
    reasonDetail({ kind: "attack", own: 2220, threat: 400, directions: ["row", "rising", "sideways"] }, 15),
    "Along: row and rising diagonal. Own rows 2.2k, the opponent's 400.",
  );
  assert.equal(reasonDetail({ kind: "defend", value: 0 }, 15), "It sees a draw.");
  assert.equal(reasonDetail({ kind: "centre", own: 0 }, 15), "");
});

test("how far it looked and what it expects is told", async () => {
  await useLanguage("en");
  const why = { kind: "search", depth: 9, line: [112, 113, 97, 98, 82, 83, 67] };
  assert.equal(reasonSentence(why, 15), "It looked 9 moves ahead.");
  assert.equal(reasonDetail(why, 15), "It expects H8 I8 H9 I9 H10 I10.");
});
