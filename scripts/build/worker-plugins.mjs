/** Changes to libraries when the Worker is bundled, for the repository's own deployment and for the package. */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { projectRoot as root } from "../setup.mjs";

/** Half of the library zod are its messages in fifty languages, which are never shown. */
function zodText(path) {
  const isLocale = /[\\/]zod[\\/]v4[\\/]locales[\\/]\w+\.js$/.test(path) && !/[\\/](en|index)\.js$/.test(path);
  return isLocale ? "export default undefined;" : readFileSync(path, "utf8");
}

export const withoutLocales = {
  name: "without-locales",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]/ }, ({ path }) => ({ contents: zodText(path) }));
  },
};

/** A plugin that makes `changes`, pairs of a text or pattern and its replacement, in the module `filter`. The build fails if one finds nothing. */
function changing(name, filter, changes) {
  return {
    name,
    setup({ onLoad }) {
      onLoad({ filter }, ({ path }) => {
        let contents = readFileSync(path, "utf8");
        const errors = [];
        for (const [from, to] of changes) {
          const changed = contents.replaceAll(from, to);
          if (changed === contents) errors.push({ text: `${path} has nothing like ${from}` });
          contents = changed;
        }
        return errors.length > 0 ? { errors } : { contents };
      });
    },
  };
}

/**
 * The library of GraphQL asks the runtime for `node:diagnostics_channel` when it is loaded, and at each field whether somebody listens there. To
 * make this module takes the runtime as long as to read the schema, and nobody can listen.
 */
export const withoutDiagnostics = changing("without-diagnostics", /[\\/]graphql[\\/]diagnostics\.m?js$/, [
  ["const dc = resolveDiagnosticsChannel();", "const dc = undefined;"],
]);

/**
 * Two statements of the library of GraphQL keep the objects of each request until V8 collects its whole heap, which then comes often. A signal
 * that is aborted without a reason gets an error of the runtime, whose stack holds the request. And V8 allocates a function that is
 * assigned to a property among the old objects, where it holds its surroundings.
 */
export const withoutKeptRequests = changing("without-kept-requests", /[\\/]graphql[\\/]execution[\\/]Executor\.m?js$/, [
  ["resolverAbortController?.abort();", 'resolverAbortController?.abort("the request is over");'],
  [
    /this\.abortResultPromise = (\(\) => \{\s*abortResultPromise\([^;]*\);\s*\});/g,
    "Object.assign(this, { abortResultPromise: $1 });",
  ],
]);

/**
 * The libraries that are loaded late use more of zod than the Worker itself, and an export that anybody uses stays in the one module of it.
 * So they have a copy of their own. No schema passes from one to the other.
 */
export const ownZodOfLibraries = {
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
