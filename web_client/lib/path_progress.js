/** Progress on the path for beginners, kept on this device. Positions count from 0 in the path's order. */

import { load, save } from "./storage.js";

/** @typedef {{solved: number[], finished: boolean}} Progress */

const KEY = "path";

/** @returns {Progress} */
export const loadProgress = () => ({ solved: [], finished: false, ...load(KEY, {}) });

/** Tell whether the viewer has solved the whole path. The header asks, so the positions are not loaded for it. */
export const isPathFinished = () => loadProgress().finished;

/**
 * Keep a solved position. @param {number} position @param {number} count  of all positions @returns {Progress}
 */
export function keepSolved(position, count) {
  const solved = [...new Set([...loadProgress().solved, position])].sort((a, b) => a - b);
  const progress = { solved, finished: solved.length >= count };
  save(KEY, progress);
  return progress;
}

/**
 * Find the position after the current one: the next unsolved one, from the start again after the last; once all are
 * solved, the next in order.
 *
 * @param {number} current  -1 at the beginning
 * @param {number[]} solved
 * @param {number} count
 * @returns {number | null}  null after the last one
 */
export function nextPosition(current, solved, count) {
  const after = Array.from({ length: count }, (_, index) => (current + 1 + index) % count);
  const open = after.find((position) => !solved.includes(position));
  return open ?? (current + 1 < count ? current + 1 : null);
}
