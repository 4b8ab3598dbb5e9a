/** Requests whose answers may arrive in another order than they were made. */

/**
 * Return a function that asks and shows the answer, or its failure, unless it was called again meanwhile: no older answer
 * replaces a newer one. A call that was overtaken ends with the one that overtook it.
 *
 * @template {unknown[]} Given
 * @template Answer
 * @param {(...given: Given) => Promise<Answer>} ask
 * @param {(answer: Answer, ...given: Given) => void} show
 * @param {(error: unknown) => void} [fail]  if omitted, the calls reject
 * @returns {(...given: Given) => Promise<void>}
 */
export function newest(ask, show, fail) {
  /** @type {Promise<void> | undefined} */
  let last;
  return async (...given) => {
    const asked = ask(...given).then(
      (answer) => {
        if (asked === last) show(answer, ...given);
      },
      (error) => {
        if (asked !== last) return;
        if (!fail) throw error;
        fail(error);
      },
    );
    last = asked;
    let awaited;
    do {
      awaited = last;
      await awaited;
    } while (awaited !== last);
  };
}
