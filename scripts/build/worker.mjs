/**
 * Builds the Worker into `dist/worker`: `worker.js` with all that the start and a plain execution need, and modules of their own for
 * parts that are loaded late, such as language models, A2A and MCP. The runtime compiles and evaluates a module when it is first imported
 * (`new_module_registry` in `wrangler.toml`). A package that two modules use stands in one that both import.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { build } from "esbuild";
import { projectRoot as root } from "../setup.mjs";
import { ownZodOfLibraries, withoutDiagnostics, withoutKeptRequests, withoutLocales } from "./worker-plugins.mjs";

const productEntry = "src/worker/worker.ts";
/** The module that the first object of an isolate loads. */
const objectsEntry = "src/worker/made-objects.ts";

/**
 * Builds the Worker that begins at `entry`, a path from the root, into `folder`. Returns the names of its modules, `worker.js` first, of
 * those the ones that are loaded at the start, and those with the ones that the first object loads; beside each the files whose code these have. A build takes seven seconds of processor time, so its
 * result is kept in `dist/builds` and copied as long as no source of it has changed.
 */
export async function buildWorker({ entry = productEntry, folder = join(root, "dist/worker") } = {}) {
  const place = join(root, "dist/builds", entry.replaceAll(/[^\w.]/g, "-"));
  const { files, result } = keptBuild(place) ?? (await freshBuild(entry, place));
  writeChanged(folder, files);
  return result;
}

async function freshBuild(entry, place) {
  const folder = join(root, "dist/worker");
  const { metafile, outputFiles } = await build({
    entryPoints: [{ in: join(root, entry), out: "worker" }],
    outdir: folder,
    absWorkingDir: root,
    write: false,
    metafile: true,
    bundle: true,
    plugins: [ownZodOfLibraries, withoutLocales, withoutDiagnostics, withoutKeptRequests],
    splitting: true,
    chunkNames: "[name]-[hash]",
    assetNames: "[name]-[hash]",
    format: "esm",
    platform: "neutral",
    conditions: ["workerd", "worker", "browser"],
    mainFields: ["browser", "module", "main"],
    external: ["cloudflare:*", "node:*", "workerd:*"],
    // As JavaScript the text would be parsed as code first.
    loader: { ".graphql": "copy" },
    target: "es2024",
    define: { "process.env.NODE_ENV": '"production"' },
    minify: true,
    // Those of entries of tests would take a third of the time of their build.
    sourcemap: entry === productEntry ? "linked" : false,
    legalComments: "none",
    logLevel: "warning",
  });
  const outputs = new Map(
    Object.entries(metafile.outputs).map(([path, output]) => [relative(folder, join(root, path)), output]),
  );
  const loadedBy = (entry, loaded = new Set()) => {
    if (loaded.has(entry)) return loaded;
    loaded.add(entry);
    for (const { kind, path } of outputs.get(entry).imports) {
      const imported = relative(folder, join(root, path));
      if (kind === "import-statement" && outputs.has(imported)) loadedBy(imported, loaded);
    }
    return loaded;
  };
  const atStart = loadedBy("worker.js");
  const ofObjects = [...outputs].find(([, { entryPoint }]) => entryPoint === objectsEntry)?.[0];
  const withObjects = new Set([...atStart, ...(ofObjects === undefined ? [] : loadedBy(ofObjects))]);
  const names = [...outputs.keys()].filter((name) => /\.(js|graphql)$/.test(name));
  const late = names.filter((name) => !atStart.has(name)).sort();
  const filesIn = (modules) =>
    [...modules].flatMap((name) =>
      Object.entries(outputs.get(name).inputs).flatMap(([file, { bytesInOutput }]) =>
        bytesInOutput > 0 ? [file] : [],
      ),
    );
  const files = outputFiles.map(({ contents, path }) => ({ name: relative(folder, path), contents }));
  const result = {
    modules: [...atStart, ...late],
    atStart: [...atStart],
    filesAtStart: filesIn(atStart),
    withObjects: [...withObjects],
    filesWithObjects: filesIn(withObjects),
  };
  // The lockfile stands for all that is installed.
  const own = Object.keys(metafile.inputs).filter((path) => !/(^|[:/])node_modules\//.test(path));
  keepBuild(place, files, result, [
    ...own,
    "package-lock.json",
    "tsconfig.json",
    "scripts/build/worker.mjs",
    "scripts/build/worker-plugins.mjs",
  ]);
  return { files, result };
}

/** The build that `place` holds, if its sources are still the same. */
function keptBuild(place) {
  try {
    const { digest, names, result, sources } = JSON.parse(readFileSync(`${place}.json`, "utf8"));
    if (digest !== digestOf(sources)) return null;
    const folder = `${place}-${digest.slice(0, 16)}`;
    return { files: names.map((name) => ({ name, contents: readFileSync(join(folder, name)) })), result };
  } catch {
    // Never built, a source that is gone, or another process that has just put a newer build in its place.
    return null;
  }
}

/** Several processes may build at a time, so a folder has its name when it is complete, and the description names it after that. */
function keepBuild(place, files, result, sources) {
  const digest = digestOf(sources);
  const folder = `${place}-${digest.slice(0, 16)}`;
  const unfinished = `${folder}.${process.pid}`;
  mkdirSync(unfinished, { recursive: true });
  for (const { contents, name } of files) writeFileSync(join(unfinished, name), contents);
  writeFileSync(
    `${unfinished}.json`,
    JSON.stringify({ digest, names: files.map(({ name }) => name), result, sources }),
  );
  if (existsSync(folder)) rmSync(unfinished, { recursive: true });
  else renameSync(unfinished, folder);
  renameSync(`${unfinished}.json`, `${place}.json`);
  const siblings = readdirSync(dirname(place)).map((name) => join(dirname(place), name));
  for (const older of siblings.filter((path) => path.startsWith(`${place}-`) && /-[0-9a-f]{16}$/.test(path)))
    if (older !== folder) rmSync(older, { recursive: true, force: true });
}

/** Of the paths from the root and the texts of `sources`. Throws if one is not there. */
function digestOf(sources) {
  const hash = createHash("sha256");
  for (const path of sources)
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update("\0");
  return hash.digest("hex");
}

/** Modules as the local runtime takes them; it starts with the first. */
export function runtimeModules(folder, names) {
  return names.map((name) => ({ type: name.endsWith(".js") ? "ESModule" : "Text", path: join(folder, name) }));
}

/** Several builds may run at a time, and a runtime may read the folder: files that are as they should be are not touched. */
function writeChanged(folder, files) {
  const wanted = new Set(files.map(({ name }) => name));
  mkdirSync(folder, { recursive: true });
  for (const { contents, name } of files) {
    const path = join(folder, name);
    if (!existsSync(path) || !readFileSync(path).equals(contents)) writeFileSync(path, contents);
  }
  for (const name of readdirSync(folder)) if (!wanted.has(name)) rmSync(join(folder, name));
}
