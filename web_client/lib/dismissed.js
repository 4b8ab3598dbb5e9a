/** Dismissal of transient messages. */

/**
 * Call `leave` once: after a time, at the next press anywhere on the page, or at Escape.
 *
 * @param {number} ms
 * @param {() => void} leave
 * @param {{presses?: boolean}} [how]  `presses`: whether a press is enough
 * @returns {AbortController}  abort it to prevent the call
 */
export function untilDismissed(ms, leave, { presses = true } = {}) {
  const waiting = new AbortController();
  const { signal } = waiting;
  const timer = setTimeout(done, ms);
  signal.addEventListener("abort", () => clearTimeout(timer));
  // The listeners capture on the window, so the press or key that caused the message has already passed them. Do not
  // add them from a timer: in a background page it may run a second late and miss an Escape.
  if (presses) addEventListener("pointerdown", done, { signal, capture: true });
  addEventListener("keydown", (event) => event.key === "Escape" && done(), { signal, capture: true });

  function done() {
    waiting.abort();
    leave();
  }

  return waiting;
}
