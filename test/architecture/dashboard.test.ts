/** The rules of the house over the dashboard, each also over a planted offender: it is an app of the public API, in one direction. */
import { readdirSync } from "node:fs";
import { join, posix } from "node:path";
import { describe, expect, it } from "vitest";
import * as rules from "./rules.ts";
import { lineAt, readSourceFiles, sourceFile, walk } from "./source-file.ts";

const root = join(import.meta.dirname, "../..");
const files = readSourceFiles(root, "dashboard");

/** What each folder may import besides itself. Views know nothing of one another, but that a retry or fork is composed as a run is, two runs are read as one is, a conversation is shown as in a run, and a plan is drawn as that of a run. */
const mayImport: ReadonlyMap<string, readonly string[]> = new Map([
  ["api", []],
  ["parts", ["api"]],
  ["shell", ["api", "parts"]],
  ["follow", ["api", "parts", "shell"]],
  ["executions", ["api", "parts", "shell"]],
  ["execution", ["api", "parts", "shell", "follow", "derive"]],
  ["conversations", ["api", "parts", "shell", "execution"]],
  ["compare", ["api", "parts", "shell", "execution"]],
  ["inbox", ["api", "parts", "shell", "follow", "execution"]],
  ["run", ["api", "parts", "shell"]],
  ["derive", ["api", "parts", "shell", "run"]],
  ["registry", ["api", "parts", "shell", "execution"]],
  ["schedules", ["api", "parts", "shell"]],
  ["usage", ["api", "parts", "shell"]],
]);

/** Pure code of the server that decides alike in the page: how JSON is checked, what a step waits for. */
const sharedWithServer =
  /^src\/(?:json\/json|plan\/order\/(?:step-waits|round-ids)|schema\/(?:validator|pattern\/pattern|document\/located-schema))\.ts$/;

const packages =
  /^(?:preact|preact\/hooks|@preact\/signals|graphql-sse|@planwright\/client|@dagrejs\/dagre|@tanstack\/virtual-core|jsonc-parser)$/;

const keepsDirection: rules.Rule = (file) => {
  const [, folder, rest] = file.path.split("/");
  // Files at the top wire.
  if (folder === undefined || rest === undefined) return [];
  const allowed = mayImport.get(folder);
  if (allowed === undefined) return [`${file.path}: the folder ${folder} has no place in the arrow`];
  return file.imports.flatMap(({ line, specifier }) => {
    if (specifier === null) return [`${file.path}:${line}: imports something that is not named by a constant`];
    if (!specifier.startsWith("."))
      return packages.test(specifier) ? [] : [`${file.path}:${line}: imports ${specifier}`];
    const target = posix.join(posix.dirname(file.path), specifier);
    if (sharedWithServer.test(target)) return [];
    const [top, targetFolder = ""] = target.split("/");
    if (top === "dashboard" && (targetFolder === folder || allowed.includes(targetFolder))) return [];
    return [`${file.path}:${line}: ${folder} imports ${target}`];
  });
};

/** Nothing makes markup or code of text: `innerHTML` and its like, `eval`, `document.write`. */
const makesNoMarkup: rules.Rule = (file) => {
  const names = new Set([
    ...["dangerouslySetInnerHTML", "innerHTML", "outerHTML", "insertAdjacentHTML", "srcdoc", "document.write"],
    ...["setHTMLUnsafe", "createContextualFragment", "eval"],
  ]);
  const offences: string[] = [];
  walk(file.program, (node) => {
    const name = node.type === "Identifier" || node.type === "JSXIdentifier" ? String(node.name) : "";
    if (names.has(name)) offences.push(`${file.path}:${lineAt(file.text, node.start)}: uses ${name}`);
    return true;
  });
  return offences;
};

const offences = (rule: rules.Rule) => files.flatMap((file) => rule(file));
const planted = (rule: rules.Rule, path: string, text: string) => rule(sourceFile(path, text));

describe("the dashboard", () => {
  it("is found by these tests, every folder of it", () => {
    const folders = readdirSync(join(root, "dashboard"), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== "style")
      .map(({ name }) => name);
    expect(folders.sort()).toEqual([...mayImport.keys()].sort());
    for (const folder of folders) {
      expect(files.filter(({ path }) => path.startsWith(`dashboard/${folder}/`)).length, folder).toBeGreaterThan(2);
    }
  });

  it("keeps one direction between its folders, and takes of the server nothing but its pure checks", () => {
    expect(offences(keepsDirection)).toEqual([]);
    for (const [path, text] of [
      ["dashboard/parts/offender.tsx", 'import { navigate } from "../shell/location.ts";'],
      ["dashboard/usage/offender.tsx", 'import { Timeline } from "../execution/timeline/timeline.tsx";'],
      ["dashboard/api/offender.ts", 'import { Icon } from "../parts/icon.tsx";'],
      ["dashboard/run/offender.ts", 'import { compile } from "../../src/plan/compile/compile.ts";'],
      ["dashboard/run/offender.ts", 'import { parse } from "graphql";'],
      ["dashboard/newcomer/offender.ts", ""],
    ] as const) {
      expect(planted(keepsDirection, path, text), text).toHaveLength(1);
    }
  });

  it("makes no markup or code of text", () => {
    expect(offences(makesNoMarkup)).toEqual([]);
    for (const text of ["<p dangerouslySetInnerHTML={{ __html: a }} />;", "a.innerHTML = b;", "eval(a);"]) {
      expect(planted(makesNoMarkup, "dashboard/parts/offender.tsx", text), text).toHaveLength(1);
    }
  });

  it("keeps the rules of every source file", () => {
    const all = [
      rules.namesWholeFiles,
      rules.hasTellingName,
      rules.staysShort,
      rules.opensWithComment,
      rules.knowsNoAny,
      rules.packsNothing,
    ];
    expect(all.flatMap(offences)).toEqual([]);
    expect(planted(rules.opensWithComment, "dashboard/parts/offender.tsx", "export {};")).toHaveLength(1);
    expect(planted(rules.hasTellingName, "dashboard/parts/helpers.tsx", "")).toHaveLength(1);
  });
});
