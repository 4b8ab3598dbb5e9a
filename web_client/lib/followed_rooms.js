/**
 * Rooms that this page follows, each known up to a version: first its snapshot, then its events without gaps. A new
 * connection resumes them from there.
 */

/** @import {Inbound, Outbound, RoomNews, TalkNews} from "./messages.js" */

/**
 * `v`: version up to which the room is known, null before its snapshot; `asked`: a request for it has no answer yet;
 * `replaced`: another page of the player has taken it over.
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
 * @param {() => boolean} session.ready  whether messages can be sent
 * @param {ReturnType<typeof import("./postponed.js").createPostponed>} session.postponed
 */
export function createFollowedRooms({ send, ready, postponed }) {
  /** @type {Map<string, Followed>} */
  const rooms = new Map();

  /** @param {string} room @param {boolean} [behind]  whether another page of the player may keep the room */
  function enter(room, behind = false) {
    const followed = rooms.get(room);
    if (!ready() || !followed) return;
    followed.asked = true;
    // a replaced page has missed more than events
    const since = followed.v === null || followed.replaced ? {} : { since: followed.v };
    send({ t: "enter", room, ...since, ...(behind || followed.replaced ? { behind: true } : {}) });
  }

  return {
    /** Whether a requested room has not arrived yet. */
    get waiting() {
      return [...rooms.values()].some(({ asked }) => asked);
    },

    /** @param {string} room @param {(news: RoomNews) => void} listener @returns {() => void}  stops following */
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

    /** Take back a room that another page of the player took over. @param {string} room */
    takeOver(room) {
      const followed = rooms.get(room);
      if (followed) followed.replaced = false;
      enter(room);
    },

    /** Request a followed room again, after its visible remarks changed. @param {string} room */
    lookAgain: enter,

    /**
     * Resume each room after a connection has opened. Request replaced rooms as well, in case the other page is gone.
     *
     * @param {boolean} [behind]  whether other pages of the player may keep all of them
     */
    resume(behind = false) {
      for (const room of rooms.keys()) enter(room, behind);
    },

    /** Forget the versions after a change of identity, which may see other parts of the same rooms. */
    forgetVersions() {
      for (const followed of rooms.values()) Object.assign(followed, { v: null, replaced: false });
    },

    /** Drop outstanding requests after the connection was lost. */
    closed() {
      for (const followed of rooms.values()) followed.asked = false;
    },

    /** @param {Extract<Outbound, {t: "room"}>} message  the complete room */
    receivedWhole(message) {
      const followed = rooms.get(message.room);
      if (!followed) return;
      Object.assign(followed, { v: message.v, asked: false, replaced: false });
      postponed.forget(followed);
      followed.listener(message);
    },

    /**
     * Pass on new events. Drop known ones; if one is missing, request the complete room.
     *
     * @param {Extract<Outbound, {t: "events"}>} message
     */
    receivedEvents(message) {
      const followed = rooms.get(message.room);
      if (!followed || followed.v === null) return; // the requested snapshot contains them
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

    /**
     * @param {Extract<Outbound, {t: "presence" | "forbidden" | "queued" | "ratings" | "plan" | TalkNews["t"]}>} message
     *   without a version
     */
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
     * Handle a refusal that concerns a room.
     *
     * @param {Extract<Outbound, {t: "error"}>} error
     * @returns {boolean}  whether the room is followed
     */
    refused(error) {
      const followed = error.room ? rooms.get(error.room) : undefined;
      if (!followed) return false;
      followed.asked = false;
      followed.listener(error);
      return true;
    },

    /** Request a room again later, since the server is overloaded. @param {string} room */
    postpone(room) {
      const followed = rooms.get(room);
      if (!followed) return;
      followed.asked = false;
      postponed.later(followed, () => enter(room));
    },
  };
}
