/** Measures an index in shards on the local runtime, and computes the shards for each rate of executions. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { buildSync } from "esbuild";
import { projectRoot } from "../../scripts/setup.mjs";
import { alternate } from "../measure.mjs";
import { startShards } from "../runtimes.mjs";
import { simulateShards } from "./queue.mjs";
import { firstPage, summaryOf } from "./summaries.mjs";

/** Executions per second that are looked at. */
const rates = [10, 1_000, 100_000];

/** How much of its time a shard may be busy: beyond, a burst makes a queue that everybody waits in. */
const wantedBusy = 0.5;

/** Half of the storage that the platform allows one object, for the same reason. */
const wantedBytes = 5e9;

/** How long executions are listed, by the default of `RETENTION_HOURS`. */
const keptSeconds = 720 * 3_600;

/**
 * `executions` are put into indexes of each number of `shards`; `putsPerSecond` is the assumed rate of one object. Gives plain data, see
 * `report.mjs`.
 */
export async function measureScale({ executions, shards, putsPerSecond, onProgress }) {
  const contents = buildSync({
    entryPoints: [join(projectRoot, "bench/scale/sharded-entry.ts")],
    ...{ bundle: true, format: "esm", write: false, external: ["cloudflare:workers"] },
  }).outputFiles[0].text;
  const runtime = await startShards(contents);
  try {
    const pages = [];
    let rows = null;
    let bytesKept = null;
    let expected = null;
    for (const count of shards) {
      onProgress(`${executions} executions in ${count} shards`);
      const filled = await fill(runtime, count, executions);
      rows ??= filled;
      bytesKept ??= largestDatabase(runtime.storageFolder) / executions;
      const page = await ask(runtime, "/page", { shards: count, query: firstPage });
      expected ??= page.names;
      // The merged page must be the page of one index.
      if (page.names.join() !== expected.join()) throw new Error(`The page of ${count} shards is not that of one`);
      const { page: times } = await alternate(
        { page: () => ask(runtime, "/page", { shards: count, query: firstPage }) },
        count > 100 ? 10 : 40,
      );
      pages.push({ shards: count, rowsRead: page.rowsRead, bytes: page.bytes, waves: Math.ceil(count / 6), times });
    }
    const needs = rates.map((rate) => atRate(rate, putsPerSecond, bytesKept));
    return { executions, putsPerSecond, rows, bytesKept, pages, rates: needs };
  } finally {
    await runtime.stop();
  }
}

/** Puts every execution in, twice as one that takes longer than a second. Gives the rows that each of both wrote. */
async function fill(runtime, shards, executions) {
  const written = { running: 0, ended: 0 };
  for (const [when, isEnded] of [
    ["running", false],
    ["ended", true],
  ]) {
    for (let first = 0; first < executions; first += 500) {
      const length = Math.min(500, executions - first);
      const summaries = Array.from({ length }, (_, offset) => summaryOf(first + offset, isEnded));
      written[when] += (await ask(runtime, "/summaries", { shards, summaries })).rowsWritten / executions;
    }
  }
  return written;
}

/** The needs of one rate: an execution that ends within a second is one put, a longer one two. */
function atRate(rate, putsPerSecond, bytesKept) {
  const serviceMs = 1_000 / putsPerSecond;
  const seconds = rate > 10_000 ? 5 : 60;
  return [1, 2].map((puts) => {
    const perSecond = rate * puts;
    const needed = Math.max(1, Math.ceil(perSecond / (putsPerSecond * wantedBusy)));
    const neededToKeep = Math.max(1, Math.ceil((rate * keptSeconds * bytesKept) / wantedBytes));
    const one = perSecond > 2 * putsPerSecond ? null : simulateShards({ perSecond, shards: 1, seconds, serviceMs });
    const simulated = simulateShards({ perSecond, shards: needed, seconds, serviceMs });
    return { rate, puts, perSecond, needed, neededToKeep, one, simulated };
  });
}

async function ask(runtime, path, body) {
  const response = await fetch(`${runtime.url}${path}`, { method: "POST", body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${path} answered HTTP ${response.status}: ${await response.text()}`);
  return response.json();
}

/** Bytes of the largest database of an object below a folder. */
function largestDatabase(folder) {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".sqlite"));
  const sizes = files.map((name) => {
    const database = new DatabaseSync(join(folder, name), { readOnly: true });
    try {
      const { size } = database
        .prepare("SELECT page_count * page_size AS size FROM pragma_page_count, pragma_page_size")
        .get();
      return Number(size);
    } finally {
      database.close();
    }
  });
  return Math.max(...sizes);
}
