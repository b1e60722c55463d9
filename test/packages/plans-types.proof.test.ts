/** Plans as those write them who have the archive and a compiler of their own: the last 5.x and that of the repository. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { catalogDeclarations } from "planwright/plans";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { packPackages } from "../../scripts/build/pack.mjs";
import { projectRoot } from "../../scripts/setup.mjs";

const folder = mkdtempSync(join(tmpdir(), "planwright-plans-"));
const typed = join(projectRoot, "test/plans/typed");
const compilers = {
  5: join(folder, "node_modules/typescript/bin/tsc"),
  7: join(projectRoot, "node_modules/typescript/bin/tsc"),
};

beforeAll(() => {
  writeFileSync(
    join(folder, "package.json"),
    JSON.stringify({ name: "app", type: "module", dependencies: { typescript: "5.9.3" } }),
  );
  execFileSync("npm", ["install", "--prefer-offline", "--no-audit", "--no-fund", "--silent"], {
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit"],
  });
  const archive = packPackages(["planwright"]).get("planwright") as string;
  execFileSync("tar", ["xzf", archive], { cwd: folder });
  renameSync(join(folder, "package"), join(folder, "node_modules/planwright"));
}, 120_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What the compiler says of a project of these files, and the seconds that it takes for their types by its own count. */
function compiled(version: 5 | 7, module: "nodenext" | "bundler", files: { readonly [name: string]: string }) {
  const project = join(folder, `${module}-${version}`);
  mkdirSync(project, { recursive: true });
  for (const [file, text] of Object.entries(files)) writeFileSync(join(project, file), text);
  const compilerOptions = {
    ...{
      strict: true,
      noUncheckedIndexedAccess: true,
      exactOptionalPropertyTypes: true,
      skipLibCheck: false,
      noEmit: true,
    },
    ...{ lib: ["ES2022"], target: "ES2022", types: [], allowImportingTsExtensions: true },
    ...{ module: module === "bundler" ? "ESNext" : module, moduleResolution: module },
  };
  writeFileSync(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.ts"] }));
  // The time of the processor: others use the machine meanwhile.
  const command = `TIMEFORMAT=cpu:%U; time "${process.execPath}" "${compilers[version]}" -p "${project}"`;
  const { status, stderr, stdout } = spawnSync("bash", ["-c", command], { cwd: project, encoding: "utf8" });
  const errors = stdout.split("\n").filter((line) => line.includes("error TS"));
  return { status, errors, seconds: Number(/cpu:([\d.]+)/.exec(stderr)?.[1]) };
}

const own = Object.fromEntries(
  ["known-tools.ts", "accepted.ts", "refused.ts"].map((name) => [name, readFileSync(join(typed, name), "utf8")]),
);

/** Declarations of many tools, of which every fifth has a schema that refers to itself, and plans that call all of them. */
function many(count: number): { readonly [name: string]: string } {
  const item = {
    type: "object",
    properties: {
      id: { type: "string" },
      tags: { type: "array", items: { type: "string" } },
      next: { $ref: "#/$defs/item" },
    },
  };
  const tools = Array.from({ length: count }, (_, at) => ({
    name: `tool_${at}`,
    description: `Tool number ${at}`,
    inputSchema: {
      type: "object",
      properties: {
        query: { type: "string" },
        kind: { enum: ["a", "b", "c"] },
        limit: { type: "integer" },
        deep: { type: "object", properties: { a: { type: "array", items: { type: "string" } } } },
      },
      required: ["query"],
    },
    outputSchema: {
      type: "object",
      properties: {
        title: { type: "string" },
        items: {
          type: "array",
          items:
            at % 5 === 0
              ? { $ref: "#/$defs/item" }
              : { oneOf: [item, { type: "object", properties: { error: { type: "string" } } }] },
        },
      },
      required: ["title"],
      $defs: { item },
    },
  }));
  const declarations = catalogDeclarations({ tools, agents: [], workflows: [] });
  const steps = tools.map(({ name }, at) => {
    const from = at === 0 ? '"a"' : `step${at - 1}.items[0].id`;
    return `  const step${at} = tools.${name}({ query: ${from}, deep: { a: ["x", step${Math.max(0, at - 2)}${at < 2 ? ".valueOf() as never" : ".title"}] } });`;
  });
  steps[0] = '  const step0 = tools.tool_0({ query: "a" });';
  steps[1] = "  const step1 = tools.tool_1({ query: step0.items[0].id });";
  const plan = `import { definePlan } from "planwright/plans";\nexport const plan = definePlan(({ tools }) => {\n${steps.join("\n")}\n  // @ts-expect-error there is no such field\n  tools.tool_0({ query: step0.titel });\n  return step${count - 1};\n});\n`;
  return { "planwright.d.ts": declarations, "plan.ts": plan };
}

describe("the types of planwright/plans", () => {
  it.each([
    [5, "nodenext"],
    [7, "bundler"],
  ] as const)(
    "[N432][N434] are right for TypeScript %i as %s resolves them, those of 200 tools within 3 s",
    (version, module) => {
      const { seconds, ...result } = compiled(version, module, { ...own, ...many(200) });
      expect(result).toMatchObject({ status: 0, errors: [] });
      // The whole compilation, twice the time that it takes alone.
      expect(seconds).toBeLessThan(6);
    },
  );
});

describe("the code of planwright/plans", () => {
  it("[N430] imports nothing beside itself and no platform, and is small where it is bundled", async () => {
    const script = `import { definePlan, text } from "planwright/plans";
      const { plan } = definePlan(({ tools, input }) => tools.send({ body: text\`Hello \${input.name}\` }));
      console.log(JSON.stringify(plan));`;
    const said = execFileSync(process.execPath, ["--input-type=module", "-e", script], {
      cwd: folder,
      encoding: "utf8",
    });
    expect(JSON.parse(said)).toEqual({
      steps: [{ tool: { stepId: "send", toolName: "send", arguments: { body: "Hello {{input.name}}" } } }],
    });
    const stdin = { contents: script, resolveDir: folder };
    const { outputFiles } = await build({
      stdin,
      bundle: true,
      minify: true,
      format: "esm",
      platform: "neutral",
      write: false,
    });
    const [bundle] = outputFiles;
    expect(gzipSync(bundle?.contents ?? "").byteLength).toBeLessThan(12_000);
    expect(bundle?.text).not.toMatch(/\bimport\b|\bprocess\b|\bdocument\./);
  });
});
