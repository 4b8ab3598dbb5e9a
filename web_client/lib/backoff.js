const FIRST_MS = 400;
const LONGEST_MS = 12_000;

/**
 * How long to wait before the next attempt to connect: doubling up to twelve seconds, and a random half of it taken
 * off, so that the clients of a restarted server do not all come back in the same instant.
 *
 * @param {number} attempt  how many attempts have failed so far
 * @param {() => number} [random]
 * @returns {number}  milliseconds
 */
export function retryDelay(attempt, random = Math.random) {
  const whole = Math.min(LONGEST_MS, FIRST_MS * 2 ** attempt);
  return Math.round(whole * (1 - random() / 2));
}
