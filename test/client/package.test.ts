/** The package as those get it who depend on it: packed, and imported by its subpaths from a folder of their own. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "planwright-package-"));

beforeAll(() => {
  execFileSync("npm", ["pack", "--silent", "--pack-destination", folder], { stdio: ["ignore", "ignore", "inherit"] });
  const [archive = ""] = readdirSync(folder);
  execFileSync("tar", ["xzf", archive], { cwd: folder });
  mkdirSync(join(folder, "node_modules"));
  renameSync(join(folder, "package"), join(folder, "node_modules/planwright"));
}, 60_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function typesIn(path: string): readonly string[] {
  return readdirSync(join(folder, "node_modules/planwright", path)).filter((name) => name.endsWith(".d.ts"));
}

function said(script: string): string {
  const options = { cwd: folder };
  return String(execFileSync(process.execPath, ["--input-type=module", "-e", script], options)).trim();
}

it("planwright/client is in the package as JavaScript with types, and imports nothing beside itself", () => {
  expect(typesIn("client/dist")).toContain("resumable.d.ts");
  expect(said('import { resumable } from "planwright/client"; console.log(typeof resumable);')).toBe("function");
  const flatten = `import { flattenAutoToolPayload } from "planwright/client";
    console.log(flattenAutoToolPayload({ payload: { interaction_type: "auto_tool", tool_args: { a: 1 } } }).a);`;
  expect(said(flatten)).toBe("1");
});

it("[P27] planwright/artifact-tool is in the package as JavaScript with types, and imports nothing beside itself", () => {
  expect(typesIn("artifact-tool/dist")).toContain("artifact-tool.d.ts");
  const script = `import { ExecutionMetadata, ToolResponse } from "planwright/artifact-tool";
    const metadata = ExecutionMetadata.withRequest({}).tool("research");
    console.log(new ToolResponse("abc-123", { title: "T" }, metadata).toResult().structuredContent.artifact_id);`;
  expect(said(script)).toBe("abc-123");
});
