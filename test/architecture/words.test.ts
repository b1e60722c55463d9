/**
 * One word per concept: words that earlier versions used for a concept that has a standard term now name nothing in `src`, neither a file
 * nor an identifier. What is stored or released under an old word stays and is listed here.
 */
import { describe, expect, it } from "vitest";
import { readSourceFiles, type SourceFile, type SyntaxNode, sourceFile, walk } from "./source-file.ts";

/** Retired words of identifiers and file names, with the term that took their place. */
const retired: ReadonlyMap<string, string> = new Map([
  ["door", "client or port"],
  ["doors", "clients or ports"],
  ["told", "delivered, reported or shown"],
  ["tell", "notify, report or show"],
  ["tells", "notify, report or show"],
  ["owed", "pending"],
  ["owes", "pending"],
  ["outstanding", "next effects"],
  ["afterlife", "retention"],
  ["bury", "delete"],
  ["began", "initial events"],
  ["blueprint", "run definition"],
  ["blueprints", "run definitions"],
  ["relocated", "with the original path"],
  ["lowered", "bound"],
]);

/** Retired words of file names alone: as a part of an identifier they may mean something else. */
const retiredInPaths: ReadonlyMap<string, string> = new Map([
  ["look", "poll"],
  ["looks", "poll"],
  ["words", "fields or text"],
  ["lower", "bind"],
  ["machine", "orchestration state"],
  ["person", "human input"],
  ["people", "human input"],
  ["question", "human input or inbox"],
  ["questions", "human input or inbox"],
  ["asked", "requested"],
  ["reading", "parsed or result"],
  ["held", "in flight"],
]);

/** Whole identifiers that had several meanings, or that an old word hides in. */
const retiredNames: ReadonlyMap<string, string> = new Map([
  ["frameOf", "eventPreview, parseFrame or valueFrameOf"],
  ["inHand", "inFlight"],
  ["agentWords", "agentFields"],
  ["askPerson", "humanInputCallable"],
  ["ExecutionWork", "ExecutionInput"],
  ["MachineState", "OrchestrationState"],
  ["MonthlyCaps", "MonthlyBudget"],
  ["QuestionState", "HumanInputState"],
  ["settled", "onChange"],
]);

/** Retired words that have no other meaning in prose. Comments do without them too. */
const retiredInComments = new Set(["told", "door", "doors", "afterlife", "outstanding"]);

/** Stored or of another field: `file: word`. */
const allowed: ReadonlySet<string> = new Set([
  // Column of the tables `push` and `webhook`.
  "src/durable/deliveries/push-table.ts: told",
  "src/durable/deliveries/webhook-table.ts: told",
  // Key of the pinned definitions in journals.
  "src/catalog/snapshot/pinned-definitions.ts: blueprints",
  "src/execution/budget/child-bounds.ts: blueprints",
  "src/plan/callable.ts: blueprints",
  "src/plan/run-definitions.ts: blueprints",
  // The automaton of a regular expression.
  "src/schema/pattern/pattern-machine.ts: machine",
]);

function wordsOf(name: string): readonly string[] {
  const parts = name.split(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[-_.#]/);
  return parts.filter((part) => part !== "").map((part) => part.toLowerCase());
}

function namesIn(file: SourceFile): ReadonlySet<string> {
  const names = new Set<string>();
  walk(file.program, (node: SyntaxNode) => {
    const { name, type } = node;
    if (/Identifier$/.test(type) && typeof name === "string") names.add(name);
    return true;
  });
  return names;
}

/** The retired words of a file as `file: word (standard term)`. */
function retiredIn(file: SourceFile): readonly string[] {
  if (file.generated) return [];
  const found = new Map<string, string>();
  const note = (word: string, terms: ReadonlyMap<string, string>) => {
    const term = terms.get(word);
    if (term !== undefined && !allowed.has(`${file.path}: ${word}`)) found.set(word, term);
  };
  const base = file.path.slice(file.path.lastIndexOf("/") + 1).replace(/(\.d)?\.tsx?$/, "");
  const folders = file.path.split("/").slice(1, -1).join("-");
  for (const word of wordsOf(`${folders}-${base}`)) {
    note(word, retired);
    note(word, retiredInPaths);
  }
  for (const name of namesIn(file)) {
    note(name, retiredNames);
    for (const word of wordsOf(name)) note(word, retired);
    if (/[a-z]Reading$/.test(name) && /^[A-Z]/.test(name)) found.set(name, "a name with Parsed or Result");
  }
  return [...found].map(([word, term]) => `${file.path}: ${word} (${term})`);
}

/** The retired words in the comments of a file as `file: word`. */
function retiredInCommentsOf(file: SourceFile): readonly string[] {
  if (file.generated) return [];
  const comments = file.text.match(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*/g) ?? [];
  const words =
    comments
      .join(" ")
      .toLowerCase()
      .match(/[a-z]+/g) ?? [];
  const found = new Set(words.filter((word) => retiredInComments.has(word)));
  return [...found].map((word) => `${file.path}: ${word}`).filter((entry) => !allowed.has(entry));
}

const src = readSourceFiles(process.cwd(), "src");

describe("words", () => {
  it("that were retired name no file and no identifier of src", () => {
    expect(src.flatMap(retiredIn)).toEqual([]);
  });

  it.each(["src", "dashboard", "examples"])("that were retired are in no comment of %s", (folder) => {
    expect(readSourceFiles(process.cwd(), folder).flatMap(retiredInCommentsOf)).toEqual([]);
  });

  it("that were retired are found in the comments of a planted offender", () => {
    const offender = 'const url = "https://doors.example"; // Nobody is told.\n/** What is outstanding. */';
    expect(retiredInCommentsOf(sourceFile("src/plan/offender.ts", offender))).toEqual([
      "src/plan/offender.ts: told",
      "src/plan/offender.ts: outstanding",
    ]);
  });

  it.each([
    ["src/worker/clients/execution-door.ts", "export {};", "door"],
    ["src/plan/ask/asked-answer.ts", "export {};", "asked"],
    ["src/execution/people/approval.ts", "export {};", "people"],
    ["src/durable/runner/a.ts", "export function tellDue(): void {}", "tell"],
    ["src/durable/runner/a.ts", "export interface Row { readonly told: string }", "told"],
    ["src/durable/runner/a.ts", "const { blueprint } = run;", "blueprint"],
    ["src/durable/runner/a.ts", "class A { #owed = 0; }", "owed"],
    ["src/worker/watch/a.ts", "const frame = frameOf(text);", "frameOf"],
    ["src/execution/fold/a.ts", "export type MachineState = string;", "MachineState"],
    ["src/plan/a.ts", "export type DraftReading = string;", "DraftReading"],
  ])("are found in a planted offender: %s, %s", (path, text, word) => {
    expect(retiredIn(sourceFile(path, text)).map((line) => line.replace(/ \(.*/, ""))).toEqual([`${path}: ${word}`]);
  });

  it("are allowed in no file that does not use them any more", () => {
    const unused = [...allowed].filter((entry) => {
      const [path = "", word = ""] = entry.split(": ");
      const file = src.find((one) => one.path === path);
      return (
        file === undefined ||
        ![path, ...namesIn(file)].some((name) => wordsOf(name).includes(word) || name.includes(`-${word}.`))
      );
    });
    expect(unused).toEqual([]);
  });
});
