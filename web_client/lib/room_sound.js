import { play } from "./sound.js";
import { standing } from "./standing.js";

/** @import {Events} from "./messages.js" */
/** @import {Room} from "./room.js" */

/**
 * Return the sound of an event for the viewer. The viewer's own stone has sounded when it was placed.
 *
 * @param {Events["events"][number]} event
 * @param {Room} room  after the event
 */
export function soundOf(event, room) {
  if (event.k === "moved" && event.seat !== room.you) play("stone");
  else if (event.k === "seated" || (event.k === "offered" && event.seat !== room.you)) play("notify");
  else if (event.k === "ended") {
    const { outcome } = standing(room, room.now);
    play(outcome === "won" ? "win" : outcome === "lost" ? "lose" : "notify");
  }
}
