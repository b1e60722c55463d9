/** The packages as those get them who depend on them: packed, and imported by their subpaths from a folder of their own. */
import { execFileSync, spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { packageManifests, packPackages } from "../../scripts/build/pack.mjs";
import { projectRoot } from "../../scripts/setup.mjs";

const folder = mkdtempSync(join(tmpdir(), "planwright-package-"));

beforeAll(() => {
  for (const [name, archive] of packPackages(["client", "planwright"], folder)) {
    execFileSync("tar", ["xzf", archive], { cwd: folder });
    const place = join(folder, "node_modules", name);
    mkdirSync(dirname(place), { recursive: true });
    renameSync(join(folder, "package"), place);
  }
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function typesIn(path: string): readonly string[] {
  return readdirSync(join(folder, "node_modules", path)).filter((name) => name.endsWith(".d.ts"));
}

function said(script: string): string {
  const options = { cwd: folder };
  return String(execFileSync(process.execPath, ["--input-type=module", "-e", script], options)).trim();
}

it("[N410] every package has the version of the repository and a license, and needs other packages in the exact versions of the lockfile", () => {
  const { version, license } = JSON.parse(readFileSync(join(projectRoot, "package.json"), "utf8"));
  const { packages: locked } = JSON.parse(readFileSync(join(projectRoot, "package-lock.json"), "utf8"));
  const manifests = packageManifests();
  expect([...manifests.keys()]).toContain("planwright");
  const python = readFileSync(join(projectRoot, "clients/python/pyproject.toml"), "utf8");
  expect(/^version = "(.*)"$/m.exec(python)?.[1]).toBe(version);
  for (const manifest of manifests.values()) {
    expect(manifest).toMatchObject({ version, license });
    for (const [name, needed] of Object.entries(manifest.dependencies ?? {})) {
      const own = [...manifests.values()].find((other) => other.name === name);
      expect(`${name}@${needed}`).toBe(`${name}@${own?.version ?? locked[`node_modules/${name}`].version}`);
    }
  }
});

it("[N744] every archive has the README of its package, which begins with its name, and the license", () => {
  for (const [name, archive] of packPackages(undefined, folder)) {
    const inside = (file: string) => String(execFileSync("tar", ["xzOf", archive, `package/${file}`]));
    expect(inside("README.md").split("\n")[0]).toBe(`# ${name}`);
    expect(inside("LICENSE")).toBe(readFileSync(join(projectRoot, "LICENSE"), "utf8"));
  }
});

it("@planwright/client is a package of JavaScript with types and the schema, and imports nothing beside itself", () => {
  expect(typesIn("@planwright/client/dist")).toContain("resumable.d.ts");
  expect(said('import { resumable } from "@planwright/client"; console.log(typeof resumable);')).toBe("function");
  const flatten = `import { flattenAutoToolPayload } from "@planwright/client";
    console.log(flattenAutoToolPayload({ payload: { interaction_type: "auto_tool", tool_args: { a: 1 } } }).a);`;
  expect(said(flatten)).toBe("1");
  expect(said('console.log(import.meta.resolve("@planwright/client/schema.graphql"));')).toMatch(/schema\.graphql$/);
  expect(existsSync(join(folder, "node_modules/@planwright/client/schema.graphql"))).toBe(true);
});

it("[N448] programs in TypeScript are checked against the declarations of @planwright/client, which are correct themselves", () => {
  const program = `import { createClient, type Execution } from "@planwright/client";
    const planwright = createClient({ url: "http://127.0.0.1:8787", token: async () => "t" });
    const run = await planwright.run({ steps: [{ tool: { toolName: "a", arguments: { topic: "Tea" } } }] }, { waitMs: 1 });
    if (run.ok) {
      const execution: Execution = run.value.execution;
      for (const step of execution.steps) if (step.__typename === "ToolStep") step.name.toUpperCase();
    } else if (run.error.kind === "REFUSAL") run.error.errors satisfies readonly { readonly path: readonly string[] }[];
    // @ts-expect-error no step takes this
    await planwright.run({ steps: [{ tool: { arguments: {} } }] });
    // @ts-expect-error no execution is in this state
    await planwright.executions({ status: ["SLEEPING"] });
    for await (const item of planwright.watch("id")) {
      if (item.kind !== "EVENTS") continue;
      for (const event of item.events) if (event.__typename === "StepFinished") event.stepStatus satisfies string;
    }`;
  writeFileSync(join(folder, "program.mts"), program);
  const options = "--noEmit --strict --target es2022 --lib es2022,dom,dom.iterable,dom.asynciterable --types";
  const tsc = join(projectRoot, "node_modules/.bin/tsc");
  for (const resolution of ["--module nodenext", "--module esnext --moduleResolution bundler"]) {
    const args = [...`${options} ${resolution}`.split(" "), "program.mts"];
    const { status, stdout } = spawnSync(tsc, args.toSpliced(args.indexOf("--types") + 1, 0, ""), { cwd: folder });
    expect({ status, said: String(stdout) }).toEqual({ status: 0, said: "" });
  }
});

it("[P27] planwright/artifact-tool is in the package as JavaScript with types, and imports nothing beside itself", () => {
  expect(typesIn("planwright/dist/artifact-tool")).toContain("artifact-tool.d.ts");
  const script = `import { ExecutionMetadata, ToolResponse } from "planwright/artifact-tool";
    const metadata = ExecutionMetadata.withRequest({}).tool("research");
    console.log(new ToolResponse("abc-123", { title: "T" }, metadata).toResult().structuredContent.artifact_id);`;
  expect(said(script)).toBe("abc-123");
});

it("[N460, N464] the command of the package starts in an empty folder, needs no further package, and checks a plan there", () => {
  const command = join(folder, "node_modules/planwright/dist/cli/planwright.js");
  const typed = (...args: readonly string[]) =>
    spawnSync(process.execPath, [command, ...args], { cwd: folder, encoding: "utf8" });
  const { version } = JSON.parse(readFileSync(join(projectRoot, "package.json"), "utf8"));
  expect(typed("--version")).toMatchObject({ status: 0, stdout: `${version}\n` });
  writeFileSync(
    join(folder, "planwright.catalog.json"),
    JSON.stringify({ format: "planwright.catalog/1", callables: [] }),
  );
  writeFileSync(
    join(folder, "plan.json"),
    JSON.stringify({ steps: [{ sleep: { stepId: "nap", seconds: 1 } }, { tool: { toolName: "x" } }] }),
  );
  const checked = typed("check", "plan.json");
  expect(checked.status).toBe(1);
  expect(checked.stdout).toContain('Cannot call "x"');
  expect(typed("ls", "--url", "http://127.0.0.1:9").status).toBe(3);
});
