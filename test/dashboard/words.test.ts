/** The words of the dashboard: those that were replaced by plainer ones do not come back. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

/** Each as the whole of a text, and what stands in its place. */
const replaced: Readonly<Record<string, string>> = {
  "Do not": "Cancel",
  "Read again": "Refresh",
  "Ran elsewhere": "Child run",
  "As they were": "Reset",
  "Handed over to the letter": "Sent as is",
  "called again": "will run",
  "taken over": "reused",
  Asked: "Request",
  "Waiting or not": "Any wait",
};

const isWhole = (words: string) => new RegExp(`[>"\`}]\\s*${words}\\s*[<"\`{]`);

it("[N753] of the dashboard are the plain ones of its field, and none that were replaced by them", () => {
  const folder = join(process.cwd(), "dashboard");
  const sources = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes(".generated."))
    .map((name) => [name, readFileSync(join(folder, name), "utf8")] as const);
  expect(sources.length).toBeGreaterThan(200);
  const found = sources.flatMap(([name, text]) =>
    Object.entries(replaced)
      .filter(([words]) => isWhole(words).test(text))
      .map(([words, plain]) => `${name} says "${words}" for "${plain}"`),
  );
  expect(found).toEqual([]);
  expect(isWhole("Do not").test('<button type="button">\n  Do not\n</button>')).toBe(true);
});
