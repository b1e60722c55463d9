/**
 * Makes a start of the runtime cheaper by a second of processor time. Miniflare writes its configuration, which holds the Worker, into a
 * buffer that grows by 4 KB, and copies all of it each time (https://github.com/cloudflare/workers-sdk/issues/15271). It is given a buffer
 * that is large enough from the start. Loaded before Miniflare is; fails when Miniflare no longer has the line, so that this file goes too.
 */
import { registerHooks } from "node:module";

const grown = "var MIN_SINGLE_SEGMENT_GROWTH = 4096;";
const roomy = "var MIN_SINGLE_SEGMENT_GROWTH = 33554432;";

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (!url.endsWith("/node_modules/miniflare/dist/src/index.js")) return loaded;
    const source = String(loaded.source);
    if (!source.includes(grown)) throw new Error(`Cannot enlarge the buffer of Miniflare: it has no line ${grown}`);
    return { ...loaded, source: source.replace(grown, roomy) };
  },
});
