import assert from "node:assert/strict";
import { mock, test } from "node:test";

import { Refused } from "../../../web_client/lib/session.js";
import {
  CHUNK_BYTES,
  TREE_CHUNK,
  bytesOf,
  chunks,
  formatOf,
  mergeGames,
  paceDelay,
  rulesIn,
  sendFile,
  sendPatterns,
  sendTree,
  sgfOf,
  sendTreeFor,
} from "../../../web_client/lib/upload.js";

const FRAME = 4096;

/** The longest message a chunk can come in. */
const message = (text) =>
  JSON.stringify({ t: "import_chunk", id: "x".repeat(24), upload: "x".repeat(24), n: 4095, text });

test("moves are a file of a game, called by them", () => {
  assert.deepEqual(sgfOf([112, 98, 0], 15), {
    name: "h8i9a15",
    format: "sgf",
    text: "(;FF[4]GM[4]CA[UTF-8]SZ[15];B[hh];W[ig];B[aa])",
  });
});

test("pieces put together are the text, and each fits into a message", () => {
  for (const text of [
    "",
    "(;GM[4])",
    "x".repeat(20_000),
    "棋".repeat(5000),
    '\n"\\'.repeat(4000),
    "😀".repeat(3000),
    `${"a".repeat(CHUNK_BYTES - 1)}棋b`,
  ]) {
    const pieces = chunks(text);
    assert.equal(pieces.join(""), text);
    for (const piece of pieces) {
      assert.ok(bytesOf(message(piece)) <= FRAME, `${bytesOf(message(piece))} bytes`);
      assert.ok(piece.isWellFormed?.() ?? true, "cut within a character");
    }
  }
});

test("a text that fits is one piece", () => assert.deepEqual(chunks("abc"), ["abc"]));

test("no piece is empty where there is a text", () => {
  assert.ok(chunks("y".repeat(CHUNK_BYTES * 3)).every((piece) => piece.length > 0));
});

test("bytes are those of UTF-8", () => assert.deepEqual(["", "a", "棋", "😀"].map(bytesOf), [0, 1, 3, 4]));

test("the ending tells the notation", () => {
  assert.deepEqual(["a.sgf", "A.B.SGF", "x.psq", "x.PSQ", "sgf", "x.txt", "x", ""].map(formatOf), [
    "sgf",
    "sgf",
    "psq",
    "psq",
    "sgf",
    null,
    null,
    null,
  ]);
});

test("the rule set that a file names is recognised", () => {
  assert.deepEqual(
    [
      "(;GM[4]RU[renju])",
      "(;RU[Freestyle])",
      "(;RU[Gomoku])",
      "(;RU[Standard])",
      "(;RU[caro])",
      "(;RU[Go])",
      "(;GM[4])",
    ].map(rulesIn),
    ["renju", "freestyle", "standard", "standard", "caro", null, null],
  );
});

const FILE = { name: "a.sgf", format: "sgf", text: "x".repeat(CHUNK_BYTES + 1), rules: "renju" };

/** A server that answers as told; what is left out is acknowledged. */
function server(answers = {}) {
  const asked = [];
  return {
    asked,
    async command(command, id) {
      asked.push({ ...command, id });
      const answer = answers[command.t]?.shift();
      if (answer instanceof Error) throw answer;
      return answer ?? {};
    },
  };
}

test("a file goes piece by piece and comes back as a game", async () => {
  const session = server({ import_close: [{ room: "g" }] });
  const shares = [];
  assert.equal(await sendFile(session, FILE, (share) => shares.push(share)), "g");
  assert.deepEqual(
    session.asked.map(({ t, n }) => [t, n]),
    [
      ["import_open", undefined],
      ["import_chunk", 0],
      ["import_chunk", 1],
      ["import_close", undefined],
    ],
  );
  const [{ id, bytes, rules }, { upload }] = session.asked;
  assert.deepEqual([upload, bytes, rules], [id, CHUNK_BYTES + 1, "renju"]);
  assert.deepEqual(shares, [0.5, 1]);
});

test("what a lost connection cut off is begun again under its id, and found when it had been kept", async () => {
  const session = server({ import_open: [{}, { room: "g" }], import_close: [new Refused("no_upload")] });
  assert.equal(await sendFile(session, FILE, () => {}), "g");
  const opened = session.asked.filter(({ t }) => t === "import_open");
  assert.equal(opened.length, 2);
  assert.equal(opened[0].id, opened[1].id);
});

test("it is not begun again for ever", async () => {
  const session = server({ import_chunk: Array.from({ length: 50 }, () => new Refused("no_upload")) });
  await assert.rejects(
    sendFile(session, FILE, () => {}),
    { code: "no_upload" },
  );
  assert.ok(session.asked.length < 20);
});

test("a bad file is refused as the server says, at once", async () => {
  const session = server({ import_close: [new Refused("bad_notation", { line: 3, why: "no_move", text: "1;1" })] });
  await assert.rejects(
    sendFile(session, FILE, () => {}),
    { code: "bad_notation", detail: { line: 3, why: "no_move", text: "1;1" } },
  );
  assert.equal(session.asked.length, 4);
});

test("a piece that a flood refused is said again after a while", async (context) => {
  context.after(() => mock.timers.reset());
  mock.timers.enable({ apis: ["setTimeout"] });
  const session = server({ import_chunk: [new Refused("flood")], import_close: [{ room: "g" }] });
  const done = sendFile(session, FILE, () => {});
  await new Promise(setImmediate);
  assert.deepEqual(
    session.asked.map(({ n }) => n),
    [undefined, 0],
  );
  mock.timers.tick(60_000);
  assert.equal(await done, "g");
  assert.deepEqual(
    session.asked.map(({ n }) => n),
    [undefined, 0, 0, 1, undefined],
  );
});

/** A server that gathers bytes; `refuse` says of each chunk, by its count, with what it is refused. */
function treeServer({ refuse = () => null, closes = [{}, { tree: "t" }], opens = [] } = {}) {
  let data = [];
  let chunk = 0;
  const asked = [];
  return {
    asked,
    data: () => data,
    async command(command, id) {
      asked.push({ ...command, id });
      if (["tree_open", "upload_tree", "upload_patterns"].includes(command.t))
        return opens.shift() ?? { next: data.length };
      if (!["tree_chunk", "upload_chunk"].includes(command.t)) return closes.shift() ?? {};
      const code = refuse(chunk++);
      if (code === "no_upload") data = [];
      if (code) throw new Refused(code);
      if (command.at !== data.length) throw new Refused("wrong_chunk", { next: data.length });
      data.push(...Buffer.from(command.data, "base64"));
      return { next: data.length };
    },
  };
}

const TREE = Uint8Array.from({ length: TREE_CHUNK * 30 + 7 }, (_, n) => (n * 7919) % 251);
const WISHES = { name: "a.lib", data: TREE, title: "", encoding: null };
const atOnce = async () => {};

test("the bytes of a tree go up in pieces that fit into a message, and it is asked until it is kept", async () => {
  const session = treeServer();
  const shares = [];
  assert.equal(await sendTree(session, WISHES, (share) => shares.push(share), atOnce), "t");
  assert.deepEqual(Uint8Array.from(session.data()), TREE);
  assert.equal(shares.at(-1), 1);
  assert.deepEqual(shares, shares.toSorted());
  for (const { data = "" } of session.asked) assert.ok(data.length <= 4_000);
  assert.equal(session.asked.filter(({ t }) => t === "tree_close").length, 2);
});

test("pieces that a flood refused are sent again from where the server is", async () => {
  const session = treeServer({ refuse: (n) => (n % 5 === 3 ? "flood" : null) });
  await sendTree(session, WISHES, () => {}, atOnce);
  assert.deepEqual(Uint8Array.from(session.data()), TREE);
});

test("a tree that was kept already is not sent, and an upload that was lost is begun again", async () => {
  const known = treeServer({ opens: [{ tree: "there" }] });
  assert.equal(await sendTree(known, WISHES, () => {}, atOnce), "there");
  assert.equal(known.asked.length, 1);
  const lost = treeServer({ refuse: (n) => (n === 14 ? "no_upload" : null) });
  await sendTree(lost, WISHES, () => {}, atOnce);
  assert.deepEqual(Uint8Array.from(lost.data()), TREE);
  const opened = lost.asked.filter(({ t }) => t === "tree_open");
  assert.deepEqual([opened.length, new Set(opened.map(({ id }) => id)).size], [2, 1]);
});

test("what the server will never take ends", async () => {
  const session = treeServer({ refuse: () => "flood" });
  await assert.rejects(
    sendTree(session, WISHES, () => {}, atOnce),
    { code: "flood" },
  );
});

test("the staff's files go by messages of their own, and say why they come", async () => {
  const wanted = { ...WISHES, owner: "ada", visibility: "link", note: "by letter" };
  const brought = treeServer({ closes: [{ tree: "t" }] });
  assert.equal(await sendTreeFor(brought, wanted, () => {}), "t");
  const proven = treeServer({ closes: [{ patterns: { read: 2, new: 0 } }] });
  const file = { name: "a.jsonl", data: TREE, note: "from home" };
  assert.deepEqual(await sendPatterns(proven, file, () => {}), { read: 2, new: 0 });
  for (const [session, t, note] of [
    [brought, "upload_tree", "by letter"],
    [proven, "upload_patterns", "from home"],
  ]) {
    assert.deepEqual(Uint8Array.from(session.data()), TREE);
    assert.deepEqual([session.asked[0].t, session.asked[0].note, session.asked[0].bytes], [t, note, TREE.length]);
    assert.deepEqual([...new Set(session.asked.map((each) => each.t))], [t, "upload_chunk", "upload_close"]);
  }
  assert.equal(brought.asked[0].owner, "ada");
});

test("games are merged by one command, asked again under its id", async () => {
  const asked = [];
  const answers = [{}, {}, { tree: "m" }];
  const session = {
    async command(command, id) {
      asked.push([command.t, id]);
      return answers.shift();
    },
  };
  assert.equal(await mergeGames(session, { title: "All" }, atOnce), "m");
  assert.equal(new Set(asked.map(String)).size, 1);
});

test("many pieces are sent as fast as the budget fills up", () => {
  assert.equal(paceDelay(100, 0), 0);
  assert.ok(paceDelay(500, 0) > 4_000);
  assert.equal(paceDelay(500, 10_000), 0);
});
