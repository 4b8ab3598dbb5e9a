/**
 * Bundles the client: `node deploy/bundle.js CLIENT` writes CLIENT/bundle/.
 *
 * Each page is a file of its own, and so is what the entry loads at once. The bundler makes a file of the modules of
 * each set of entries that share them, about 70; each costs a request. So the modules that the entry, the lobby, or at
 * least SHARED pages use are made one file: every module is told to import all of them (`inject`), which makes their
 * sets equal.
 */

import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { build } from "esbuild";

const SHARED = 4;

const client = resolve(process.argv[2]);
const bundle = join(client, "bundle");
const inject = join(bundle, "shared.js");
const pages = readdirSync(join(client, "pages")).filter((name) => name !== "index.js" && name !== "failed.js");
const entries = ["main.js", ...pages.map((name) => `pages/${name}`)];
const languages = ["en", "zh-Hans", "zh-Hant"].map((name) => `i18n/${name}.js`);

/** @param {import("esbuild").BuildOptions} options */
const bundled = (options) =>
  build({
    absWorkingDir: client,
    entryPoints: [...entries, ...languages],
    ...{ bundle: true, minify: true, splitting: true, charset: "utf8", format: "esm", target: "es2022" },
    ...{ outbase: client, outdir: bundle, logLevel: "warning", ...options },
  });

const { inputs } = (await bundled({ metafile: true, write: false })).metafile;
/** @type {Map<string, Set<string>>} */
const users = new Map();
for (const entry of entries) {
  const reached = new Set([entry]);
  for (const name of reached)
    for (const { path, kind } of inputs[name].imports) if (kind === "import-statement") reached.add(path);
  for (const name of reached) users.set(name, (users.get(name) ?? new Set()).add(entry));
}
const isShared = (/** @type {Set<string>} */ by) =>
  by.has("main.js") || (by.has("pages/lobby.js") && by.size > 1) || by.size >= SHARED;
const shared = [...users].filter(([name, by]) => isShared(by) && !entries.includes(name)).map(([name]) => name);
mkdirSync(bundle, { recursive: true });
writeFileSync(inject, shared.map((name) => `import "../${name}";\n`).join(""));
await bundled({ inject: [inject] });
rmSync(inject);
