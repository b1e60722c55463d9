/** The rules of the house, over every file of `src`, and each over a planted offender, so that a green run means something. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import * as rules from "./rules.ts";
import { readSourceFiles, sourceFile } from "./source-file.ts";

const root = join(import.meta.dirname, "../..");
const files = readSourceFiles(root, "src");

function offences(rule: rules.Rule): readonly string[] {
  return files.flatMap((file) => rule(file));
}

function planted(rule: rules.Rule, path: string, text: string): readonly string[] {
  return rule(sourceFile(path, text));
}

describe("the reader of source files", () => {
  it("finds files in every folder of src, and every folder has a place in the arrow", () => {
    const folders = readdirSync(join(root, "src"), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => entry.name);
    expect(folders).toContain("plan");
    for (const folder of folders) {
      expect([...rules.mayImport.keys()]).toContain(folder);
      expect(files.filter((file) => file.path.startsWith(`src/${folder}/`)).length).toBeGreaterThan(0);
    }
    expect(files.filter((file) => file.imports.length > 0).length).toBeGreaterThan(files.length / 4);
  });

  it("sees static, type, re-exporting, dynamic and inline type imports, and none in strings or comments", () => {
    const text = `// import "./comment.ts";
      import a from "./static.ts"; import type { B } from "./type.ts"; export * from "./all.ts"; export { c } from "./named.ts";
      type D = import("./inline.ts").D; const e = await import("./dynamic.ts"); const f = 'import "./string.ts"'; await import(f);`;
    expect(sourceFile("src/plan/offender.ts", text).imports.map(({ specifier }) => specifier)).toEqual([
      "./static.ts",
      "./type.ts",
      "./all.ts",
      "./named.ts",
      "./inline.ts",
      "./dynamic.ts",
      null,
    ]);
  });
});

describe("src", () => {
  it("keeps the arrow between folders", () => {
    expect(offences(rules.followsTheArrow)).toEqual([]);
    const offenders: readonly (readonly [string, string])[] = [
      ["src/plan/offender.ts", 'import type { A } from "../catalog/a.ts";'],
      ["src/catalog/offender.ts", 'export * from "../tools/a.ts";'],
      ["src/tools/offender.ts", 'const a = await import("../durable/a.ts");'],
      ["src/tools/offender.ts", 'import { a } from "../model/a.ts";'],
      ["src/graph/offender.ts", 'type A = import("../durable/a.ts").A;'],
      ["src/durable/offender.ts", 'import "../graph/a.ts";'],
      ["src/durable/deep/offender.ts", 'import "../../worker/a.ts";'],
      ["src/plan/offender.ts", 'import "../../test/a.ts";'],
      ["src/plan/offender.ts", "await import(name);"],
      ["src/newcomer/offender.ts", ""],
      ["src/offender.ts", ""],
    ];
    for (const [path, text] of offenders) expect(planted(rules.followsTheArrow, path, text), text).toHaveLength(1);
    const wiring = 'import "../durable/a.ts"; import "../graph/b.ts"; import "./c.ts"; import "../../schema.graphql";';
    expect(planted(rules.followsTheArrow, "src/worker/worker.ts", wiring)).toEqual([]);
  });

  it("names the file in every relative import", () => {
    expect(offences(rules.namesWholeFiles)).toEqual([]);
    expect(planted(rules.namesWholeFiles, "src/plan/offender.ts", 'import "./state"; import ".."')).toHaveLength(2);
  });

  it("imports no platform in pure rooms, and nothing unlisted below the catalog", () => {
    expect(offences(rules.importsNoPlatform)).toEqual([]);
    const text = 'import "node:fs"; import "cloudflare:workers"; import "zod"; import "zod/v4"; import "zodiac";';
    expect(planted(rules.importsNoPlatform, "src/plan/offender.ts", text)).toHaveLength(3);
    expect(planted(rules.importsNoPlatform, "src/catalog/offender.ts", text)).toHaveLength(2);
    expect(planted(rules.importsNoPlatform, "src/durable/execution.ts", text)).toEqual([]);
  });

  it("[E6] uses no clock, chance, network or timer in pure rooms", () => {
    expect(offences(rules.usesNoPlatform)).toEqual([]);
    const offenders = [
      "const at = Date.now();",
      'const at = Date["now"]();',
      "const at = new Date();",
      "const roll = Math.random();",
      "const id = crypto.randomUUID();",
      "const answer = (fetch as Fetch)(url);",
      "setTimeout(() => undefined, 1);",
      "const at = performance.now();",
      "const get = { fetch };",
      "globalThis.fetch(url);",
    ];
    for (const text of offenders) {
      expect(planted(rules.usesNoPlatform, "src/plan/offender.ts", text).length, text).toBeGreaterThan(0);
      expect(planted(rules.usesNoPlatform, "src/durable/offender.ts", text), text).toEqual([]);
    }
    const innocent = `// Date.now()
      type Fetch = typeof fetch; interface Port { fetch(url: string): void; readonly crypto: Crypto }
      const a = "Math.random()"; const b = new Date(instant).toISOString(); port.fetch(a); const c = { crypto: b };`;
    expect(planted(rules.usesNoPlatform, "src/plan/innocent.ts", innocent)).toEqual([]);
  });

  it("evaluates libraries of language models, and the adapter over them, only when a model is called", () => {
    expect(offences(rules.loadsModelsLazily)).toEqual([]);
    const dynamic = files.flatMap(({ path, imports }) =>
      imports.filter(({ specifier, isStatic }) => specifier?.startsWith("@ai-sdk/") && !isStatic).map(() => path),
    );
    expect(dynamic).toContain("src/model/adapter/provider-model.ts");
    const offenders: readonly (readonly [string, string])[] = [
      ["src/model/adapter/provider-model.ts", 'import { createOpenAI } from "@ai-sdk/openai";'],
      ["src/model/adapter/provider-model.ts", 'import "workers-ai-provider";'],
      ["src/worker/offender.ts", 'export * from "ai";'],
      ["src/worker/offender.ts", 'export { generateText } from "ai/internal";'],
      ["src/worker/clients/object-options.ts", 'import { callModel } from "../../model/adapter/adapter.ts";'],
      ["src/model/offender.ts", 'export { callModel } from "./adapter/adapter.ts";'],
    ];
    for (const [path, text] of offenders) expect(planted(rules.loadsModelsLazily, path, text), text).toHaveLength(1);
    const innocent = `import type { LanguageModelV4 } from "@ai-sdk/provider"; export type { A } from "@ai-sdk/openai";
      const a = await import("@ai-sdk/openai"); const b = await import("../model/adapter.ts"); import "airtable";`;
    expect(planted(rules.loadsModelsLazily, "src/worker/innocent.ts", innocent)).toEqual([]);
  });

  it("holds SQL in durable only", () => {
    expect(offences(rules.leavesTablesToDurable)).toEqual([]);
    const texts = ['this.sql.exec("SELECT 1");', "const tables = this.ctx.storage.sql;", 'sql.exec("SELECT 1");'];
    for (const text of texts) {
      expect(planted(rules.leavesTablesToDurable, "src/worker/offender.ts", text), text).toHaveLength(1);
      expect(planted(rules.leavesTablesToDurable, "src/durable/storage/journal.ts", text), text).toEqual([]);
    }
    expect(planted(rules.leavesTablesToDurable, "src/plan/innocent.ts", "pattern.exec(text);")).toEqual([]);
  });

  it("has no file whose name says nothing", () => {
    expect(offences(rules.hasTellingName)).toEqual([]);
    for (const name of ["utils.ts", "deep/helpers.ts", "types.ts", "common.ts", "index.ts", "camelCase.ts"]) {
      expect(planted(rules.hasTellingName, `src/plan/${name}`, ""), name).toHaveLength(1);
    }
  });

  it("has no file of more than 500 lines that a person wrote", () => {
    expect(offences(rules.staysShort)).toEqual([]);
    const lines = (count: number) => "// line\n".repeat(count);
    expect(planted(rules.staysShort, "src/plan/long.ts", lines(501))).toHaveLength(1);
    expect(planted(rules.staysShort, "src/plan/short.ts", lines(500))).toEqual([]);
    expect(planted(rules.staysShort, "src/plan/long.generated.ts", lines(501))).toEqual([]);
  });

  it("opens every file with a comment", () => {
    expect(offences(rules.opensWithComment)).toEqual([]);
    expect(planted(rules.opensWithComment, "src/plan/offender.ts", "export {};\n// late")).toHaveLength(1);
  });

  it("spreads no literal into another", () => {
    expect(offences(rules.packsNothing)).toEqual([]);
    const offender = "const a = { ...{ b, c }, d: [...[1, 2], 3] };";
    expect(planted(rules.packsNothing, "src/plan/offender.ts", offender)).toHaveLength(2);
    const innocent = "const a = { ...b, ...(c && { d }) }; const e = [...f, ...(g ? [1] : [])];";
    expect(planted(rules.packsNothing, "src/plan/innocent.ts", innocent)).toEqual([]);
  });

  it("knows no any", () => {
    expect(offences(rules.knowsNoAny)).toEqual([]);
    expect(planted(rules.knowsNoAny, "src/plan/offender.ts", "const a: Array<any> = []; b as any;")).toHaveLength(2);
    expect(planted(rules.knowsNoAny, "src/plan/innocent.ts", 'const any = "any"; // any')).toEqual([]);
  });
});
