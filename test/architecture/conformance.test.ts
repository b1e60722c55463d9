/** `docs/conformance.md` leaves out no MUST of A2A, and every title that it names is that of a test. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { testTitles } from "../../scripts/requirements.mjs";

const root = join(import.meta.dirname, "../..");

/** Every MUST of the specification of A2A 1.0 (a2aproject/A2A, 16ba5269), numbered within its section. */
const musts = JSON.parse(readFileSync(join(import.meta.dirname, "a2a-musts.json"), "utf8")) as readonly {
  readonly id: string;
  readonly quote: string;
}[];

interface Row {
  /** The heading of the protocol above it. */
  readonly protocol: string;
  readonly ids: readonly string[];
  readonly shownBy: string;
}

function rowsOf(markdown: string): readonly Row[] {
  const rows: Row[] = [];
  let protocol = "";
  // Figures of suites of others, written by the command that ran them.
  const written = markdown.replace(/<!-- proof -->.*<!-- \/proof -->/s, "");
  for (const line of written.split("\n")) {
    protocol = /^## (.+)$/.exec(line)?.[1] ?? protocol;
    const cells = /^\| (.*) \|$/.exec(line)?.[1]?.split(" | ");
    if (cells === undefined || cells[0] === "---" || cells[1] === "MUST") continue;
    const [ids = "", , ...shownBy] = cells;
    rows.push({ protocol, ids: ids.split(", "), shownBy: shownBy.join(" | ") });
  }
  return rows;
}

/** Each title that a cell names, with its file. */
function namedTitles(cell: string): readonly { readonly file: string; readonly title: string }[] {
  return [...cell.matchAll(/`(test\/[^`]+\.test\.ts)`: ("[^"]*"(?:, "[^"]*")*)/g)].flatMap(
    ([, file = "", titles = ""]) => [...titles.matchAll(/"([^"]*)"/g)].map(([, title = ""]) => ({ file, title })),
  );
}

const titlesByFile = new Map<string, ReadonlySet<string>>();

function titlesIn(file: string): ReadonlySet<string> {
  const known = titlesByFile.get(file);
  if (known !== undefined) return known;
  const path = join(root, file);
  const titles = existsSync(path) ? testTitles(readFileSync(path, "utf8")).map(({ title }) => title) : [];
  const found = new Set(titles);
  titlesByFile.set(file, found);
  return found;
}

const document = rowsOf(readFileSync(join(root, "docs/conformance.md"), "utf8"));

it("reads rows, their ids, and the titles that they name", () => {
  const [row] = rowsOf(
    '## A2A\n\n| id | MUST | Shown by |\n| --- | --- | --- |\n| 1/1, 1/2 | Do | `test/a.test.ts`: "one", "two"; because |',
  );
  expect(row).toMatchObject({ protocol: "A2A", ids: ["1/1", "1/2"] });
  expect(namedTitles(row?.shownBy ?? "")).toEqual([
    { file: "test/a.test.ts", title: "one" },
    { file: "test/a.test.ts", title: "two" },
  ]);
  expect(new Set(document.map(({ protocol }) => protocol))).toEqual(new Set(["MCP", "A2A"]));
  expect(document.flatMap(({ shownBy }) => namedTitles(shownBy)).length).toBeGreaterThan(50);
});

it("the document has a row for every MUST of A2A, each once", () => {
  const listed = document.filter(({ protocol }) => protocol === "A2A").flatMap(({ ids }) => ids);
  expect(listed.toSorted()).toEqual(musts.map(({ id }) => id).toSorted());
  expect(musts.every(({ quote }) => /\bMUST\b/.test(quote))).toBe(true);
});

it("each row says what shows it, or why it does not apply", () => {
  expect(document.filter(({ shownBy }) => shownBy.trim().length < 10)).toEqual([]);
});

it("every title that the document names is that of a test in that file", () => {
  const named = document.flatMap(({ shownBy }) => namedTitles(shownBy));
  expect(named.filter(({ file, title }) => !titlesIn(file).has(title))).toEqual([]);
});
