/**
 * List of listeners.
 *
 * @template {unknown[]} Arguments
 * @returns {{on: (listener: (...news: Arguments) => void) => () => void, emit: (...news: Arguments) => void}}
 */
export function createEmitter() {
  /** @type {Set<(...news: Arguments) => void>} */
  const listeners = new Set();
  return {
    on(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    emit(...news) {
      for (const listener of [...listeners]) listener(...news);
    },
  };
}
