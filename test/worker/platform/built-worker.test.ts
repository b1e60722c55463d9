/** The modules of the built Worker: what an isolate loads before its first request; and that a build is made once. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { parseAst } from "vitest/node";
import { type BuiltWorker, buildWorker } from "../../../scripts/build/worker.mjs";

let folder: string;
let built: BuiltWorker;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "planwright-modules-"));
  built = await buildWorker({ folder });
});
afterAll(() => rmSync(folder, { recursive: true }));

const textOf = (name: string) => readFileSync(join(folder, name), "utf8");
const sizeOf = (names: readonly string[]) => names.reduce((sum, name) => sum + gzipSync(textOf(name)).byteLength, 0);

it("[N189] the modules that an isolate loads with its first object are at most 350 KB compressed", () => {
  expect(built.modules[0]).toBe("worker.js");
  const withObjects = sizeOf(built.withObjects);
  expect(withObjects).toBeGreaterThan(100_000);
  expect(withObjects).toBeLessThan(350_000);
  expect(sizeOf(built.modules)).toBeGreaterThan(withObjects + 300_000);
});

it("[N1021] the modules that are loaded before the first request are at most 30 KB compressed", () => {
  const atStart = sizeOf(built.atStart);
  expect(atStart).toBeGreaterThan(10_000);
  expect(atStart).toBeLessThan(30_000);
});

it.each([
  ["the classes of the objects", "-object.ts", ["src/worker/late-object.ts"]],
  ["their storage", "src/durable/storage/", []],
  ["the engine", "src/execution/settle/", []],
  ["the compiler of plans", "src/plan/compile/", []],
  ["the interpreter of schemas", "src/schema/", []],
  ["the library of shapes", "node_modules/zod/", []],
])("[N1021] %s are loaded with the first object or request that needs them", (_, path, atStart) => {
  expect(built.filesAtStart.filter((file) => file.includes(path))).toEqual(atStart);
  expect(built.filesWithObjects.filter((file) => file.includes(path)).length).toBeGreaterThan(atStart.length);
});

it.each([
  ["the text of the schema", "schema.graphql"],
  ["the model adapter", "src/model/adapter/adapter.ts"],
  ["libraries of model providers", "node_modules/@ai-sdk/"],
  ["the server of MCP", "node_modules/@modelcontextprotocol/server/"],
  ["the client of MCP", "node_modules/@modelcontextprotocol/client/"],
  ["the library of A2A", "node_modules/@a2a-js/"],
  ["the reader of tokens", "node_modules/jose/"],
  ["the keeper of credentials", "src/durable/secrets/credential-keeper.ts"],
  ["the client of OAuth", "src/tools/oauth/oauth-tokens.ts"],
  ["the app", "src/worker/app.ts"],
  ["the routes", "src/worker/routes/"],
  ["the library of HTTP routes", "node_modules/hono/"],
  ["the API", "src/graph/resolvers.ts"],
  ["the library of GraphQL", "node_modules/graphql/"],
  ["chat", "src/worker/chat/"],
  ["the cipher of public ids", "node_modules/@noble/ciphers/"],
  ["manifests", "src/catalog/manifests/"],
])("[N189] %s is loaded late", (_, path) => {
  expect(built.filesWithObjects).toContain("src/worker/worker.ts");
  expect(built.filesWithObjects.filter((file) => file.includes(path))).toEqual([]);
});

it("[N683] text is no module of code, and all modules of code are at most 3.5 MB", () => {
  const isCode = (name: string) => name.endsWith(".js");
  const texts = built.modules.filter((name) => !isCode(name));
  expect(texts.map((name) => name.replace(/-[A-Z0-9]+\.graphql$/, "")).sort()).toEqual([
    "bare-schema.generated",
    "schema",
  ]);
  expect(texts.filter((name) => built.withObjects.includes(name))).toEqual([]);
  for (const text of texts) expect(textOf(text)).toContain("type Query");
  const code = built.modules.filter(isCode).map(textOf);
  expect(code.filter((text) => text.includes("type Query"))).toEqual([]);
  const bytes = code.reduce((sum, text) => sum + text.length, 0);
  expect(bytes).toBeGreaterThan(2_000_000);
  expect(bytes).toBeLessThan(3_500_000);
});

it("[N686] no module asks the runtime for a module of Node", () => {
  const asks = /getBuiltinModule|["'`]node:/;
  expect(["process.getBuiltinModule(a)", 'import "node:fs"'].filter((text) => asks.test(text))).toHaveLength(2);
  expect(built.modules.filter((name) => name.endsWith(".js") && asks.test(textOf(name)))).toEqual([]);
});

/** Places at which the module makes a schema while it is evaluated, as `line`. What stands in a function is made later. */
function schemasMadeAtOnce(text: string): readonly number[] {
  const found: number[] = [];
  const visit = (node: { readonly type?: unknown; readonly start?: unknown; readonly callee?: unknown }): void => {
    const { callee, start, type } = node;
    if (type === "FunctionDeclaration" || type === "FunctionExpression" || type === "ArrowFunctionExpression") return;
    if (type === "CallExpression" && isOfZod(callee)) found.push(text.slice(0, Number(start)).split("\n").length);
    for (const child of Object.values(node).flat())
      if (typeof child === "object" && child !== null && "type" in child) visit(child);
  };
  visit(parseAst(text, { lang: "ts" }));
  return found;
}

function isOfZod(callee: unknown): boolean {
  if (typeof callee !== "object" || callee === null) return false;
  if ("name" in callee) return callee.name === "z";
  return isOfZod("object" in callee ? callee.object : "callee" in callee ? callee.callee : undefined);
}

it("[N677] no module that is loaded before the first request, or with the first object, makes a schema while it is evaluated", () => {
  expect(schemasMadeAtOnce("const name = z.string().min(1);\nconst late = madeOnce(() => z.string());")).toEqual([
    1, 1,
  ]);
  const ours = built.filesWithObjects.filter((file) => file.startsWith("src/"));
  const offences = ours.flatMap((file) => {
    const text = readFileSync(file, "utf8");
    return text.includes('from "zod"') ? schemasMadeAtOnce(text).map((line) => `${file}:${line}`) : [];
  });
  expect(ours.length).toBeGreaterThan(300);
  expect(offences).toEqual([]);
});

it("[N212] a build is taken again as long as no source of it has changed, and made anew when one has", async () => {
  const sources = mkdtempSync(join(process.cwd(), "dist/sources-"));
  const [entry, part] = [join(sources, "worker.ts"), join(sources, "part.ts")];
  const build = async () => {
    const { modules } = await buildWorker({ entry: relative(process.cwd(), entry), folder: join(sources, "out") });
    expect(modules).toEqual(["worker.js"]);
    return readFileSync(join(sources, "out/worker.js"), "utf8");
  };
  const builds = join(process.cwd(), "dist/builds");
  const kept = () => readdirSync(builds).filter((name) => name.includes(sources.slice(-6)) && !name.endsWith(".json"));
  try {
    writeFileSync(entry, 'import { part } from "./part.ts";\nexport default part;\n');
    writeFileSync(part, 'export const part = "first";\n');
    expect(await build()).toContain('"first"');
    const [folder = "", ...others] = kept();
    expect(others).toEqual([]);
    writeFileSync(join(builds, folder, "worker.js"), "taken as it is");
    expect(await build()).toBe("taken as it is");
    writeFileSync(part, 'export const part = "second";\n');
    expect(await build()).toContain('"second"');
    expect(kept()).toHaveLength(1);
    expect(kept()).not.toEqual([folder]);
    rmSync(part);
    await expect(build()).rejects.toThrow("part.ts");
  } finally {
    rmSync(sources, { recursive: true });
    for (const name of readdirSync(builds))
      if (name.includes(sources.slice(-6))) rmSync(join(builds, name), { recursive: true });
  }
});
