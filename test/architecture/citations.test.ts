/** What comments cite stands in this repository: headings of the design, IDs of requirements and invariants, documents. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { listedGroups } from "../../scripts/requirements.mjs";
import { readSourceFiles } from "./source-file.ts";

const root = join(import.meta.dirname, "../..");
const headings = [...readFileSync(join(root, "docs/design.md"), "utf8").matchAll(/^#+ (.+)$/gm)].map(
  ([, heading = ""]) => heading,
);
const ids = new Set(
  listedGroups(readFileSync(join(root, "docs/requirements.md"), "utf8")).flatMap(({ requirements }) =>
    requirements.map(({ id }) => id),
  ),
);
const files = ["src", "dashboard", "packages"].flatMap((folder) => readSourceFiles(root, folder));

/** The comments of a file, each in one line. */
function commentsOf(source: string): readonly string[] {
  return [...source.matchAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/[^\n]*/g)].map(([comment]) =>
    comment.replaceAll(/\n\s*\*\s/g, " "),
  );
}

/** Headings of the design that a comment cites, such as `design: Scheduling`, and its sections, such as `design §1`. */
function citedHeadings(comment: string): readonly string[] {
  return [...comment.matchAll(/\bdesign(?:: ?|[ ,]+(?=§))([^).;]+)/g)].map(([, heading = ""]) => heading.trim());
}

/** IDs that a comment cites in brackets, such as `(E5, O9a)` and `(E2 to E4)`. */
function citedIds(comment: string): readonly string[] {
  const brackets = [...comment.matchAll(/\(([^()]*)\)/g)].map(([, inside = ""]) => inside);
  return brackets.flatMap((inside) => inside.match(/\b[CEHNOPRTW]\d{1,3}[a-z]?\b/g) ?? []);
}

/** What the comments of a file cite and nobody finds here. */
function missing(path: string, source: string): readonly string[] {
  return commentsOf(source).flatMap((comment) => [
    ...citedHeadings(comment)
      .filter((one) => !headings.includes(one))
      .map((one) => `${path}: design: ${one}`),
    ...citedIds(comment)
      .filter((one) => !ids.has(one))
      .map((one) => `${path}: ${one}`),
    ...(comment.match(/[\w./-]+\.md\b/g) ?? [])
      .filter((one) => !existsSync(join(root, one)))
      .map((one) => `${path}: ${one}`),
  ]);
}

it.each([
  ["/** A call (E5; design: No such\n * heading). */", ["a.ts: design: No such heading"]],
  ["/** A plan (design §1). */", ["a.ts: design: §1"]],
  ["// An end (E8, E16; design: Children).", ["a.ts: E16"]],
  ["/** As `house.md` says, not `docs/design.md`. */", ["a.ts: house.md"]],
  ['const text = "(E99)"; // https://x.test/(E1)', []],
])("a planted citation of %j is found", (source, expected) => {
  expect(missing("a.ts", source)).toEqual(expected);
});

it("comments cite only headings, requirements and documents that are here", () => {
  expect(files.flatMap(({ text }) => commentsOf(text).flatMap(citedHeadings)).length).toBeGreaterThan(5);
  expect(files.flatMap(({ text }) => commentsOf(text).flatMap(citedIds)).length).toBeGreaterThan(100);
  expect(files.flatMap(({ path, text }) => missing(path, text))).toEqual([]);
});
