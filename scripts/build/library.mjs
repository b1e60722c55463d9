/**
 * Builds the package whose folder this runs in: `node ../../scripts/build/library.mjs`. Every entry of `exports` that names its source
 * (`planwright-source`) becomes a module of `dist` with its declarations. All that the entries import is bundled with them, but for packages
 * that `package.json` names: so they get few packages who install one, and their own versions of others do not meet ours.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, posix, relative } from "node:path";
import { build } from "esbuild";
import { ensureGenerated } from "../generate/ensure-generated.mjs";
import { projectRoot } from "../setup.mjs";
import { licenseTexts } from "./licenses.mjs";
import { ownZodOfLibraries, withoutDiagnostics, withoutKeptRequests, withoutLocales } from "./worker-plugins.mjs";

const folder = process.cwd();
const inRepository = relative(projectRoot, folder).replaceAll("\\", "/");
const dist = join(folder, "dist");

await ensureGenerated();
const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
const entries = Object.values(manifest.exports).flatMap((target) => target["planwright-source"]?.slice(2) ?? []);
/** Modules in the place of an entry in Node. They declare nothing of their own. */
const standIns = Object.values(manifest.exports).flatMap(
  (target) => target.node?.replace(/^\.\/dist\/(.*)\.js$/, "$1.ts") ?? [],
);
const { metafile } = await build({
  entryPoints: [...entries, ...standIns].map((entry) => ({ in: join(folder, entry), out: entry.replace(/\.ts$/, "") })),
  outdir: dist,
  absWorkingDir: projectRoot,
  metafile: true,
  bundle: true,
  plugins: [ownZodOfLibraries, withoutLocales, withoutDiagnostics, withoutKeptRequests],
  splitting: true,
  chunkNames: "parts/[name]-[hash]",
  format: "esm",
  platform: "neutral",
  conditions: ["planwright-source", "workerd", "worker", "browser"],
  mainFields: ["browser", "module", "main"],
  external: [
    ...["cloudflare:*", "node:*"],
    ...Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies }).flatMap((name) => [name, `${name}/*`]),
  ],
  loader: { ".graphql": "text" },
  target: "es2022",
  define: { "process.env.NODE_ENV": '"production"' },
  // Names stay, so that the stack of an error can be read.
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: "none",
  logLevel: "warning",
});
writeDeclarations();
writeFileSync(join(dist, "THIRD-PARTY-LICENSES.txt"), licenseTexts(metafile));

/** The declarations of the entries and of all that these mention, with the paths that the files have in the package. */
function writeDeclarations() {
  const made = mkdtempSync(join(projectRoot, "dist/declarations-"));
  try {
    const project = join(made, "tsconfig.json");
    writeFileSync(project, JSON.stringify(declarationProject(made)));
    const tsc = join(projectRoot, "node_modules/.bin/tsc");
    const { stdout } = spawnSync(tsc, ["-p", project, "--pretty", "false"], { cwd: projectRoot, encoding: "utf8" });
    const waiting = entries.map((entry) => `${inRepository}/${entry.replace(/\.ts$/, ".d.ts")}`);
    const seen = new Set(waiting);
    for (const path of waiting) {
      const text = readFileSync(join(made, path), "utf8").replaceAll(
        /(["'])(\.{1,2}\/[^"']+)\.ts\1/g,
        (_, quote, to) => {
          const target = posix.join(posix.dirname(path), `${to}.d.ts`);
          if (!seen.has(target)) waiting.push(target);
          seen.add(target);
          const from = posix.dirname(placeOf(path));
          const shown = posix.relative(from, placeOf(target)).replace(/\.d\.ts$/, ".js");
          return `${quote}${shown.startsWith(".") ? shown : `./${shown}`}${quote}`;
        },
      );
      const place = join(dist, placeOf(path));
      mkdirSync(dirname(place), { recursive: true });
      writeFileSync(place, text);
    }
    // Another check covers the types of the sources. Only faults that keep declarations from being written matter here.
    const faults = stdout.split("\n").filter((line) => seen.has(line.replace(/\.ts\(.*$/s, ".d.ts")));
    if (faults.length > 0) throw new Error(`Cannot declare what ${manifest.name} exports:\n${faults.join("\n")}`);
  } finally {
    rmSync(made, { recursive: true });
  }
}

function declarationProject(outDir) {
  return {
    extends: join(projectRoot, "tsconfig.json"),
    compilerOptions: {
      ...{ noEmit: false, declaration: true, emitDeclarationOnly: true, rootDir: projectRoot, outDir },
      noCheck: true,
    },
    files: [...entries.map((entry) => join(folder, entry)), ...ambient()],
    include: [],
    exclude: [],
  };
}

/** Declarations that no import names. */
function ambient() {
  return [join(projectRoot, "src/worker/schema-text.d.ts")];
}

/** Where a declaration lies in `dist`: those of the package at their own paths, others below `src`. */
function placeOf(path) {
  return path.startsWith(`${inRepository}/`) ? path.slice(inRepository.length + 1) : path;
}
