/** Our own games that are not over, and what is known of them without asking. */

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
  /** @type {Map<string, OwnRoom | null>} null where only the id is known */
  let rooms = new Map(Object.entries(load("own_rooms", {})));
  /** @type {Set<string>} those in which a seat is free, as far as it is known */
  let free = new Set();

  function keep() {
    save("own_rooms", Object.fromEntries(rooms));
  }

  return {
    /** @returns {[id: string, known: OwnRoom | null][]} */
    list: () => [...rooms],

    /** Those that go on and of which only the id is known: the server can be asked about them. */
    unknown: () => [...rooms.keys()].filter((id) => !free.has(id) && !rooms.get(id)?.other),

    /**
     * @param {string} id
     * @param {OwnRoom | null} known
     * @param {boolean} [waits]  for somebody to take the other seat
     */
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
     * The server says which there are.
     *
     * @param {string[]} ids
     * @param {string[]} [waiting]  those of them in which a seat is free
     */
    only(ids, waiting = []) {
      free = new Set(waiting);
      rooms = new Map(ids.map((id) => [id, rooms.get(id) ?? null]));
      keep();
    },
  };
}
