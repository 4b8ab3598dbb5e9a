const FIRST_MS = 1_000;
const LONGEST_MS = 16_000;
const REFUSED_MS = [500, 2_000];
const REFUSED_DOUBLINGS = 3;

/**
 * Compute the wait before the next attempt to connect: random, up to 1 s at first, doubling up to 16 s. The full range
 * is random, so that the clients of a restarted server return evenly and not in waves.
 *
 * @param {number} attempt  number of failed attempts so far
 * @param {() => number} [random]
 * @returns {number}  milliseconds
 */
export function retryDelay(attempt, random = Math.random) {
  return Math.round(Math.min(LONGEST_MS, FIRST_MS * 2 ** attempt) * random());
}

/**
 * Compute the wait before repeating what the server refused as a flood: random between 0.5 s and 2 s, doubling with
 * each repetition up to eightfold.
 *
 * @param {number} attempt  number of repetitions so far
 * @param {() => number} [random]
 * @returns {number}  milliseconds
 */
export function refusedDelay(attempt, random = Math.random) {
  const [least, most] = REFUSED_MS;
  return Math.round((least + (most - least) * random()) * 2 ** Math.min(attempt, REFUSED_DOUBLINGS));
}
