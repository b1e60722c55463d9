/**
 * Every `@example` of `src` is a block of TypeScript and is run. A line such as `valueAt([7], [0]); // 7` names the value of its
 * expression. An example sees the exports of its file and imports everything else that it needs.
 */
import { stripTypeScriptTypes } from "node:module";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { readSourceFiles } from "./source-file.ts";

const root = join(import.meta.dirname, "../..");

/** As `Function`, for code that awaits. */
const AsyncFunction = (async () => undefined).constructor as new (
  ...parts: readonly string[]
) => (...values: readonly unknown[]) => Promise<void>;

interface Example {
  readonly path: string;
  readonly code: string;
}

/** The examples in the comments of a file, as code. */
function examplesIn({ path, text }: { readonly path: string; readonly text: string }): readonly Example[] {
  const found = text.matchAll(/^ \* @example\n \* ```ts\n([\s\S]*?)^ \* ```$/gm);
  return [...found].map(([, lines = ""]) => ({ path, code: lines.replaceAll(/^ \* ?/gm, "") }));
}

/** The lines of an example whose value is another than the one in their comment, each with its value. */
async function wrongLines({ path, code }: Example): Promise<readonly string[]> {
  const names = new Map<string, unknown>(Object.entries(await import(join(root, path))));
  const importLine = /^import \{ ([^}]+) \} from "([^"]+)";$/gm;
  for (const [, imported = "", specifier = ""] of code.matchAll(importLine)) {
    const exports: Record<string, unknown> = await import(join(root, dirname(path), specifier));
    for (const name of imported.split(", ")) if (!name.startsWith("type ")) names.set(name, exports[name]);
  }
  const results: (readonly [string, unknown, unknown])[] = [];
  names.set("result", (line: string, value: unknown, named: unknown) => results.push([line, value, named]));
  const body = code
    .replaceAll(importLine, "")
    .replaceAll(
      /^(.*); \/\/ (.*)$/gm,
      (line, value, named) => `result(${JSON.stringify(line)}, (${value}), (${named}));`,
    );
  await new AsyncFunction(...names.keys(), stripTypeScriptTypes(body))(...names.values());
  if (results.length === 0) return [`${path}: an example without a result`];
  return results.flatMap(([line, value, named]) => {
    try {
      expect(value).toStrictEqual(named);
      return [];
    } catch {
      return [`${path}: ${line} gives ${JSON.stringify(value)}`];
    }
  });
}

describe("examples", () => {
  it("in comments of src have the results that they name", async () => {
    const files = readSourceFiles(root, "src");
    const examples = files.flatMap(examplesIn);
    expect(examples.length).toBeGreaterThan(90);
    expect(files.flatMap(({ text }) => text.match(/@example/g) ?? [])).toHaveLength(examples.length);
    const wrong = await Promise.all(examples.map(wrongLines));
    expect(wrong.flat()).toEqual([]);
  });

  it("with another result, or with none, are found", async () => {
    const planted = (code: string) => wrongLines({ path: "src/json/value-path.ts", code });
    expect(await planted("valueAt([7], [0]); // 7")).toEqual([]);
    expect(await planted("valueAt([7], [0]); // 8")).toEqual([
      "src/json/value-path.ts: valueAt([7], [0]); // 8 gives 7",
    ]);
    expect(await planted("valueAt([7], [0]);")).toEqual(["src/json/value-path.ts: an example without a result"]);
    const text = "/**\n * A value.\n *\n * @example\n * ```ts\n * const a = 1;\n * a; // 1\n * ```\n */\n";
    expect(examplesIn({ path: "src/json/a.ts", text })).toEqual([
      { path: "src/json/a.ts", code: "const a = 1;\na; // 1\n" },
    ]);
  });
});
