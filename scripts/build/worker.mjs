/**
 * Builds the Worker into `dist/worker`: `worker.js` with all that the start and a plain execution need, and modules of their own for
 * parts that are loaded late, such as language models, A2A and MCP. The runtime compiles a module when it is first imported, and a
 * package that two modules use stands in one that both import.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Half of the library zod are its messages in fifty languages, which are never shown. */
function zodText(path) {
  const isLocale = /[\\/]zod[\\/]v4[\\/]locales[\\/]\w+\.js$/.test(path) && !/[\\/](en|index)\.js$/.test(path);
  return isLocale ? "export default undefined;" : readFileSync(path, "utf8");
}

const withoutLocales = {
  name: "without-locales",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]/ }, ({ path }) => ({ contents: zodText(path) }));
  },
};

/**
 * The libraries that are loaded late use more of zod than the Worker itself, and an export that anybody uses stays in the one module of it.
 * So they have a copy of their own. No schema passes from one to the other.
 */
const ownZodOfLibraries = {
  name: "own-zod-of-libraries",
  setup({ onLoad, onResolve, resolve }) {
    const namespace = "zod-of-libraries";
    onResolve({ filter: /^zod(\/|$)/ }, async ({ importer, kind, path }) => {
      if (!/[\\/]node_modules[\\/](?!zod[\\/])/.test(importer)) return undefined;
      // From the root it is resolved as for ourselves: there is one version of it.
      const { errors, path: found } = await resolve(path, {
        kind,
        resolveDir: root,
        importer: join(root, "package.json"),
      });
      return errors.length > 0 ? { errors } : { path: found, namespace, sideEffects: false };
    });
    onResolve({ filter: /^\./, namespace }, ({ importer, path }) => ({
      path: join(dirname(importer), path),
      namespace,
      sideEffects: false,
    }));
    onLoad({ filter: /.*/, namespace }, ({ path }) => ({ contents: zodText(path), resolveDir: dirname(path) }));
  },
};

/**
 * Builds the Worker that begins at `entry`, a path from the root, into `folder`. Returns the names of its modules, `worker.js` first, of
 * those the ones that are loaded at the start, and the files whose code these have.
 */
export async function buildWorker({ entry = "src/worker/worker.ts", folder = join(root, "dist/worker") } = {}) {
  const { metafile, outputFiles } = await build({
    entryPoints: [{ in: join(root, entry), out: "worker" }],
    outdir: folder,
    absWorkingDir: root,
    write: false,
    metafile: true,
    bundle: true,
    plugins: [ownZodOfLibraries, withoutLocales],
    splitting: true,
    chunkNames: "[name]-[hash]",
    format: "esm",
    platform: "neutral",
    conditions: ["workerd", "worker", "browser"],
    mainFields: ["browser", "module", "main"],
    external: ["cloudflare:*", "node:*"],
    loader: { ".graphql": "text" },
    target: "es2024",
    define: { "process.env.NODE_ENV": '"production"' },
    minify: true,
    sourcemap: "linked",
    legalComments: "none",
    logLevel: "warning",
  });
  writeChanged(folder, outputFiles);
  const outputs = new Map(
    Object.entries(metafile.outputs).map(([path, output]) => [relative(folder, join(root, path)), output]),
  );
  const loaded = new Set();
  const load = (name) => {
    if (loaded.has(name)) return;
    loaded.add(name);
    for (const { kind, path } of outputs.get(name).imports) {
      const imported = relative(folder, join(root, path));
      if (kind === "import-statement" && outputs.has(imported)) load(imported);
    }
  };
  load("worker.js");
  const names = [...outputs.keys()].filter((name) => name.endsWith(".js"));
  const late = names.filter((name) => !loaded.has(name)).sort();
  const filesAtStart = [...loaded].flatMap((name) =>
    Object.entries(outputs.get(name).inputs).flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? [file] : [])),
  );
  return { modules: [...loaded, ...late], atStart: [...loaded], filesAtStart };
}

/** Modules as the local runtime takes them; it starts with the first. */
export function runtimeModules(folder, names) {
  return names.map((name) => ({ type: "ESModule", path: join(folder, name) }));
}

/** Several builds may run at a time, and a runtime may read the folder: files that are as they should be are not touched. */
function writeChanged(folder, outputFiles) {
  const wanted = new Set(outputFiles.map(({ path }) => path));
  mkdirSync(folder, { recursive: true });
  for (const { contents, path } of outputFiles) {
    if (!existsSync(path) || !readFileSync(path).equals(contents)) writeFileSync(path, contents);
  }
  for (const name of readdirSync(folder)) if (!wanted.has(join(folder, name))) rmSync(join(folder, name));
}
