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

  function keep() {
    save("own_rooms", Object.fromEntries(rooms));
  }

  return {
    /** @returns {[id: string, known: OwnRoom | null][]} */
    list: () => [...rooms],

    /**
     * @param {string} id
     * @param {OwnRoom | null} known
     */
    add(id, known) {
      rooms.set(id, known);
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
     */
    only(ids) {
      rooms = new Map(ids.map((id) => [id, rooms.get(id) ?? null]));
      keep();
    },
  };
}
