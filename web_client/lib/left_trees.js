/** Nodes at which this device left trees, newest last. */

import { load, save } from "./storage.js";

const KEY = "left_trees";
/** Most trees that are remembered. */
const MOST = 50;

/** @returns {[tree: string, node: number][]} */
const all = () => load(KEY, []);

/** Return the node at which a tree was left; null if that is not known. @param {string} tree @returns {number | null} */
export const nodeLeft = (tree) => all().find(([id]) => id === tree)?.[1] ?? null;

/** @param {string} tree @param {number} node  shown now */
export const leaveAt = (tree, node) => save(KEY, [...all().filter(([id]) => id !== tree), [tree, node]].slice(-MOST));
