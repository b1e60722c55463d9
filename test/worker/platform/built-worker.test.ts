/** The modules of the built Worker: what an isolate loads before its first request. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type BuiltWorker, buildWorker } from "../../../scripts/build/worker.mjs";

let folder: string;
let built: BuiltWorker;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "planwright-modules-"));
  built = await buildWorker({ folder });
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true }));

const textOf = (name: string) => readFileSync(join(folder, name), "utf8");
const sizeOf = (names: readonly string[]) => names.reduce((sum, name) => sum + gzipSync(textOf(name)).byteLength, 0);

it("[N189] the modules that are loaded before the first request are at most 500 KB compressed", () => {
  expect(built.modules[0]).toBe("worker.js");
  const atStart = sizeOf(built.atStart);
  expect(atStart).toBeGreaterThan(100_000);
  expect(atStart).toBeLessThan(500_000);
  expect(sizeOf(built.modules)).toBeGreaterThan(atStart + 300_000);
});

it.each([
  ["the text of the schema", "schema.graphql"],
  ["the model adapter", "src/model/adapter/adapter.ts"],
  ["libraries of model providers", "node_modules/@ai-sdk/"],
  ["the server of MCP", "node_modules/@modelcontextprotocol/server/"],
  ["the client of MCP", "node_modules/@modelcontextprotocol/client/"],
  ["the library of A2A", "node_modules/@a2a-js/"],
  ["the reader of tokens", "node_modules/jose/"],
])("[N189] %s is loaded late", (_, path) => {
  expect(built.filesAtStart).toContain("src/worker/worker.ts");
  expect(built.filesAtStart.filter((file) => file.includes(path))).toEqual([]);
});
