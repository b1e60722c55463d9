/** The types that are generated from the schema, and what the compiler finds by them. `npm test` generates and compiles all of it anyway. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { generateSchema, schemaModules } from "../../scripts/generate/schema.mjs";
import { schemaText } from "../support/graph/ask.ts";

describe("schema.graphql", () => {
  it("generates exactly the resolver types that are checked in", async () => {
    const changed = await schemaModules(schemaText.replace('name: String!\n  "Upper', 'name: Int!\n  "Upper'));
    const modules = await schemaModules(schemaText);
    expect(Object.keys(modules)).toEqual(["schema.generated.ts", "resolvers.generated.ts"]);
    for (const name of Object.keys(modules)) expect(changed[name], name).not.toBe(modules[name]);
    expect(await generateSchema({ check: true })).toEqual([]);
  });

  it("leaves no field without resolver or property, which the compiler checks", () => {
    const root = fileURLToPath(new URL("../../", import.meta.url));
    const folder = mkdtempSync(join(tmpdir(), "planwright-types-"));
    /** The complaints of the compiler. */
    const compile = (...files: readonly string[]): readonly string[] => {
      const types = ["@cloudflare/workers-types", "node"];
      const options = {
        noEmit: true,
        types,
        typeRoots: [join(root, "node_modules"), join(root, "node_modules/@types")],
      };
      const project = { extends: join(root, "tsconfig.json"), compilerOptions: options, files, include: [] };
      writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(project));
      try {
        execFileSync(
          process.execPath,
          [join(root, "node_modules/typescript/bin/tsc"), "-p", folder, "--checkers", "1"],
          {
            encoding: "utf8",
          },
        );
        return [];
      } catch (error) {
        // Lines that go on from the one above begin with a space.
        return String((error as { stdout?: unknown }).stdout)
          .trim()
          .split(/\n(?=\S)/);
      }
    };
    try {
      const checkFile = join(root, "src/graph/unanswered-fields.ts");
      const broken = join(folder, "broken.ts");
      writeFileSync(
        broken,
        `import type { resolvers } from ${JSON.stringify(join(root, "src/graph/resolvers.ts"))};
        import type { Complete, UnansweredFields } from ${JSON.stringify(checkFile)};
        export type Broken = Complete<UnansweredFields<Omit<typeof resolvers, "Payload">>>;`,
      );
      // Compiled together, since each time takes seconds: the file that lacks fields is complained of, and it alone.
      expect(compile(checkFile, broken)).toEqual([expect.stringMatching(/^\S*broken\.ts[\s\S]*Payload\.byteSize/)]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
