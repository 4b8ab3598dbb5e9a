/** Loads missing nodes of a stored tree, one request at a time. */

import { learn, missing } from "./tree.js";

/** @import {Api} from "./api.js" */
/** @import {KnownNodes} from "./tree.js" */

const DEPTH = 12;

/**
 * @param {Pick<Api, "treeNodes">} api
 * @param {string} id
 * @param {KnownNodes} known  receives the nodes
 * @param {(failure: unknown) => void} onNews  called after an answer or a failure
 */
export function createTreeFeed(api, id, known, onNews) {
  let asking = false;
  let closed = false;
  /** @type {number | null} */
  let next = null;
  /** Newest version of the tree in any answer. */
  let newest = 0;

  /** @param {Record<string, string | number | boolean>} wanted */
  async function get(wanted) {
    const { nodes, path = [], v = 0 } = await api.treeNodes(id, wanted);
    if (v < newest) return 0; // it was edited meanwhile, and is read anew
    newest = v;
    learn(known, path);
    learn(known, nodes);
    return nodes.length;
  }

  return {
    /** Load a node with its ancestors and its continuation. @param {number} node */
    open: (node) => get({ node, path: true, depth: DEPTH }),

    /**
     * Forget everything and load a node as `open` does, or what is left of the path to it.
     *
     * @param {number} node
     * @returns {Promise<number>}  the last node that is there
     */
    async anew(node) {
      const { nodes, path = [], v = 0 } = await api.treeNodes(id, { node, path: true, left: true, depth: DEPTH });
      if (!closed && v >= newest) {
        newest = v;
        known.clear();
        learn(known, path);
        learn(known, nodes);
      }
      return path.at(-1)?.n ?? 0;
    },

    /** Load the complete note of a known node. @param {number} node */
    whole: (node) => get({ node, path: true, depth: 0 }),

    /**
     * Load more children of a node.
     *
     * @param {number} node
     * @param {number} skip  number of known children
     */
    more: (node, skip) => get({ node, skip, depth: 1 }),

    /**
     * Load nodes until the main line below a node is known to its end.
     *
     * @param {number} at
     * @returns {Promise<number>}  last node of the line
     */
    async toEnd(at) {
      let node = known.get(at);
      while (node && (node.children ?? 0) > 0) {
        const first = node.first ?? 0;
        if (!known.has(first) && !(await get({ node: node.n, depth: 100, most: 500 }))) break;
        node = known.get(first);
        if (closed || !node) break;
        at = node.n;
      }
      return at;
    },

    /** Load the continuation of a node, if it is missing. @param {number} at */
    async ahead(at) {
      next = at;
      if (asking) return;
      asking = true;
      while (next !== null && !closed) {
        const wanted = missing(known, next);
        next = null;
        if (!wanted) break;
        try {
          await get({ ...wanted, depth: DEPTH });
          if (!closed) onNews(null);
        } catch (error) {
          if (!closed) onNews(error);
        }
      }
      asking = false;
    },

    close() {
      closed = true;
    },
  };
}
