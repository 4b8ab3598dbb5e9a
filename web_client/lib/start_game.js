/** Creation of rooms, and navigation to them. */

import { roomPath } from "./router.js";
import { rememberOpponent } from "./terms.js";

/** @import {App} from "./app.js" */
/** @import {Create} from "./terms.js" */

/**
 * Return a function that creates one room at a time, so that a double click makes one game. It navigates to the room
 * unless `left` says that the viewer has left the page, and tells whether there is a room.
 *
 * @param {App} app
 * @param {() => boolean} left
 */
export function gameStarter(app, left) {
  let starting = false;
  /**
   * @param {Create} command
   * @param {(error: unknown) => void} [refused]
   * @param {number | null} [first]  the viewer's first stone
   */
  return async (command, refused = app.refuse, first = null) => {
    if (starting) return false;
    starting = true;
    try {
      const { room } = await app.session.command(command);
      if (!room) return false;
      app.ownRooms.add(room, null, typeof command.level !== "number");
      if (typeof command.level === "number" && command.rules !== "tictactoe") rememberOpponent(command.level);
      // the room shows whether the stone was taken
      if (first !== null) await app.session.command({ t: "move", room, ply: 0, point: first }).catch(() => {});
      if (!left()) app.navigate(roomPath(room));
      return true;
    } catch (error) {
      refused(error);
      return false;
    } finally {
      starting = false;
    }
  };
}
