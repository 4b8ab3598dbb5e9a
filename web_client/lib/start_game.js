/** Creation of rooms, and navigation to them. */

import { roomPath } from "./router.js";
import { rememberOpponent } from "./terms.js";

/** @import {App} from "./app.js" */
/** @import {Create} from "./terms.js" */

/**
 * Return a function that creates one room at a time, so that a double click makes one game. It navigates to the room
 * unless `left` says that the viewer has left the page.
 *
 * @param {App} app
 * @param {() => boolean} left
 */
export function gameStarter(app, left) {
  let starting = false;
  return async (/** @type {Create} */ command, refused = app.refuse) => {
    if (starting) return;
    starting = true;
    try {
      const { room } = await app.session.command(command);
      if (!room) return;
      app.ownRooms.add(room, null, typeof command.level !== "number");
      if (typeof command.level === "number" && command.rules !== "tictactoe") rememberOpponent(command.level);
      if (!left()) app.navigate(roomPath(room));
    } catch (error) {
      refused(error);
    } finally {
      starting = false;
    }
  };
}
