/** HTTP API, for everything that is not sent through the socket. */

import { pathPart } from "./router.js";
import { Refused } from "./session.js";

/** @typedef {import("../protocol.js").Explored} Explored */
/** @typedef {import("../protocol.js").ExplorerMove} ExplorerMove */
/** @typedef {import("../protocol.js").GameAnalysis} GameAnalysis */
/** @typedef {import("../protocol.js").GameHistory} GameHistory */
/** @typedef {import("../protocol.js").GamePage} GamePage */
/** @typedef {import("../protocol.js").GameSummary} GameSummary */
/** @typedef {import("../protocol.js").BotPage} BotPage */
/** @typedef {import("../protocol.js").Leaderboard} Leaderboard */
/** @typedef {import("../protocol.js").LevelInfo} LevelInfo */
/** @typedef {import("../protocol.js").LevelScore} LevelScore */
/** @typedef {import("../protocol.js").LineInfo} LineInfo */
/** @typedef {import("../protocol.js").LinePage} LinePage */
/** @typedef {import("../protocol.js").MoveReview} MoveReview */
/** @typedef {import("../protocol.js").PatternInfo} PatternInfo */
/** @typedef {import("../protocol.js").PatternPage} PatternPage */
/** @typedef {import("../protocol.js").PlayerProfile} PlayerProfile */
/** @typedef {import("../protocol.js").PoolMark} PoolMark */
/** @typedef {import("../protocol.js").PracticeInfo} PracticeInfo */
/** @typedef {import("../protocol.js").PuzzleInfo} PuzzleInfo */
/** @typedef {import("../protocol.js").PuzzleOverview} PuzzleOverview */
/** @typedef {import("../protocol.js").DailyPuzzle} DailyPuzzle */
/** @typedef {import("../protocol.js").Who} Who */
/** @typedef {import("../protocol.js").SlowGame} SlowGame */
/** @typedef {import("../protocol.js").Vacations} Vacations */
/** @typedef {import("../protocol.js").TreeFound} TreeFound */
/** @typedef {import("../protocol.js").TreeNode} TreeNode */
/** @typedef {import("../protocol.js").TreeNodes} TreeNodes */
/** @typedef {import("../protocol.js").TreePage} TreePage */
/** @typedef {import("../protocol.js").TreeSummary} TreeSummary */
/** @typedef {import("../protocol.js").UnbeatenLine} UnbeatenLine */

/** @typedef {ReturnType<typeof createApi>} Api */

/**
 * @param {() => string | null} token  of the identity; required for games that only their players may see
 * @param {typeof fetch} [request]
 */
export function createApi(token, request = (...given) => fetch(...given)) {
  /**
   * @param {string} path
   * @returns {Promise<Response>}  rejects with `Refused`, with the code "unreachable" if there was no answer
   */
  async function get(path) {
    const known = token();
    let response = await ask(path, known ? { Authorization: `Bearer ${known}` } : {});
    // The token is outdated: the socket has received another one, as after signing in, or is about to, as from a server
    // with a new store.
    if (response.status === 401 && known) {
      const fresh = token();
      response = await ask(path, fresh && fresh !== known ? { Authorization: `Bearer ${fresh}` } : {});
    }
    return checked(response);
  }

  /** @param {Response} response */
  async function checked(response) {
    if (response.ok) return response;
    const problem = await response.json().catch(() => ({}));
    throw new Refused(problem.code ?? "internal", problem.detail);
  }

  /** @param {string} path @param {Record<string, string>} headers */
  async function ask(path, headers) {
    try {
      return await request(path, { headers });
    } catch {
      throw new Refused("unreachable");
    }
  }

  return {
    /** @returns {Promise<LevelInfo[]>}  weakest first; sent without a token, to match the page's preload */
    levels: async () => (await (await checked(await ask("/api/levels", {}))).json()).levels,

    /** @returns {Promise<PoolMark[]>}  the viewer's own */
    ratings: async () => (await get("/api/ratings")).json(),

    /** @returns {Promise<LevelScore[]>}  the viewer's own, by bot */
    scores: async () => (await get("/api/scores")).json(),

    /** @returns {Promise<Vacations>}  the viewer's own */
    vacations: async () => (await get("/api/vacations")).json(),

    /** @returns {Promise<Blob>}  everything that the server has stored about the viewer */
    archive: async () => (await get("/api/archive")).blob(),

    /** @returns {Promise<SlowGame[]>}  the viewer's own games by correspondence in progress */
    slowGames: async () => (await get("/api/correspondence")).json(),

    /** @param {URLSearchParams} query @returns {Promise<GamePage>} */
    games: async (query) => (await get(`/api/games?${query}`)).json(),

    /** @param {URLSearchParams} query @returns {Promise<Explored>} */
    explorer: async (query) => (await get(`/api/explorer?${query}`)).json(),

    /** @param {string} id @returns {Promise<GameHistory>} */
    game: async (id) => (await get(`/api/games/${id}`)).json(),

    /**
     * @param {string} id
     * @param {import("./messages.js").Language} language  of the comments
     * @returns {Promise<Blob>}
     */
    sgf: async (id, language) => (await get(`/api/games/${id}.sgf?lang=${language}`)).blob(),

    /** @param {string} id @param {"psq" | "gif"} notation @returns {Promise<Blob>} */
    file: async (id, notation) => (await get(`/api/games/${id}.${notation}`)).blob(),

    /**
     * @param {string} id
     * @param {number} ply  number of moves of the position
     * @returns {Promise<string>}  SVG
     */
    picture: async (id, ply) => (await get(`/api/games/${id}.svg?ply=${ply}`)).text(),

    /**
     * @param {string} moves  a position string
     * @param {number} size
     * @returns {Promise<string>}  SVG
     */
    positionPicture: async (moves, size) =>
      (await get(`/api/picture.svg?${new URLSearchParams({ moves, size: String(size) })}`)).text(),

    /**
     * @param {string} moves  a position string
     * @param {number} size
     * @returns {Promise<Blob>}  GIF
     */
    positionFilm: async (moves, size) =>
      (await get(`/api/picture.gif?${new URLSearchParams({ moves, size: String(size) })}`)).blob(),

    /**
     * @param {string} id  of a game
     * @returns {Promise<GameAnalysis>}  rejects with "not_found" until there is one
     */
    analysis: async (id) => (await get(`/api/games/${id}/analysis`)).json(),

    /** @param {URLSearchParams} query @returns {Promise<PatternPage>} */
    patterns: async (query) => (await get(`/api/patterns?${query}`)).json(),

    /** @param {URLSearchParams} query @returns {Promise<LinePage>} */
    lines: async (query) => (await get(`/api/lines?${query}`)).json(),

    /** @param {string} game @returns {Promise<LineInfo>} */
    line: async (game) => (await get(`/api/lines/${game}`)).json(),

    /** @param {"mine" | "public"} whose @param {string | null} [cursor] @returns {Promise<TreePage>} */
    trees: async (whose, cursor = null) =>
      (await get(`/api/trees?${new URLSearchParams({ whose, ...(cursor ? { cursor } : {}) })}`)).json(),

    /** List the viewer's bookmarks. @returns {Promise<import("../protocol.js").BookmarkList>} */
    bookmarks: async () => (await get("/api/bookmarks")).json(),

    /** @param {string} id @returns {Promise<TreeSummary>} */
    tree: async (id) => (await get(`/api/trees/${id}`)).json(),

    /**
     * @param {string} id
     * @param {Record<string, string | number | boolean>} wanted  query parameters
     * @returns {Promise<TreeNodes>}
     */
    treeNodes: async (id, wanted) =>
      (
        await get(
          `/api/trees/${id}/nodes?${new URLSearchParams(Object.entries(wanted).map(([name, value]) => [name, String(value)]))}`,
        )
      ).json(),

    /**
     * @param {string} id
     * @param {string} moves  a position string
     * @returns {Promise<TreeFound>}
     */
    treeFind: async (id, moves) => (await get(`/api/trees/${id}/find?${new URLSearchParams({ moves })}`)).json(),

    /**
     * @param {string} id
     * @param {"lib" | "sgf"} format
     * @returns {Promise<Blob>}  rejects with "tree_writing" until the file is written
     */
    treeFile: async (id, format) => (await get(`/api/trees/${id}.${format}`)).blob(),

    /**
     * @param {string} id
     * @param {number} node
     * @returns {Promise<string>}  SVG
     */
    treePicture: async (id, node) => (await get(`/api/trees/${id}.svg?node=${node}`)).text(),

    /** @param {string} id @param {number} node @returns {Promise<Blob>}  animation of the moves to the node, as GIF */
    treeFilm: async (id, node) => (await get(`/api/trees/${id}.gif?node=${node}`)).blob(),

    /** @returns {Promise<Blob>}  the patterns in use; for the owner only */
    staffPatterns: async () => (await get("/api/staff/patterns.jsonl")).blob(),

    /**
     * @param {number} version  0 for the program's own
     * @returns {Promise<Blob>}  for the owner only
     */
    staffWeights: async (version) => (await get(`/api/staff/weights/${version}.txt`)).blob(),

    /**
     * @param {string} id
     * @param {"lib" | "sgf"} format
     * @param {string} act  id of the logged act that permits this
     * @returns {Promise<Blob>}  rejects with "tree_writing" until the file is written
     */
    staffTree: async (id, format, act) => (await get(`/api/staff/trees/${id}.${format}?act=${act}`)).blob(),

    /** @returns {Promise<UnbeatenLine>}  today's */
    today: async () => (await get("/api/lines/today")).json(),

    /** @param {string} level @returns {Promise<BotPage>} */
    bot: async (level) => (await get(`/api/bots/${encodeURIComponent(level)}`)).json(),

    /** @param {string} level @returns {Promise<PlayerProfile>} */
    botProfile: async (level) => (await get(`/api/bots/${encodeURIComponent(level)}/profile`)).json(),

    /** @param {string} name @returns {Promise<PlayerProfile>}  of the account with this name */
    player: async (name) => (await get(`/api/players/${pathPart(name)}`)).json(),

    /**
     * @param {string} name  prefix
     * @returns {Promise<Who[]>}  accounts
     */
    players: async (name) => (await get(`/api/players?${new URLSearchParams({ name })}`)).json(),

    /** @param {string} pool @returns {Promise<Leaderboard>} */
    leaderboard: async (pool) => (await get(`/api/leaderboard?pool=${pool}`)).json(),

    /**
     * @param {string} name  key
     * @returns {Promise<PatternInfo>}
     */
    pattern: async (name) => (await get(`/api/patterns/${encodeURIComponent(name)}`)).json(),

    /**
     * @param {URLSearchParams} query
     * @returns {Promise<PuzzleInfo | null>}  the next one to solve; null if there is none of that kind
     */
    nextPuzzle: async (query) => (await get(`/api/puzzles/next?${query}`)).json(),

    /** @param {import("../protocol.js").Rules | null} rules  by default those of the viewer's last game @returns {Promise<PuzzleOverview>} */
    puzzles: async (rules) => (await get(`/api/puzzles${rules ? `?rules=${rules}` : ""}`)).json(),

    /** @param {string} id @returns {Promise<PuzzleInfo>} */
    puzzle: async (id) => (await get(`/api/puzzles/${encodeURIComponent(id)}`)).json(),
  };
}
