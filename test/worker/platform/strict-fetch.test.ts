/** Addresses that callers choose are reached the public way alone, in every configuration of the Worker. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const root = new URL("../../../", import.meta.url);
const files = execFileSync(
  "git",
  ["grep", "-lE", "compatibility_date(:| =)", "--", "*.toml", "*.ts", "*.mjs", "*.jsonc"],
  {
    cwd: root,
    encoding: "utf8",
  },
)
  .split("\n")
  .filter((file) => file !== "" && !file.includes("strict-fetch"));

describe("every configuration of the Worker", () => {
  it("is found", () => expect(files).toContain("wrangler.toml"));

  it.each(files)("[N123] has requests to the own zone go the public way: %s", (file) => {
    const text = readFileSync(new URL(file, root), "utf8");
    const dates = text.match(/compatibility_date(?::| =)/g) ?? [];
    const flags = text.match(/compatibility_flags(?::| =) \["global_fetch_strictly_public"[\],]/g) ?? [];
    expect(flags).toHaveLength(dates.length);
  });
});
