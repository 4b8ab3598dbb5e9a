/** Viewer's games in progress, and what is known of them without a request. */

import { load, save } from "./storage.js";

/** @import {ClockSpec, Rules, Who} from "./messages.js" */

/**
 * @typedef {object} OwnRoom
 * @property {Rules} rules
 * @property {number} size
 * @property {ClockSpec} clock
 * @property {boolean} rated
 * @property {Who | null} other  null while the seat is free
 */

/** @typedef {ReturnType<typeof createOwnRooms>} OwnRooms */

export function createOwnRooms() {
  /** @type {Map<string, OwnRoom | null>}  null if only the id is known */
  let rooms = new Map(Object.entries(load("own_rooms", {})));
  /** @type {Set<string>}  rooms with a free seat, as far as known */
  let free = new Set();

  function keep() {
    save("own_rooms", Object.fromEntries(rooms));
  }

  return {
    /** @returns {[id: string, known: OwnRoom | null][]} */
    list: () => [...rooms],

    /** List the games in progress of which only the id is known. */
    unknown: () => [...rooms.keys()].filter((id) => !free.has(id) && !rooms.get(id)?.other),

    /** @param {string} id @param {OwnRoom | null} known @param {boolean} [waits]  whether the other seat is free */
    add(id, known, waits = known !== null && !known.other) {
      rooms.set(id, known);
      if (waits) free.add(id);
      else free.delete(id);
      keep();
    },

    /** @param {string} id */
    drop(id) {
      if (rooms.delete(id)) keep();
    },

    /**
     * Replace the list by the server's.
     *
     * @param {string[]} ids
     * @param {string[]} [waiting]  those with a free seat
     */
    only(ids, waiting = []) {
      free = new Set(waiting);
      rooms = new Map(ids.map((id) => [id, rooms.get(id) ?? null]));
      keep();
    },
  };
}
