/**
 * Sentences and offers about a move for all combinations of facts, in the present format of an analysis and in earlier
 * ones.
 */

import assert from "node:assert/strict";
import { test } from "node:test";

import { factsOf, isAsked, isLost, isWinSought, labelOf, saidOf } from "../../../web_client/lib/facts.js";

/** Pairs of parts that no facts make true together, or of which one is less specific than the other. */
const CONTRADICT = [
  // whether the position was lost before: unknown against known
  ["not_proven_lost", "show_win"],
  ["not_proven_lost", "seek_win"],
  ["not_proven_lost", "seek"],
  ["not_proven_lost", "lost_before"],
  ["not_proven_lost", "lost_win"],
  ["not_proven_lost", "lost_here"],
  ["not_proven_lost", "missed_win"],
  // every move loses, against a move that wins or might hold
  ["lost_before", "show_win"],
  ["lost_before", "seek_win"],
  ["lost_before", "seek"],
  ["lost_before", "missed_win"],
  ["lost_before", "lost_win"],
  ["lost_before", "lost_here"],
  ["lost_before", "show_threat"],
  ["lost_before", "names"],
  // there was a win, against a pass that would have lost or another move to find
  ["forced", "show_win"],
  ["forced", "missed_win"],
  ["forced", "lost_win"],
  ["show_pass", "show_win"],
  ["show_pass", "missed_win"],
  ["show_pass", "lost_win"],
  ["seek", "show_win"],
  ["seek", "missed_win"],
  ["seek", "lost_win"],
  ["lost_here", "show_win"],
  ["lost_here", "seek_win"],
  ["lost_here", "lost_win"],
  ["lost_here", "missed_win"],
  // only a win was missed, against a win of the opponent
  ["missed_win", "show_threat"],
  ["missed_win", "lost_win"],
  ["missed_win", "names"],
  // one loss told twice
  ["forced", "not_proven_lost"],
  // one proof under two names
  ["show_pass", "show_threat"],
];

/** Parts that a part requires: no button without its explanation, no sign without its sentence. */
const NEEDS = {
  seek: ["lost_here"],
  seek_win: ["missed_win", "lost_win"],
  show_threat: ["lost_here", "lost_win", "not_proven_lost"],
  show_pass: ["forced"],
  names: ["lost_here", "lost_win", "not_proven_lost"],
  "sign lost_here": ["lost_here", "lost_win"],
  "sign not_proven_lost": ["not_proven_lost"],
  "sign missed_win": ["missed_win"],
  "sign forced": ["forced"],
};

/** Conditions under which a sentence is false. */
const FALSE = {
  lost_win: ({ loses, before }) => !loses || before !== "won",
  lost_here: ({ loses, before }) => !loses || before !== "held",
  not_proven_lost: ({ loses, before }) => !loses || before !== null,
  missed_win: ({ letGo, before, loses }) => !letGo || before !== "won" || loses,
  forced: ({ forced }) => !forced,
  lost_before: ({ before }) => before !== "lost",
};

const BEFORE = [undefined, null, "won", "lost", "held"];
const LABEL = [undefined, "missed_win", "lost_here", "not_proven_lost", "forced"];
const WIN = [undefined, { method: "vcf", line: [1], proof: [1] }, { method: "vct", line: [1, 2, 3], proof: [1] }];
const THREAT = [undefined, { method: "vct", line: [9, 8, 7], proof: [9] }];
const OPEN = [[], [{ point: 5, method: "fukumi", nodes: 20_000 }], [{ point: 5, method: "vcf", nodes: 200 }]];

/** Generate all combinations. */
function* reviews() {
  for (const before of BEFORE)
    for (const label of LABEL)
      for (const win of WIN)
        for (const threat of THREAT)
          for (const forced of [undefined, "five", "vct"])
            for (const open of OPEN)
              for (const undecided of [[], [7]]) yield { before, label, win, threat, forced, open, undecided };
}

const partsOf = ({ sign, sentences, offers, names }) => [
  ...sentences,
  ...offers,
  ...(names ? ["names"] : []),
  ...(sign ? [`sign ${sign}`] : []),
];

test("no sentence contradicts another, or a button, or a sign", () => {
  let seen = 0;
  for (const review of reviews())
    for (const mine of [false, true]) {
      const parts = partsOf(saidOf(factsOf(review, mine)));
      const about = () => `${JSON.stringify(review)}: ${parts}`;
      for (const [one, other] of CONTRADICT) assert.ok(!(parts.includes(one) && parts.includes(other)), about());
      for (const part of parts)
        if (NEEDS[part])
          assert.ok(
            NEEDS[part].some((needed) => parts.includes(needed)),
            about(),
          );
      seen += 1;
    }
  assert.equal(seen, 5 * 5 * 3 * 2 * 3 * 3 * 2 * 2);
});

test("no sentence is false, and what is proven is said", () => {
  const said = new Set();
  for (const review of reviews()) {
    const facts = factsOf(review);
    const { sentences } = saidOf(facts);
    for (const sentence of sentences) {
      said.add(sentence);
      assert.ok(!FALSE[sentence](facts), `${sentence}: ${JSON.stringify(review)}`);
    }
    if (facts.loses || facts.before === "lost") assert.notEqual(sentences.length, 0, JSON.stringify(review));
  }
  assert.deepEqual([...said].sort(), Object.keys(FALSE).sort());
});

test("facts themselves are never at odds, whatever a stored study says", () => {
  for (const review of reviews()) {
    const { before, loses, letGo, better, checked } = factsOf(review);
    assert.ok(!(loses && letGo));
    assert.ok(!(loses && before === "lost"));
    assert.equal(before === "won", review.win !== undefined);
    assert.equal(better, { won: "proven", held: "searched" }[before] ?? null);
    assert.equal(checked, review.open);
  }
});

test("what is to be found is not given away to who made the move, and is to everybody else", () => {
  const review = { label: "lost_here", before: "held", open: OPEN[1], threat: THREAT[1] };
  assert.deepEqual([saidOf(factsOf(review, true)).names, saidOf(factsOf(review, false)).names], [false, true]);
  const bare = { label: "not_proven_lost", threat: THREAT[1], undecided: [7] };
  assert.equal(saidOf(factsOf(bare, true)).names, true);
});

test("a loss beside a win that was there is a won game that turned, by whatever name it is stored", () => {
  for (const label of ["not_proven_lost", "lost_here"]) {
    const review = { label, win: WIN[2], threat: THREAT[1], undecided: [7] };
    assert.deepEqual(saidOf(factsOf(review)), {
      sign: "lost_here",
      sentences: ["lost_win"],
      offers: ["seek_win", "show_win", "show_threat"],
      names: true,
    });
    assert.deepEqual(
      [labelOf(review), isLost(review), isAsked(review), isWinSought(review)],
      ["lost_here", true, true, true],
    );
  }
});

test("a win that was there is shown, unless the move itself made the row", () => {
  const review = { win: WIN[1] };
  assert.deepEqual(saidOf(factsOf(review, false, 1)).offers, []);
  assert.deepEqual(saidOf(factsOf(review, false, 2)).offers, ["show_win"]);
  assert.deepEqual(saidOf(factsOf({ win: WIN[2] }, false, 1)).offers, ["show_win"]);
});
