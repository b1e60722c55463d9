/**
 * Writes `dist/requirements.md`: every requirement of `docs/requirements.md` with the tests that cite it in
 * titles such as `it("[P12, E3] …")`. It fails when a test cites an unknown ID, when no test cites an ID of the list, or when the list
 * has an ID twice.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseAst } from "vitest/node";
import { projectRoot } from "./setup.mjs";

const listFile = join(projectRoot, "docs/requirements.md");
const documentFile = join(projectRoot, "dist/requirements.md");
const testFolder = join(projectRoot, "test");

/** Groups of the list: `{ title, requirements: [{ id, statement }] }`. */
export function listedGroups(text) {
  const groups = [];
  for (const line of text.split("\n")) {
    const title = /^## (.+)$/.exec(line)?.[1];
    const [, id, statement] = /^- ([A-Z]\d+[a-z]?) (.+)$/.exec(line) ?? [];
    if (title) groups.push({ title, requirements: [] });
    if (id) groups.at(-1).requirements.push({ id, statement });
  }
  return groups;
}

/** Titles of the tests in a file, with the line that each stands in: of `it(…)`, `test(…)` and `it.each(…)(…)`, not of skipped ones. */
export function testTitles(text) {
  const titles = [];
  const visit = (node) => {
    const names = node.type === "CallExpression" ? calleeNames(node.callee) : [];
    const isTest = ["it", "test"].includes(names[0]) && !names.some((name) => ["skip", "todo"].includes(name));
    const title = isTest ? constantText(node.arguments[0]) : null;
    if (title !== null) titles.push({ title, line: text.slice(0, node.start).split("\n").length });
    for (const child of Object.values(node).flat()) if (typeof child?.type === "string") visit(child);
  };
  visit(parseAst(text, { lang: "ts" }));
  return titles;
}

/** `it.each(table)` gives `it`, `each`. */
function calleeNames(node) {
  if (node.type === "Identifier") return [node.name];
  if (node.type === "MemberExpression") return [...calleeNames(node.object), node.property.name];
  return node.type === "CallExpression" ? calleeNames(node.callee) : [];
}

function constantText(node) {
  if (node?.type === "TemplateLiteral") return node.quasis.map((part) => part.value.cooked).join("…");
  return typeof node?.value === "string" ? node.value : null;
}

/** A text that begins as a list of IDs is a citation to its end, so that `[T1–T4]` is reported as an unknown ID and not ignored. */
const citation = /\[([POHTWCREN]\d+[a-z]?(?:[\s,;–-][^\]]*)?)\]/g;

/** The IDs in the brackets of a title: `[P12, E3] …` and `… [R5]` alike. Other brackets are no citations. */
export function citedIds(title) {
  return [...title.matchAll(citation)].flatMap(([, inside]) => inside.split(/\s*,\s*/));
}

/** Every citation: `{ id, title, file, line }`. */
function readCitations() {
  return readdirSync(testFolder, { recursive: true, encoding: "utf8" })
    .map((name) => `test/${name.replaceAll("\\", "/")}`)
    .filter((file) => file.endsWith(".test.ts"))
    .sort()
    .flatMap((file) =>
      testTitles(readFileSync(join(projectRoot, file), "utf8")).flatMap(({ title, line }) =>
        citedIds(title).map((id) => ({ id, title, file, line })),
      ),
    );
}

function render(groups, citations) {
  const count = groups.flatMap(({ requirements }) => requirements).length;
  const head = [
    "# Requirements and the tests that show them",
    "",
    "Made by `scripts/requirements.mjs` from docs/requirements.md and the titles of the tests; do not edit.",
    `There are ${count}; \`npm test\` fails if no test cites one of them.`,
  ];
  const body = groups.flatMap(({ title, requirements }) => [
    "",
    `## ${title}`,
    "",
    ...requirements.flatMap(({ id, statement }) => [`- **${id}** ${statement}`, ...evidence(id, citations)]),
  ]);
  return `${[...head, ...body].join("\n")}\n`;
}

function evidence(id, citations) {
  const tests = citations.filter((citation) => citation.id === id);
  if (tests.length === 0) return ["  - no test cites it"];
  return tests.map(
    ({ file, title }) => `  - \`${file}\`: ${title.replaceAll(citation, "").replaceAll(/\s+/g, " ").trim()}`,
  );
}

/** What is wrong between the list and the citations: IDs that are unknown, that no test cites, or that stand twice in the list. */
export function citationProblems(groups, citations) {
  const listed = groups.flatMap(({ requirements }) => requirements.map(({ id }) => id));
  const cited = new Set(citations.map(({ id }) => id));
  const unknown = citations.filter(({ id }) => !listed.includes(id));
  return [
    ...unknown.map(({ id, file, line }) => `${file}:${line} cites ${id}, which is no requirement`),
    ...listed
      .filter((id) => !cited.has(id))
      .map((id) => `no test cites ${id}: write one whose title begins with [${id}]`),
    ...listed.filter((id, place) => listed.indexOf(id) < place).map((id) => `${id} stands twice in the list`),
  ];
}

/** Returns the problems found; empty if all is well. */
function main() {
  const groups = listedGroups(readFileSync(listFile, "utf8"));
  const citations = readCitations();
  const problems = citationProblems(groups, citations);
  mkdirSync(dirname(documentFile), { recursive: true });
  writeFileSync(documentFile, render(groups, citations));
  return problems;
}

if (process.argv[1] === import.meta.filename) {
  const problems = main();
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
