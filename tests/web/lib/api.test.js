import assert from "node:assert/strict";
import { test } from "node:test";

import { createApi } from "../../../web_client/lib/api.js";

const answer = (status, body) => new Response(JSON.stringify(body), { status });

/** Record the requests; `answered` maps their headers to a response. */
const noting =
  (asked, answered) =>
  async (path, { headers }) => {
    asked.push([path, headers]);
    return answered(headers);
  };

test("the identity's token goes along", async () => {
  const asked = [];
  const api = createApi(
    () => "secret",
    noting(asked, () => answer(200, { games: [] })),
  );
  await api.games(new URLSearchParams({ rules: "caro" }));
  assert.deepEqual(asked, [["/api/games?rules=caro", { Authorization: "Bearer secret" }]]);
});

test("a token that the server does not know is left out", async () => {
  const asked = [];
  const known = ({ Authorization }) => (Authorization ? answer(401, { code: "bad_token" }) : answer(200, { id: "a" }));
  const api = createApi(() => "old", noting(asked, known));
  assert.deepEqual(await api.game("a"), { id: "a" });
  assert.deepEqual(
    asked.map(([, headers]) => headers),
    [{ Authorization: "Bearer old" }, {}],
  );
});

test("a token that came meanwhile takes the place of one that ended", async () => {
  const asked = [];
  const tokens = ["guest", "account"];
  const known = ({ Authorization }) =>
    Authorization === "Bearer account" ? answer(200, { id: "a" }) : answer(401, { code: "bad_token" });
  const api = createApi(() => tokens[Math.min(asked.length, 1)], noting(asked, known));
  assert.deepEqual(await api.game("a"), { id: "a" });
  assert.deepEqual(
    asked.map(([, headers]) => headers),
    [{ Authorization: "Bearer guest" }, { Authorization: "Bearer account" }],
  );
});

test("a game is downloaded in the page's language", async () => {
  const asked = [];
  const api = createApi(
    () => null,
    noting(asked, () => answer(200, {})),
  );
  await api.sgf("abc", "zh-Hant");
  assert.deepEqual(asked, [["/api/games/abc.sgf?lang=zh-Hant", {}]]);
});

test("the levels are asked for without a token, as the page has had them loaded ahead", async () => {
  const asked = [];
  const api = createApi(
    () => "secret",
    noting(asked, () => answer(200, { levels: [1] })),
  );
  assert.deepEqual(await api.levels(), [1]);
  assert.deepEqual(asked, [["/api/levels", {}]]);
});

test("a refusal has the server's code, an answer that is none has one of ours", async () => {
  const refused = createApi(
    () => null,
    async () => answer(404, { code: "not_found" }),
  );
  await assert.rejects(refused.game("x"), { code: "not_found" });
  const broken = createApi(
    () => null,
    async () => new Response("<html>", { status: 502 }),
  );
  await assert.rejects(broken.game("x"), { code: "internal" });
  const silent = createApi(
    () => null,
    async () => Promise.reject(new TypeError("failed")),
  );
  await assert.rejects(silent.game("x"), { code: "unreachable" });
});
