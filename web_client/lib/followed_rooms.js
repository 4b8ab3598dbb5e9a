/**
 * The rooms that this page follows, each up to a version: its snapshot comes first, then its events without gaps. On a
 * new connection they are resumed from there.
 */

/** @import {Inbound, Outbound, RoomNews, TalkNews} from "./messages.js" */

/**
 * `v` is the version up to which the room is known, null before its snapshot; `asked`: something is to come that was
 * asked for; `replaced`: another page of the player's has taken it over.
 *
 * @typedef {object} Followed
 * @property {number | null} v
 * @property {boolean} asked
 * @property {boolean} replaced
 * @property {(news: RoomNews) => void} listener
 */

/**
 * @param {object} session
 * @param {(message: Inbound) => void} session.send
 * @param {() => boolean} session.ready  whether something may be sent
 * @param {ReturnType<typeof import("./postponed.js").createPostponed>} session.postponed
 */
export function createFollowedRooms({ send, ready, postponed }) {
  /** @type {Map<string, Followed>} */
  const rooms = new Map();

  /**
   * @param {string} room
   * @param {boolean} [behind]  whether another page of the player's may keep it
   */
  function enter(room, behind = false) {
    const followed = rooms.get(room);
    if (!ready() || !followed) return;
    followed.asked = true;
    // what was replaced has missed more than events
    const since = followed.v === null || followed.replaced ? {} : { since: followed.v };
    send({ t: "enter", room, ...since, ...(behind || followed.replaced ? { behind: true } : {}) });
  }

  return {
    /** Whether a room that was asked for has not come yet. */
    get waiting() {
      return [...rooms.values()].some(({ asked }) => asked);
    },

    /**
     * @param {string} room
     * @param {(news: RoomNews) => void} listener
     * @returns {() => void}  stops following
     */
    follow(room, listener) {
      const followed = { v: null, replaced: false, asked: false, listener };
      rooms.set(room, followed);
      enter(room);
      return () => {
        if (rooms.get(room) !== followed) return;
        rooms.delete(room);
        postponed.forget(followed);
        if (ready()) send({ t: "leave", room });
      };
    },

    /**
     * Takes a room back that another of the player's pages took over.
     *
     * @param {string} room
     */
    takeOver(room) {
      const followed = rooms.get(room);
      if (followed) followed.replaced = false;
      enter(room);
    },

    /**
     * Looks again at a room that is followed: others may be heard there, or not any more.
     *
     * @param {string} room
     */
    lookAgain: enter,

    /**
     * A connection has opened: goes on with each room from where it is known. What another page has taken over is asked
     * for behind that, for the case that it has gone.
     *
     * @param {boolean} [behind]  whether other pages of the player's may keep all of them
     */
    resume(behind = false) {
      for (const room of rooms.keys()) enter(room, behind);
    },

    /** We are somebody else now, to whom other things of the same rooms may be shown. */
    forgetVersions() {
      for (const followed of rooms.values()) Object.assign(followed, { v: null, replaced: false });
    },

    /** The connection is gone, and with it what was asked for. */
    closed() {
      for (const followed of rooms.values()) followed.asked = false;
    },

    /** @param {Extract<Outbound, {t: "room"}>} message  the room whole */
    receivedWhole(message) {
      const followed = rooms.get(message.room);
      if (!followed) return;
      Object.assign(followed, { v: message.v, asked: false, replaced: false });
      postponed.forget(followed);
      followed.listener(message);
    },

    /**
     * Hands on what is new. Events that are known already are dropped; when one is missing, the whole room is asked for.
     *
     * @param {Extract<Outbound, {t: "events"}>} message
     */
    receivedEvents(message) {
      const followed = rooms.get(message.room);
      if (!followed || followed.v === null) return; // the snapshot that was asked for holds them
      const known = followed.v;
      const fresh = message.events.filter(({ v }) => v > known);
      if (fresh.some(({ v }, index) => v !== known + 1 + index)) {
        followed.v = null;
        enter(message.room);
        return;
      }
      followed.asked = false;
      postponed.forget(followed);
      if (fresh.length) followed.v = fresh[fresh.length - 1].v;
      followed.listener({ ...message, events: fresh });
    },

    /** @param {Extract<Outbound, {t: "presence" | "forbidden" | "queued" | "ratings" | "plan" | TalkNews["t"]}>} message  what has no version */
    received(message) {
      rooms.get(message.room)?.listener(message);
    },

    /** @param {Extract<Outbound, {t: "replaced"}>} message */
    replaced(message) {
      const followed = rooms.get(message.room);
      if (!followed) return;
      Object.assign(followed, { replaced: true, asked: false });
      followed.listener(message);
    },

    /**
     * The server refuses something of a room.
     *
     * @param {Extract<Outbound, {t: "error"}>} error
     * @returns {boolean}  whether it is one that is followed
     */
    refused(error) {
      const followed = error.room ? rooms.get(error.room) : undefined;
      if (!followed) return false;
      followed.asked = false;
      followed.listener(error);
      return true;
    },

    /**
     * Enters a room a little later, as the server has too much to do now.
     *
     * @param {string} room
     */
    postpone(room) {
      const followed = rooms.get(room);
      if (!followed) return;
      followed.asked = false;
      postponed.later(followed, () => enter(room));
    },
  };
}
