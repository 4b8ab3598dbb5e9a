/** Notices on this device by web push: availability and subscription. */

import { load, remove, save } from "./storage.js";

/** @import {Session} from "./session.js" */
/** @import {Language} from "./messages.js" */

/**
 * Availability of notices. `none`: the server sends none; `unable`: this browser, or this origin, does not support
 * them; `denied`: the viewer has forbidden them in the browser.
 *
 * @typedef {"none" | "unable" | "denied" | "ready"} PushAbility
 */

/** @typedef {ReturnType<typeof createPush>} Push */

/** @param {Pick<Session, "command">} session @param {() => Language} language @param {typeof globalThis} [world] */
export function createPush(session, language, world = globalThis) {
  /** @type {string | null} */
  let key = null;
  let player = "";

  const registration = () => world.navigator.serviceWorker.ready;
  const subscribed = async () => (await registration()).pushManager.getSubscription();

  /** @param {PushSubscription} subscription */
  async function tell(subscription) {
    const { endpoint, keys } = subscription.toJSON();
    await session.command({
      t: "subscribe",
      endpoint: endpoint ?? "",
      public: keys?.p256dh ?? "",
      secret: keys?.auth ?? "",
      lang: language(),
    });
  }

  /** @returns {PushAbility} */
  function ability() {
    if (key === null) return "none";
    if (!world.navigator.serviceWorker || !("PushManager" in world) || !("Notification" in world)) return "unable";
    return world.Notification.permission === "denied" ? "denied" : "ready";
  }

  return {
    ability,

    /**
     * Renew the subscription after the server's greeting, if notices are on: the browser's subscription or the token
     * may have changed.
     *
     * @param {string} id  of the player
     * @param {string | null} serverKey
     */
    async begin(id, serverKey) {
      key = serverKey;
      player = id;
      if (load("push", "") !== id || ability() !== "ready" || world.Notification.permission !== "granted") return;
      const subscription = await subscribed();
      if (subscription && isOf(subscription, key ?? "")) await tell(subscription);
    },

    /**
     * Subscribe, in answer to a press; the browser asks the viewer for permission.
     *
     * @returns {Promise<boolean>}  whether notices are on; rejects if the browser or the server refuses
     */
    async turnOn() {
      if (key === null || (await world.Notification.requestPermission()) !== "granted") return false;
      const { pushManager } = await registration();
      let subscription = await pushManager.getSubscription();
      if (subscription && !isOf(subscription, key)) {
        await subscription.unsubscribe(); // made for an earlier key of the server
        subscription = null;
      }
      subscription ??= await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
      await tell(subscription);
      save("push", player);
      return true;
    },

    async turnOff() {
      remove("push");
      const subscription = await subscribed();
      if (!subscription) return;
      await session.command({ t: "unsubscribe", endpoint: subscription.endpoint });
      await subscription.unsubscribe();
    },
  };
}

/**
 * Tell whether a subscription belongs to a server key.
 *
 * @param {PushSubscription} subscription
 * @param {string} key  base64url
 */
function isOf({ options: { applicationServerKey } }, key) {
  if (!applicationServerKey) return false;
  const bytes = String.fromCharCode(...new Uint8Array(applicationServerKey));
  return btoa(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "") === key;
}
