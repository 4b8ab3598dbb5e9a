/** Most marks on the board at once: more would say nothing. */
const MOST = 5;

/** Return the first of these marks or points, as many as the board shows at once. @template T @param {readonly T[]} all */
export const few = (all) => all.slice(0, MOST);
