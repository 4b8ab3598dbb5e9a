import assert from "node:assert/strict";
import { test } from "node:test";

import {
  childrenOf,
  freeLetter,
  learn,
  letterOf,
  marksAt,
  missing,
  movesIn,
  movesOn,
  numbersOf,
  pathTo,
  plainText,
  signsOf,
  splicesOf,
  stonesOn,
  stringOf,
  toMoveOn,
} from "../../../web_client/lib/tree.js";
import { createTreeFeed } from "../../../web_client/lib/tree_feed.js";

/** H8, then I9 with H10 below it, or H9; the continuation of H9 is unknown. */
const NODES = [
  { n: 0, first: 1, children: 1, below: 8, setup: [[0, 2]] },
  { n: 1, point: 112, color: "black", first: 2, children: 2, below: 7, labels: [[98, "D"]] },
  { n: 2, parent: 1, point: 98, color: "white", first: 4, children: 1, below: 1 },
  { n: 3, parent: 1, point: 97, color: "white", first: 5, children: 3, below: 4 },
  { n: 4, parent: 2, point: 82, color: "black", labels: [[30, "x"]], marks: [[31, "square"]] },
];

function known() {
  const map = new Map();
  learn(map, NODES);
  return map;
}

test("the way to a node, its stones and who moves", () => {
  const path = pathTo(known(), 4);
  assert.deepEqual(
    path.map(({ n }) => n),
    [0, 1, 2, 4],
  );
  assert.deepEqual(stonesOn(path), [
    { point: 0, color: "white", move: 0, last: false },
    { point: 112, color: "black", move: 1, last: false },
    { point: 98, color: "white", move: 2, last: false },
    { point: 82, color: "black", move: 3, last: true },
  ]);
  assert.equal(toMoveOn(path), "white");
  assert.equal(toMoveOn([{ n: 0, to_move: "white" }]), "white");
  assert.equal(stringOf(path, 15), "h8i9h10");
  assert.equal(movesOn(path), 3);
});

test("a pass is a move without a stone, and removed stones are gone", () => {
  const path = [
    { n: 0, setup: [[7, 1]] },
    { n: 1, point: 9, color: "black" },
    { n: 2, point: -1, color: "white", setup: [[7, 0]] },
  ];
  assert.deepEqual(stonesOn(path), [{ point: 9, color: "black", move: 1, last: false }]);
  assert.equal(stringOf(path, 15), "");
  assert.equal(toMoveOn(path), "black");
});

test("branches stand under their texts or letters, other texts and marks as they are", () => {
  const map = known();
  assert.deepEqual(marksAt(map.get(1), childrenOf(map, map.get(1))), [
    { point: 98, kind: "branch", text: "D" },
    { point: 97, kind: "branch", text: "B" },
  ]);
  assert.deepEqual(marksAt(map.get(4), []), [
    { point: 30, kind: "label", text: "x" },
    { point: 31, kind: "square" },
  ]);
  assert.deepEqual([0, 25, 26, 51, 52, 702].map(letterOf), ["A", "Z", "AA", "AZ", "BA", "AAA"]);
});

test("branches with the same text are told apart, and no letter is a text of another's", () => {
  const node = {
    n: 0,
    labels: [
      [1, "B"],
      [2, "B "],
      [9, "D"],
    ],
  };
  const children = [1, 2, 3, 4].map((point) => ({ n: point, point, color: "black" }));
  assert.deepEqual(signsOf(node, children), [
    { text: "B", alone: false },
    { text: "B", alone: false },
    { text: "C", alone: true },
    { text: "E", alone: true }, // D is taken by a point without a branch
  ]);
  assert.deepEqual(
    marksAt(node, children).map(({ text }) => text),
    ["B", "B", "C", "E", "D"],
  );
});

test("a tree has a move less than nodes", () => assert.equal(movesIn({ nodes: 2001 }), 2000));

test("what is missed ahead is asked for once, and no more than that", async () => {
  const map = known();
  assert.equal(missing(map, 0), null); // the main line ends at a leaf
  assert.deepEqual(missing(map, 3), { node: 3, skip: 0 });
  map.delete(3);
  assert.deepEqual(missing(map, 1), { node: 1, skip: 0 }); // of its branches, only the one on the path is known
  assert.equal(missing(map, 0), null);
  learn(map, NODES);
  assert.deepEqual(childrenOf(map, map.get(3)), []);
  const asked = [];
  const api = {
    async treeNodes(id, wanted) {
      asked.push([id, wanted.node]);
      return { nodes: [5, 6].map((n) => ({ n, parent: 3, point: n, color: "black" })) };
    },
  };
  let news = 0;
  const feed = createTreeFeed(api, "t", map, () => news++);
  await Promise.all([feed.ahead(3), feed.ahead(3)]);
  assert.deepEqual([asked, news, childrenOf(map, map.get(3)).length], [[["t", 3]], 1, 2]);
  await feed.more(3, 2);
  assert.equal(asked.length, 2);
  assert.equal(await feed.toEnd(0), 4);
  assert.equal(asked.length, 2);
});

test("children whose order was edited are no range", () => {
  const nodes = new Map();
  learn(nodes, [
    { n: 0, first: 7, children: 3, order: [7, 1, 2] },
    { n: 1, point: 3 },
    { n: 7, point: 4 },
  ]);
  assert.deepEqual(numbersOf({ n: 0, first: 3, children: 2 }), [3, 4]);
  assert.deepEqual(
    childrenOf(nodes, nodes.get(0)).map(({ n }) => n),
    [7, 1],
  );
});

/** @param {string} comment @param {{start: number, cut: number, text: string}} splice */
function spliced(comment, { start, cut, text }) {
  const letters = [...comment];
  letters.splice(start, cut, ...text);
  return letters.join("");
}

test("a change of a comment is told in code points, in pieces that fit into messages", () => {
  const long = "🙂 word ".repeat(300);
  for (const [before, after, pieces] of /** @type {[string, string, number][]} */ ([
    ["", "abc", 1],
    ["abc", "", 1],
    ["aXc", "aYc", 1],
    ["🙂🙂", "🙂a🙂", 1],
    ["aa", "aaa", 1],
    ["same", "same", 0],
    ["", long, 3],
    [long, `x${long}x`, 3],
  ])) {
    const splices = splicesOf(before, after);
    assert.equal(splices.reduce(spliced, before), after);
    assert.equal(splices.length, pieces);
    for (const { text } of splices) assert.ok([...text].length <= 800);
  }
});

test("what no comment holds becomes blanks", () => {
  assert.equal(plainText("a\tb\u0007\nc\ud800d🙂"), "a b \nc d🙂");
});

test("the next letter is one that no text is", () => {
  assert.equal(freeLetter({ n: 0 }), "A");
  assert.equal(
    freeLetter({
      n: 0,
      labels: [
        [1, "A"],
        [2, "C"],
      ],
    }),
    "B",
  );
});
