/** What is said in passing. */

/**
 * Calls once: after some time, at the next press anywhere on the page, or at Escape.
 *
 * @param {number} ms
 * @param {() => void} leave
 * @param {{presses?: boolean}} [how]  `presses`: whether a press is enough
 * @returns {AbortController}  aborted, it calls no more
 */
export function untilDismissed(ms, leave, { presses = true } = {}) {
  const waiting = new AbortController();
  const { signal } = waiting;
  const timer = setTimeout(done, ms);
  signal.addEventListener("abort", () => clearTimeout(timer));
  // Capturing, the window comes first: the press or the key that has just brought it has passed here already. Not from
  // a timer: in a page that is not in front one may come a second late, and an Escape in between would be lost.
  if (presses) addEventListener("pointerdown", done, { signal, capture: true });
  addEventListener("keydown", (event) => event.key === "Escape" && done(), { signal, capture: true });

  function done() {
    waiting.abort();
    leave();
  }

  return waiting;
}
