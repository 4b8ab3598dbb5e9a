import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { createPush } from "../../../web_client/lib/push.js";
import { load, remove } from "../../../web_client/lib/storage.js";

const KEY = "AQID-_8"; // the bytes 1 2 3 251 255
const BYTES = new Uint8Array([1, 2, 3, 251, 255]).buffer;

/** Browser and server; `answers` is the viewer's reply to the permission prompt. */
function world({ permission = "default", answers = "granted" } = {}) {
  const said = [];
  let subscription = null;
  const make = (applicationServerKey) => {
    subscription = {
      endpoint: `https://push.example.org/${said.length}`,
      options: { applicationServerKey },
      toJSON: () => ({ endpoint: subscription.endpoint, keys: { p256dh: "public", auth: "secret" } }),
      unsubscribe: async () => {
        subscription = null;
        said.push("unsubscribed in the browser");
      },
    };
    return subscription;
  };
  const pushManager = {
    getSubscription: async () => subscription,
    subscribe: async ({ applicationServerKey }) => {
      assert.equal(applicationServerKey, KEY);
      return make(BYTES);
    },
  };
  const browser = {
    PushManager: class {},
    Notification: {
      permission,
      requestPermission: async () => {
        browser.Notification.permission = answers;
        return answers;
      },
    },
    navigator: { serviceWorker: { ready: Promise.resolve({ pushManager }) } },
  };
  const session = { command: async ({ t, ...rest }) => said.push({ t, ...rest }) };
  return {
    push: createPush(session, () => "zh-Hans", browser),
    browser,
    said,
    make,
    told: () => said.map(({ t }) => t),
  };
}

beforeEach(() => remove("push"));

test("what cannot be is said: a server without, a browser without, a reader who does not want any", async () => {
  const { push, browser } = world();
  assert.equal(push.ability(), "none");
  await push.begin("me", KEY);
  assert.equal(push.ability(), "ready");
  browser.Notification.permission = "denied";
  assert.equal(push.ability(), "denied");
  delete browser.PushManager;
  assert.equal(push.ability(), "unable");
});

test("turned on it tells the server, and again at each greeting of the same player", async () => {
  const { push, said, told } = world();
  await push.begin("me", KEY);
  assert.deepEqual(said, []);
  assert.equal(await push.turnOn(), true);
  assert.deepEqual(said, [
    { t: "subscribe", endpoint: "https://push.example.org/0", public: "public", secret: "secret", lang: "zh-Hans" },
  ]);
  assert.equal(load("push", ""), "me");
  await push.begin("me", KEY);
  assert.deepEqual(told(), ["subscribe", "subscribe"]);
  await push.begin("another", KEY); // a player without notices
  await push.begin("me", null); // a server that no longer sends any
  assert.equal(said.length, 2);
});

test("a reader who says no has none", async () => {
  const { push, said } = world({ answers: "denied" });
  await push.begin("me", KEY);
  assert.equal(await push.turnOn(), false);
  assert.deepEqual([said, push.ability(), load("push", "")], [[], "denied", ""]);
});

test("a subscription of another key is given up for a new one", async () => {
  const { push, make, said, told } = world();
  await push.begin("me", KEY);
  make(new Uint8Array([9]).buffer);
  await push.turnOn();
  assert.equal(said[0], "unsubscribed in the browser");
  assert.deepEqual(told(), [undefined, "subscribe"]);
});

test("turned off, neither the server nor the browser has it", async () => {
  const { push, said, told } = world();
  await push.begin("me", KEY);
  await push.turnOn();
  await push.turnOff();
  assert.deepEqual(told(), ["subscribe", "unsubscribe", undefined]);
  assert.equal(said[2], "unsubscribed in the browser");
  await push.begin("me", KEY);
  await push.turnOff(); // a repetition has no effect
  assert.equal(said.length, 3);
});
