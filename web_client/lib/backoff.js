const FIRST_MS = 1_000;
const LONGEST_MS = 16_000;
const REFUSED_MS = [500, 2_000];
const REFUSED_DOUBLINGS = 3;

/**
 * How long to wait before the next attempt to connect: any time up to a second, then up to two and so on, up to
 * sixteen. All of it is left to chance, so that the clients of a restarted server come back evenly and not in waves.
 *
 * @param {number} attempt  how many attempts have failed so far
 * @param {() => number} [random]
 * @returns {number}  milliseconds
 */
export function retryDelay(attempt, random = Math.random) {
  return Math.round(Math.min(LONGEST_MS, FIRST_MS * 2 ** attempt) * random());
}

/**
 * How long to wait before saying again what the server refused because too much came at once: half a second to two,
 * by chance, and twice as long each time, up to eight times.
 *
 * @param {number} attempt  how many times it has been said again so far
 * @param {() => number} [random]
 * @returns {number}  milliseconds
 */
export function refusedDelay(attempt, random = Math.random) {
  const [least, most] = REFUSED_MS;
  return Math.round((least + (most - least) * random()) * 2 ** Math.min(attempt, REFUSED_DOUBLINGS));
}
