import assert from "node:assert/strict";
import { test } from "node:test";

import { chooseLanguage, format, has, t, useLanguage, written } from "../../../web_client/i18n/index.js";
import { patternName } from "../../../web_client/i18n/opening.js";
import {
  clockName,
  errorText,
  reasonText,
  scoreText,
  sentences,
  stonesName,
  whoName,
} from "../../../web_client/i18n/words.js";

test("Chinese is traditional where it says so or is written so", () => {
  const chosen = [
    ["zh-TW", "zh-Hant"],
    ["zh-HK", "zh-Hant"],
    ["zh-Hant-CN", "zh-Hant"],
    ["zh", "zh-Hans"],
    ["zh-SG", "zh-Hans"],
    ["en-GB", "en"],
  ];
  for (const [tag, language] of chosen) assert.equal(chooseLanguage([tag]), language, tag);
});

test("the first language that there is, or English", () => {
  assert.equal(chooseLanguage(["de", "fr-CH", "zh-CN", "en"]), "zh-Hans");
  assert.equal(chooseLanguage(["de"]), "en");
  assert.equal(chooseLanguage([]), "en");
});

test("times are written as the reader's own tags say, and else with 24 hours", async () => {
  const at = new Date(2026, 10, 22, 15, 4);
  const time = (/** @type {string[]} */ tags) =>
    new Intl.DateTimeFormat(written(tags), { timeStyle: "short" }).format(at);
  await useLanguage("en");
  for (const tags of [["en-GB"], ["en"], ["de-DE"], ["de-DE", "en"], [], ["zh-CN", "en-GB", "en-US"]])
    assert.equal(time(tags), "15:04", String(tags));
  assert.match(time(["en-US", "en-GB"]), /^3:04\sPM$/);
  await useLanguage("zh-Hans");
  assert.equal(written(["en-US", "zh-TW", "zh-SG"]), "zh-SG");
  assert.equal(time(["en-US"]), "15:04");
  await useLanguage("zh-Hant");
  assert.equal(written(["zh", "yue-HK"]), "yue-HK");
});

test("who plays black in Chinese plays 黑, not 黑方", async () => {
  for (const [language, words] of [
    ["zh-Hans", "你执黑。"],
    ["zh-Hant", "你執黑。"],
    ["en", "You play Black."],
  ]) {
    await useLanguage(language);
    assert.equal(t("room.you_have", { color: stonesName("black", "renju") }), words);
  }
  await useLanguage("zh-Hans");
  assert.equal(t("lobby.your_color", { color: stonesName("white", "renju") }), "你执白");
});

test("Chinese has no space between its own characters, nor between sentences", async () => {
  const messages = { seen: "看 {name} 下 {point} 后 {name}" };
  assert.equal(format(messages, "zh-Hans", "seen", { name: "学徒", point: "H8" }), "看学徒下 H8 后学徒");
  assert.equal(format(messages, "zh-Hans", "seen", { name: "Ada", point: "H8" }), "看 Ada 下 H8 后 Ada");
  assert.equal(format({ two: "{a} {b}" }, "en", "two", { a: "黑 白", b: "白" }), "黑 白 白"); // names stay as they are
  await useLanguage("zh-Hant");
  assert.equal(sentences("輪到你。", null, "你執黑。"), "輪到你。你執黑。");
  assert.equal(patternName("D1"), "寒星（D1）");
  await useLanguage("en");
  assert.equal(sentences("It is your turn.", false, "You play Black."), "It is your turn. You play Black.");
});

test("digits of large numbers stand in groups; ratings do not", () => {
  const messages = { nodes: { one: "{n} node", other: "{n} nodes" }, rating: "{n} ± {error}" };
  assert.equal(format(messages, "en", "nodes", { n: 1_000_000 }), "1,000,000 nodes");
  assert.equal(format(messages, "zh-Hans", "nodes", { n: 12_345 }), "12,345 nodes");
  assert.equal(format(messages, "en", "rating", { n: 2165, error: "20000" }), "2165\u00a0±\u00a020000");
});

test("a line does not end between a number and its unit", () => {
  const messages = { room: "{n} of {most} MB used", full: "no room ({limit} MB)", wait: "{n} ms", name: "{n} msec" };
  assert.equal(format(messages, "en", "room", { n: 1, most: 64 }), "1 of 64\u00a0MB used");
  assert.equal(format(messages, "en", "full", { limit: 64 }), "no room (64\u00a0MB)");
  assert.equal(format(messages, "zh-Hans", "wait", { n: 3 }), "3\u00a0ms");
  assert.equal(format(messages, "en", "name", { n: 3 }), "3 msec");
});

test("parameters and plural forms", () => {
  const messages = { hello: "{name}: {name}, {missing}", people: { one: "{n} person", other: "{n} people" } };
  assert.equal(format(messages, "en", "hello", { name: "$&" }), "$&: $&, {missing}");
  assert.deepEqual(
    [0, 1, 2].map((n) => format(messages, "en", "people", { n })),
    ["0 people", "1 person", "2 people"],
  );
  assert.equal(format({ people: { other: "{n} 人" } }, "zh-Hans", "people", { n: 1 }), "1 人");
  assert.equal(format(messages, "en", "no.such", {}), "no.such");
});

test("the language in use speaks", async () => {
  await useLanguage("zh-Hant");
  assert.equal(t("action.takeback"), "悔棋");
  await useLanguage("en");
  assert.equal(t("action.takeback"), "Take back");
  assert.equal(has("no.such"), false);
});

test("things of the game in words", async () => {
  await useLanguage("en");
  assert.equal(clockName({ kind: "fischer", initial_ms: 300_000, increment_ms: 3_000 }), "5 min + 3 s a move");
  assert.equal(clockName({ kind: "per_move", move_ms: 90_000 }), "90 s a move");
  assert.equal(reasonText({ winner: "black", reason: "timeout" }, "freestyle"), "White ran out of time.");
  assert.equal(reasonText({ winner: "white", reason: "five" }, "tictactoe"), "Three in a row.");
  assert.equal(
    reasonText({ winner: null, reason: "abandoned" }, "renju"),
    "A player left; the opponent claimed a draw.",
  );
  assert.deepEqual([0, 1, 2, 5].map(scoreText), ["0", "½", "1", "2½"]);
  assert.equal(errorText({ code: "occupied" }), "There is already a stone on this point.");
  assert.equal(errorText(new Error("boom")), "That did not work (?).");
  const levels = [{ level: 2, name: { en: "Line counter" }, character: {}, rules: [], sizes: [] }];
  assert.deepEqual(
    [{ level: 2 }, { level: 9 }, { id: "a", name: "Ann" }, { id: "", name: "" }, null].map((who) =>
      whoName(who, levels),
    ),
    ["Line counter", "Bot, level 9", "Ann", "Deleted player", "Free seat"],
  );
});

test("Chinese names the attacks as players do, and says what standard Gomoku is", async () => {
  const said = {
    "zh-Hans": ["连续冲四 VCF", "冲四活三 VCT", "长连"],
    "zh-Hant": ["連續衝四 VCF", "衝四活三 VCT", "長連"],
  };
  for (const [tag, [vcf, vct, overline]] of Object.entries(said)) {
    await useLanguage(tag);
    for (const family of ["method", "search"]) assert.deepEqual([t(`${family}.vcf`), t(`${family}.vct`)], [vcf, vct]);
    assert.ok(t("rules.standard").includes(overline));
  }
  await useLanguage("en");
});
