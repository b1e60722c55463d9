/** Generated modules are made, not committed: a clone has none, and a stale one is made again. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { stampOf } from "../../scripts/generate/ensure-generated.mjs";

const root = join(import.meta.dirname, "../..");

it("no generated module is committed", () => {
  const committed = execFileSync("git", ["ls-files"], { cwd: root, encoding: "utf8" }).split("\n");
  expect(committed.length).toBeGreaterThan(1000);
  expect(committed.filter((file) => /\.generated\./.test(file))).toEqual([]);
});

describe("the stamp by which a command knows that its generated modules are current", () => {
  const folder = mkdtempSync(join(tmpdir(), "planwright-generated-"));
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  };
  const fresh = () => {
    rmSync(folder, { recursive: true });
    write("schema.graphql", "type Query { a: Int }");
    write("dashboard/run/run.graphql", "{ a }");
    write("dashboard/run/run.generated.ts", "export {};");
    return stampOf(folder);
  };
  afterAll(() => rmSync(folder, { recursive: true }));

  it("is the same while nothing changes, and for files that decide nothing", () => {
    const before = fresh();
    write("dashboard/run/run.ts", "");
    expect(stampOf(folder)).toBe(before);
  });

  it.each([
    ["an input is edited", () => write("schema.graphql", "type Query { b: Int }")],
    ["an operation is added", () => write("dashboard/run/other.graphql", "{ a }")],
    ["a generated module is edited", () => write("dashboard/run/run.generated.ts", "export { };")],
    ["a generated module is missing", () => rmSync(join(folder, "dashboard/run/run.generated.ts"))],
  ])("differs when %s", (_, change) => {
    const before = fresh();
    change();
    expect(stampOf(folder)).not.toBe(before);
  });
});
