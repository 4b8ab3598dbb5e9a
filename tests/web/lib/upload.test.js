import assert from "node:assert/strict";
import { test } from "node:test";

import { Refused } from "../../../web_client/lib/session.js";
import {
  TREE_CHUNK,
  keepGames,
  keepPosition,
  keepTree,
  keepTreeFor,
  mergeGames,
  paceDelay,
  sendPatterns,
  uploadOf,
} from "../../../web_client/lib/upload.js";

/** Server that collects chunks; `refuse` maps the count of a chunk to the code that refuses it. */
function treeServer({ refuse = () => null, closes = [{}, { tree: "t" }], opens = [] } = {}) {
  let data = [];
  let chunk = 0;
  const asked = [];
  return {
    asked,
    data: () => data,
    async command(command, id) {
      asked.push({ ...command, id });
      if (command.t === "upload_open") return opens.shift() ?? { next: data.length };
      if (command.t !== "upload_chunk") return closes.shift() ?? {};
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

/** Upload a file of variations, and wait until it is stored. */
const sendTree = (session, file, onProgress, wait) =>
  keepTree(session, uploadOf(session, "tree", file, onProgress, wait), file);

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
  const opened = lost.asked.filter(({ t }) => t === "upload_open");
  assert.deepEqual([opened.length, new Set(opened.map(({ id }) => id)).size], [2, 1]);
});

test("what the server will never take ends", async () => {
  const session = treeServer({ refuse: () => "flood" });
  await assert.rejects(
    sendTree(session, WISHES, () => {}, atOnce),
    { code: "flood" },
  );
});

test("the staff's patterns are proven at the end, and say why they come", async () => {
  const session = treeServer({ closes: [{ patterns: { read: 2, new: 0 } }] });
  const file = { name: "a.jsonl", data: TREE, note: "from home" };
  assert.deepEqual(await sendPatterns(session, file, () => {}), { read: 2, new: 0 });
  assert.deepEqual(Uint8Array.from(session.data()), TREE);
  const { kind, bytes } = session.asked[0];
  assert.deepEqual([kind, bytes, session.asked.at(-1).note], ["patterns", TREE.length, "from home"]);
  const said = new Set(session.asked.map((each) => each.t));
  assert.deepEqual([...said], ["upload_open", "upload_chunk", "patterns_close"]);
});

test("a tree for a player is the file that was looked at, sent once", async () => {
  const session = treeServer({ closes: [{ file: { format: "sgf" } }, {}, { tree: "t" }] });
  const upload = uploadOf(session, "tree", WISHES, () => {}, atOnce);
  await upload.look({ encoding: null, anyGame: true });
  const whose = { owner: "ada", visibility: "link", note: "by letter" };
  const wishes = { title: "", encoding: "cp1251", anyGame: true, size: 15, ...whose };
  assert.equal(await keepTreeFor(session, upload, wishes), "t");
  assert.deepEqual(Uint8Array.from(session.data()), TREE);
  const said = session.asked.filter(({ t }) => t !== "upload_chunk");
  assert.deepEqual(
    said.map(({ t }) => t),
    ["upload_open", "file_look", "upload_tree", "upload_tree"],
  );
  const { id: _, ...last } = said.at(-1);
  const wanted = { title: null, encoding: "cp1251", terms: false, any_game: true };
  assert.deepEqual(last, { t: "upload_tree", upload: upload.id, ...wanted, ...whose });
});

test("whoever asks twice while a file is on its way has it sent once, and is told how much has arrived", async () => {
  const session = treeServer({ closes: [{ file: { n: 1 } }, { file: { n: 2 } }, { tree: "t" }] });
  const shares = [];
  const upload = uploadOf(session, "tree", WISHES, (share) => shares.push(share), atOnce);
  const found = await Promise.all([upload.look({ encoding: null }), upload.look({ encoding: "cp1251" })]);
  assert.deepEqual(found, [{ n: 1 }, { n: 2 }]);
  const chunks = () => session.asked.filter(({ t }) => t === "upload_chunk").length;
  assert.equal(chunks(), 31);
  assert.equal(shares[0], 0);
  shares.length = 0;
  await keepTree(session, upload, WISHES);
  assert.deepEqual([shares, chunks()], [[1], 31]);
});

test("a position string is looked at on the board that is asked for", async () => {
  const session = treeServer({ closes: [{ file: {} }] });
  const upload = uploadOf(session, "games", { name: "a.txt", data: TREE }, () => {}, atOnce);
  await upload.look({ encoding: null, size: 19 });
  assert.equal(session.asked.at(-1).size, 19);
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

test("a file is looked at before it is kept, and sent once", async () => {
  const file = { format: "sgf", count: 2 };
  const session = treeServer({ closes: [{}, { file }, { file }, { room: "g", kept: { count: 1 } }] });
  const upload = uploadOf(session, "games", { name: "a.sgf", data: TREE }, () => {}, atOnce);
  assert.equal(session.asked.length, 0);
  assert.equal(await upload.look({ encoding: null }), file);
  assert.equal(await upload.look({ encoding: "cp1251", anyGame: true }), file);
  const wanted = { encoding: "cp1251", rules: "renju", games: [2] };
  assert.equal((await keepGames(session, upload, wanted)).room, "g");
  assert.deepEqual(Uint8Array.from(session.data()), TREE);
  const said = session.asked.filter(({ t }) => t !== "upload_chunk");
  assert.deepEqual(
    said.map(({ t }) => t),
    ["upload_open", "file_look", "file_look", "file_look", "import_close"],
  );
  assert.deepEqual([said[3].encoding, said[3].any_game, said[4].games], ["cp1251", true, [2]]);
});

test("an upload that was forgotten between a look and the end is sent again", async () => {
  const session = treeServer({ closes: [{ file: {} }] });
  const { command } = session;
  const upload = uploadOf(session, "tree", WISHES, () => {}, atOnce);
  await upload.look({ encoding: null });
  let lost = true;
  session.command = async (asked, id) => {
    if (asked.t === "tree_close" && lost) {
      lost = false;
      throw new Refused("no_upload");
    }
    return asked.t === "tree_close" ? { tree: "t" } : command(asked, id);
  };
  assert.equal(await keepTree(session, upload, WISHES), "t");
  assert.equal(session.asked.filter(({ t }) => t === "upload_open").length, 2);
});

test("a position is a file of its moves", async () => {
  const session = treeServer({ closes: [{ room: "g" }] });
  assert.equal(await keepPosition(session, [112, 98, 0], 15, "renju"), "g");
  assert.equal(Buffer.from(session.data()).toString(), "h8i9a15");
  assert.deepEqual([session.asked[0].name, session.asked.at(-1).rules], ["h8i9a15", "renju"]);
});
