import assert from "node:assert/strict";
import { test } from "node:test";

import { t, useLanguage } from "../../../web_client/i18n/index.js";
import { openingNotes, openingStory } from "../../../web_client/i18n/opening_story.js";
import { OPENING_STEPS } from "../../../web_client/lib/opening_steps.js";
import { OPENINGS } from "../../../web_client/lib/openings.js";

const LANGUAGES = ["en", "zh-Hans", "zh-Hant"];

/*
 * Descriptions in short form, decoded from the texts of each language: "P1 1b@5" is a first black stone of player 1
 * within the central 5x5, "@>5" outside of it, "@" anywhere; "x" may swap, "n..8" declares, "5*10" offers ten fifth
 * stones, "5*n" as many as declared; "W 6." goes on as usual. Written by hand.
 */

const BY_ONE = ["P1 1b@1", "P1 2w@3", "P1 3b@5"];
const THREE = ["P1 1b 2w 3b@"];
const END = ["W 6."];
const WINDOW = ["P2 w x b"];
const soosyrv = (most) => [...BY_ONE, ...WINDOW, "W 4@", `W n..${most}`, "B x", "B 5*n", "W picks 5", ...END];
const taraguchi = (n, [second, third, fourth]) => [
  ...["P1 1b@1", ...WINDOW, `W 2@${second}`, "B x", `B 3@${third}`, "W x", `W 4@${fourth}`],
  ["B ?3", "one: stay; B 5@9; W x", "swap: change; B 5@9; W x", `offer: stay for good; B 5*${n}; W picks 5`],
  ...END,
];

const TOLD = {
  free: [],
  swap2: [
    ...THREE,
    ["P2 ?3", "black: P2 b P1 w", "white: P2 w P1 b", "two: P2 4w 5b@; P1 takes b/w, P2 the other"],
    "W next.",
  ],
  swap: [...THREE, "P2 takes b/w, P1 the other", "W 4."],
  swap_after_first: ["P1 1b@", "P2 takes b/w, P1 the other", "W 2."],
  pro: ["B 1@1", "W 2@", "B 3@>5", "W 4."],
  long_pro: ["B 1@1", "W 2@", "B 3@>7", "W 4."],
  soosyrv_8: soosyrv(8),
  soosyrv_4: soosyrv(4),
  taraguchi_10: taraguchi(10, [3, 5, 7]),
  taraguchi_5: taraguchi(5, [3, 5, 7]),
  super_taraguchi: taraguchi(10, [5, 7, 9]),
  yamaguchi: [...BY_ONE, "P1 n..12", ...WINDOW, "W 4@", "B 5*n", "W picks 5", ...END],
  rif: [...BY_ONE, ...WINDOW, "W 4@", "B 5*2", "W picks 5", ...END],
  tarannikov: ["P1 1b@1", ...WINDOW, "W 2@3", "B x", "B 3@5", "W x", "W 4@7", "B x", "B 5@9", "W x", ...END],
  sakata: [...BY_ONE, "P2 4w@7", "P2 5b@9", "P1 takes b/w, P2 the other", ...END],
  super_sakata: [
    ...[...BY_ONE, "P2 4w@7", "P2 5b@9"],
    ["P1 ?3", "black: P1 b P2 w", "white: P1 w P2 b", "two: P1 6w 7b@; P2 likewise, up to 3"],
    "W next.",
  ],
  old_swap: [
    ...["P1 1b@1", "P2 2w@3", "P1 3b@5; without D13 I13", ...WINDOW],
    ...["W 4@", "B 5*2", "W picks 5", ...END],
  ],
};

/** Short forms by message; longer ones come before the ones that they contain. */
const SHORT = {
  "story.end_next": ({ who }) => `${who} next.`,
  "story.end": ({ who, nth }) => `${who} ${nth}.`,
  "story.lay": ({ who, nth, color, zone }) => `${who} ${nth}${color}@${zone}`,
  "story.lay_own": ({ who, nth, zone }) => `${who} ${nth}@${zone}`,
  "story.lay_free": ({ who, stones }) => `${who} ${stones}@`,
  "story.without": ({ a, b }) => `without ${a} ${b}`,
  "story.swap": ({ who, color, other }) => `${who} ${color} x ${other}`,
  "story.swap_own": ({ who }) => `${who} x`,
  "story.color": ({ who, other }) => `${who} takes b/w, ${other} the other`,
  "story.ways": ({ who, n }) => `${who} ?${n}`,
  "story.way.black": ({ who, other }) => `${who} b ${other} w`,
  "story.way.white": ({ who, other }) => `${who} w ${other} b`,
  "story.way.one": () => "stay",
  "story.way.swap": () => "change",
  "story.way.offer": () => "stay for good",
  "story.again": ({ who, n }) => `${who} likewise, up to ${n}`,
  "story.declare": ({ who, n }) => `${who} n..${n}`,
  "story.offer": ({ who, n, nth }) => `${who} ${nth}*${n}`,
  "story.offer_declared": ({ who, nth }) => `${who} ${nth}*n`,
  "story.pick": ({ who, nth }) => `${who} picks ${nth}`,
};

/** Return a decoder for the current language. */
function reader() {
  const called = {
    [t("rulespage.player.0")]: "P1",
    [t("rulespage.player.1")]: "P2",
    [t("color.black")]: "B",
    [t("color.white")]: "W",
  };
  const colors = { [t("opening.color.black")]: "b", [t("opening.color.white")]: "w" };
  const nths = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [t(`opening.nth.${index + 1}`), index + 1]));
  const zones = { [t("opening.zone.any")]: "", [t("opening.zone.centre")]: "1" };
  for (const n of [3, 5, 7, 9]) {
    zones[t("opening.zone.inside", { n })] = String(n);
    zones[t("opening.zone.outside", { n })] = `>${n}`;
  }
  const literal = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const oneOf = (names) => Object.keys(names).sort().reverse().map(literal).join("|");
  const pattern = (/** @type {string} */ text) =>
    text.replace(/\\\{(\w+)\\\}/g, (_, name) => `(?<${name}>${PARTS[name]})`);
  const PARTS = {
    who: oneOf(called),
    other: oneOf({ ...called, ...colors }),
    nth: oneOf(nths),
    color: oneOf(colors),
    zone: oneOf(zones),
    n: "\\d+",
    a: ".+?",
    b: ".+?",
    stones: ".+?",
  };
  const keys = Object.keys(SHORT).map((key) => ({ key, like: new RegExp(pattern(literal(t(key))), "y") }));
  const stone = new RegExp(pattern(literal(t("story.stone"))), "g");
  const meaning = {
    ...Object.fromEntries(["who", "other"].map((name) => [name, (text) => called[text] ?? colors[text]])),
    nth: (text) => nths[text],
    color: (text) => colors[text],
    zone: (text) => zones[text],
    a: (text) => text.match(/\w\d+/)[0],
    b: (text) => text.match(/\w\d+/)[0],
    stones: (text) =>
      [...text.matchAll(stone)].map(({ groups }) => `${nths[groups.nth]}${colors[groups.color]}`).join(" "),
  };
  return (/** @type {string} */ text) => {
    const found = [];
    for (let at = 0; at < text.length; ) {
      const [match, key] = firstMatch(keys, text, at);
      assert.ok(match, `${text.slice(at)} is told by no message`);
      const said = Object.entries(match.groups ?? {}).map(([name, value]) => [name, meaning[name]?.(value) ?? value]);
      found.push(SHORT[key](Object.fromEntries(said)));
      at += match[0].length;
      if (text[at] === " ") at++;
    }
    return found.join("; ");
  };
}

function firstMatch(keys, text, at) {
  for (const { key, like } of keys) {
    like.lastIndex = at;
    const match = like.exec(text);
    if (match) return [match, key];
  }
  return [null, ""];
}

for (const language of LANGUAGES)
  test(`every opening is told as its rule is: ${language}`, async () => {
    await useLanguage(language);
    const read = reader();
    const says = Object.fromEntries(
      ["black", "white", "two", "one", "swap", "offer"].map((word) => [t(`opening.say.${word}`), word]),
    );
    assert.deepEqual(Object.keys(TOLD).sort(), [...OPENINGS].sort());
    for (const name of OPENINGS) {
      const told = openingStory(name).map(({ text, ways }) =>
        ways ? [read(text), ...ways.map(({ say, text: then }) => `${says[say]}: ${read(then)}`)] : read(text),
      );
      assert.deepEqual(told, TOLD[name], name);
    }
  });

/** Flatten all steps of all branches. */
const all = (steps) => steps.flatMap((step) => [step, ...("ask" in step ? Object.values(step.ask).flatMap(all) : [])]);

test("no step of the machine is left out, and none is told that it has not", async () => {
  await useLanguage("en");
  const read = reader();
  for (const name of OPENINGS.filter((each) => each !== "super_sakata")) {
    const steps = all(OPENING_STEPS[name]);
    const words = openingStory(name)
      .flatMap(({ text, ways = [] }) => [text, ...ways.map(({ text: then }) => then)])
      .flatMap((text) => read(text).split("; "));
    const count = (like) => words.filter((word) => like.test(word)).length;
    const asks = (word) => steps.filter((step) => "ask" in step && word in step.ask).length;
    assert.equal(count(/ x( |$)|^change$/), asks("swap"), `${name}: swaps`);
    assert.equal(count(/takes b\/w|\?3$/), asks("black") + asks("one"), `${name}: colours`);
    assert.equal(count(/picks/), steps.filter((step) => "offer" in step).length, `${name}: offers`);
    assert.equal(count(/n\.\./), steps.filter((step) => "declare" in step).length, `${name}: numbers`);
    const laid = words.flatMap((word) => (word.includes("@") ? word.split("@")[0].match(/(?<!P)\d/g) : [])).length;
    assert.equal(laid, steps.filter((step) => "lay" in step).length, `${name}: stones`);
  }
});

test("what is true of all steps is told where it is", async () => {
  await useLanguage("en");
  const told = (key, parameters) => OPENINGS.filter((name) => openingNotes(name).includes(t(key, parameters))).sort();
  const patterns = [
    "soosyrv_8",
    "soosyrv_4",
    "taraguchi_10",
    "taraguchi_5",
    "yamaguchi",
    "rif",
    "tarannikov",
    "sakata",
  ];
  assert.deepEqual(told("story.pattern", { n: 26 }), [...patterns, "super_sakata"].sort());
  assert.deepEqual(told("story.pattern", { n: 24 }), ["old_swap"]);
  assert.deepEqual(told("story.no_five"), ["super_sakata"]);
  assert.deepEqual(told("story.fouls"), ["super_sakata"]);
  const swapping = ["soosyrv_8", "soosyrv_4", "taraguchi_10", "taraguchi_5", "super_taraguchi", "yamaguchi", "rif"];
  assert.deepEqual(told("story.colors"), [...swapping, "tarannikov", "old_swap"].sort());
});
