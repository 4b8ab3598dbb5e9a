/** Positions of the few games that the lobby draws, asked for again as long as they go on. */

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
  /** @type {Map<string, readonly number[]>} */
  let known = new Map();
  const asking = setInterval(() => {
    if (!document.hidden) for (const room of known.keys()) void ask(room);
  }, AGAIN_MS);

  /** @param {string} room */
  async function ask(room) {
    try {
      const { moves } = await app.api.game(room);
      const before = known.get(room);
      const points = moves.map(({ point }) => point);
      if (!before || String(before) === String(points)) return;
      known.set(room, points);
      onChange();
    } catch {
      // unreachable, or the game is gone: its drawing stays until the list changes
    }
  }

  return {
    look(games) {
      const before = known;
      known = new Map(games.map(({ room }) => [room, before.get(room) ?? []]));
      for (const room of known.keys()) if (!before.has(room)) void ask(room);
    },
    movesOf: (room) => known.get(room) ?? null,
    close: () => clearInterval(asking),
  };
}
