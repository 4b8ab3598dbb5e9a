import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { runInNewContext } from "node:vm";

import { chooseLanguage } from "../../web_client/i18n/index.js";

const source = readFileSync(new URL("../../web_client/service_worker.js", import.meta.url), "utf8");

/**
 * Run the worker in a simulated browser.
 *
 * @param {object} around
 * @param {string[]} [around.languages]
 * @param {(request: any) => Promise<any>} [around.fetch]
 */
function started({ languages = ["en-GB"], fetch = async () => new Response("from the server") } = {}) {
  const heard = {};
  const done = [];
  const shown = [];
  const opened = [];
  const pages = [];
  const self = {
    addEventListener: (name, listener) => {
      heard[name] = listener;
    },
    skipWaiting: async () => done.push("skipWaiting"),
    clients: {
      claim: async () => done.push("claim"),
      matchAll: async () => pages,
      openWindow: async (path) => opened.push(path),
    },
    registration: {
      navigationPreload: { enable: async () => done.push("preload") },
      showNotification: async (title, options) => shown.push({ title, ...options }),
    },
  };
  // without `caches`, so that any use of it fails
  const world = runInNewContext(`${source}\n({ WORDS, chooseLanguage })`, {
    self,
    fetch,
    Response,
    Intl,
    navigator: { languages },
  });
  return {
    ...world,
    done,
    shown,
    opened,
    pages,
    /** @param {any} request @param {Promise<any>} [preloadResponse] */
    async ask(request, preloadResponse) {
      let answered;
      heard.fetch({ request, preloadResponse, respondWith: (answer) => (answered = answer) });
      return answered && (await answered);
    },
    async happen(name, event = {}) {
      let work;
      heard[name]({ ...event, waitUntil: (given) => (work = given) });
      await work;
    },
  };
}

const page = { mode: "navigate", url: "http://here/games" };
const unreachable = async () => {
  throw new TypeError("Failed to fetch");
};

test("what a page asks for passes it by", async () => {
  const { ask } = started({ fetch: unreachable });
  for (const mode of ["cors", "no-cors", "same-origin", "websocket"])
    assert.equal(await ask({ mode, url: "http://here/b/0123456789ab/main.js" }), undefined);
});

test("a page is the server's, whatever it says", async () => {
  for (const status of [200, 404, 500, 503]) {
    const given = new Response("from the server", { status });
    assert.equal(await started({ fetch: async () => given }).ask(page), given);
  }
  const ahead = new Response("asked for while the worker was started");
  assert.equal(await started({ fetch: unreachable }).ask(page, Promise.resolve(ahead)), ahead);
});

test("who cannot reach the server reads so in the language of the browser", async () => {
  for (const [tag, language] of [
    ["en-GB", "en"],
    ["zh-CN", "zh-Hans"],
    ["zh-TW", "zh-Hant"],
    ["de", "en"],
  ]) {
    const { ask, WORDS } = started({ languages: [tag], fetch: unreachable });
    for (const answer of [await ask(page), await ask(page, Promise.reject(new TypeError("Failed to fetch")))]) {
      assert.equal(answer.status, 503);
      assert.equal(answer.headers.get("cache-control"), "no-store");
      const text = await answer.text();
      assert.match(text, new RegExp(`<html lang="${language}">`));
      assert.ok(text.includes(WORDS[language].words));
      assert.doesNotMatch(text, /undefined|\[object/);
    }
  }
});

test("a proxy whose server is away is no page either", async () => {
  for (const status of [502, 504]) {
    const { ask } = started({ fetch: async () => new Response("Bad Gateway", { status }) });
    assert.match(await (await ask(page)).text(), /Tengen cannot be reached/);
  }
});

test("its words are there in all languages, and it chooses among them as the client does", () => {
  const { WORDS, chooseLanguage: chosen } = started();
  assert.deepEqual(Object.keys(WORDS), ["en", "zh-Hans", "zh-Hant"]);
  for (const words of Object.values(WORDS)) assert.deepEqual(Object.keys(words), Object.keys(WORDS.en));
  for (const tags of [["zh"], ["zh-SG"], ["zh-HK"], ["zh-Hans-TW"], ["yue"], ["yue-CN"], ["fr", "zh-MO"], ["de"], []])
    assert.equal(chosen(tags), chooseLanguage(tags), tags.join());
});

test("a new one takes over at once", async () => {
  const { happen, done } = started();
  await happen("install");
  await happen("activate");
  assert.deepEqual(done, ["skipWaiting", "preload", "claim"]);
});

/** @param {object} told */
const pushed = (told) => ({ data: { json: () => told } });

test("a notice says what has come up, in the language that was subscribed with", async () => {
  const { happen, shown } = started();
  const one = { kind: "your_move", name: "Ada $& {name}", path: "/room/abc", lang: "zh-Hant", tag: "your_move-abc" };
  await happen("push", pushed(one));
  await happen("push", pushed({ ...one, kind: "challenge", name: "Ada", lang: "en", path: "/" }));
  await happen("push", pushed({ ...one, kind: "lesson", name: "", lang: "en" }));
  await happen("push", pushed({ ...one, kind: "offer", name: "Ada", lang: "en" }));
  await happen("push", pushed({ ...one, kind: "rematch", name: "Ada", lang: "zh-Hans" }));
  assert.deepEqual(
    shown.map(({ title, body, lang }) => [title, body, lang]),
    [
      ["輪到你了", "你與 Ada $& {name} 的對局", "zh-Hant"],
      ["Ada challenges you", "", "en"],
      ["The lesson of your game is ready", "", "en"],
      ["Ada has an offer for you", "", "en"],
      ["Ada 想再来一局", "", "zh-Hans"],
    ],
  );
  assert.equal(shown[0].tag, "your_move-abc");
});

test("what has come up over quiet hours is told together", async () => {
  const { happen, shown } = started();
  const one = { kind: "summary", name: "", path: "/", tag: "summary", counts: { lesson: 1, your_move: 3, rematch: 2 } };
  for (const lang of ["en", "zh-Hans"]) await happen("push", pushed({ ...one, lang }));
  assert.deepEqual(
    shown.map(({ title, body }) => [title, body]),
    [
      ["Several things have come up", "Your move: 3 · Lessons: 1 · Rematches: 2"],
      ["有几条新通知", "轮到你：3 · 研究完毕：1 · 再来一局：2"],
    ],
  );
});

test("a press on a notice leads to what it is about, in the page that is open or in a new one", async () => {
  const { happen, opened, pages } = started();
  let closed = 0;
  const notification = { close: () => (closed += 1), data: { path: "/room/abc" } };
  await happen("notificationclick", { notification });
  assert.deepEqual(opened, ["/room/abc"]);
  const told = [];
  pages.push({ postMessage: (message) => told.push(message.path), focus: async () => told.push("focused") });
  await happen("notificationclick", { notification });
  assert.deepEqual([opened, told, closed], [["/room/abc"], ["/room/abc", "focused"], 2]);
});
