/** Generated modules are made, not committed: a clone has none, and a stale one is made again. */
import { execFileSync } from "node:child_process";
import { appendFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ensureGenerated } from "../../scripts/generate/ensure-generated.mjs";

const root = join(import.meta.dirname, "../..");

it("no generated module is committed", () => {
  const committed = execFileSync("git", ["ls-files"], { cwd: root, encoding: "utf8" }).split("\n");
  expect(committed.length).toBeGreaterThan(1000);
  expect(committed.filter((file) => /\.generated\./.test(file))).toEqual([]);
});

it("a generated module that is missing or was edited is written again, and one that is current is not", async () => {
  const file = "dashboard/shell/viewer.generated.ts";
  const path = join(root, file);
  const text = readFileSync(path, "utf8");
  try {
    appendFileSync(path, "// edited\n");
    expect(await ensureGenerated()).toEqual([file]);
    rmSync(path);
    expect(await ensureGenerated()).toEqual([file]);
    expect(await ensureGenerated()).toEqual([]);
    expect(readFileSync(path, "utf8")).toBe(text);
  } finally {
    writeFileSync(path, text);
  }
});
