/** Positions of the few games that the lobby draws, asked for again as long as they go on. */

import { newest } from "./newest.js";

/** @import {App} from "./app.js" */
/** @import {LobbyRoom} from "./messages.js" */

/** A class behind one address looks at the lobby, too: thirty pages ask twelve times a second, of 200 allowed. */
const AGAIN_MS = 5_000;

/**
 * @param {App} app
 * @param {() => void} onChange
 * @returns {{
 *   look: (games: readonly LobbyRoom[]) => void,
 *   movesOf: (room: string) => readonly number[] | null,
 *   close: () => void,
 * }}  `look` says which games are drawn now
 */
export function watchedGames(app, onChange) {
  /** @type {Map<string, ReturnType<typeof watch>>} */
  let known = new Map();
  const asking = setInterval(() => {
    if (!document.hidden) for (const game of known.values()) void game.ask();
  }, AGAIN_MS);

  /** @param {string} room */
  function watch(room) {
    const game = {
      points: /** @type {readonly number[]} */ ([]),
      ask: newest(
        () => app.api.game(room),
        ({ moves }) => {
          const points = moves.map(({ point }) => point);
          if (known.get(room) !== game || String(game.points) === String(points)) return;
          game.points = points;
          onChange();
        },
        () => {}, // unreachable, or the game is gone: its drawing stays until the list changes
      ),
    };
    return game;
  }

  return {
    look(games) {
      const before = known;
      known = new Map(games.map(({ room }) => [room, before.get(room) ?? watch(room)]));
      for (const [room, game] of known) if (!before.has(room)) void game.ask();
    },
    movesOf: (room) => known.get(room)?.points ?? null,
    close: () => clearInterval(asking),
  };
}
