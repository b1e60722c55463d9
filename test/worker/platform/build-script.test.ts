/** What builds the Worker uses nothing that Node 20 lacks. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const folder = new URL("../../../scripts/", import.meta.url);
const scripts = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
  // Those of the documentation build and start no Worker.
  (file) => file.endsWith(".mjs") && !file.startsWith("docs/"),
);

describe("the scripts", () => {
  it.each(scripts)("[N127] import nothing of node:fs that came after Node 20: %s", (file) => {
    expect(readFileSync(new URL(file, folder), "utf8")).not.toMatch(
      /import \{[^}]*\b(globSync|glob)\b[^}]*\} from "node:fs/,
    );
  });
});
