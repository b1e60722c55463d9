/**
 * The rules of the house that a machine can keep. Each takes one source file and names its offences, so that the same function
 * is run over the project and over a planted offender.
 */
import { posix } from "node:path";
import { childrenOf, isSyntaxNode, lineAt, type SourceFile, type SyntaxNode, walk } from "./source-file.ts";

export type Rule = (file: SourceFile) => readonly string[];

/** The arrow: what each folder of `src` may import besides itself. `worker` wires everything and is imported by nobody. */
export const mayImport: ReadonlyMap<string, readonly string[]> = new Map([
  ["json", []],
  ["audit", ["json"]],
  ["access", []],
  ["schema", ["json"]],
  ["plan", ["json", "access", "schema"]],
  ["execution", ["json", "access", "schema", "plan"]],
  ["catalog", ["json", "access", "schema", "plan", "execution"]],
  ["schedule", ["json", "access"]],
  ["tools", ["json", "schema", "plan", "execution", "catalog"]],
  ["model", ["json", "schema", "plan", "execution", "catalog"]],
  ["durable", ["json", "access", "audit", "schema", "plan", "execution", "catalog", "schedule", "tools", "model"]],
  ["graph", ["json", "access", "audit", "schema", "plan", "execution", "catalog", "schedule"]],
  ["a2a-server", ["json", "access", "schema", "plan", "execution", "catalog"]],
  ["mcp-server", ["json", "access", "schema", "plan", "execution", "catalog"]],
  [
    "worker",
    [
      ...["json", "access", "audit", "schema", "plan", "execution", "catalog", "schedule", "tools", "model", "durable"],
      ...["graph", "a2a-server", "mcp-server"],
    ],
  ],
]);

/** Folders that decide and do nothing: no platform, no clock, no chance, no network. */
const pureFolders = ["json", "access", "audit", "schema", "plan", "execution", "catalog", "schedule"];
/** Packages that the pure folders below `catalog` may import. */
const purePackages = ["zod", "@noble/hashes", "fastest-levenshtein", "croner"];
const librariesOfModels = ["ai", "@ai-sdk", "workers-ai-provider"];
const modelAdapter = "src/model/adapter/adapter.ts";
const filesOutsideSrc = [
  ...["schema.graphql", "package.json"],
  ...["packages/planwright/artifact-tool/structured-result.ts", "packages/client/src/auto-tool-frames.ts"],
];
const longestFileInLines = 500;
const emptyNames = ["utils", "util", "helpers", "helper", "types", "common", "misc", "shared", "index"];

/** What reaches the platform, the clock or chance without being passed in. */
const platformGlobals = new Set([
  ...["fetch", "crypto", "performance", "process", "console", "navigator", "caches", "globalThis", "self"],
  ...["setTimeout", "setInterval", "setImmediate", "queueMicrotask", "scheduler", "WebSocket", "EventSource"],
]);
const platformMembers = new Set(["Date.now", "Math.random"]);

/** The folder below `src` that a path lies in. Null outside of `src` and directly in it. */
export function folderOf(path: string): string | null {
  return /^src\/([^/]+)\//.exec(path)?.[1] ?? null;
}

/** `json ← schema ← plan ← execution ← catalog ← tools, model ← durable`; `catalog ← graph, a2a-server, mcp-server`; `worker` wires. */
export const followsTheArrow: Rule = (file) => {
  const folder = folderOf(file.path);
  if (folder === null) return file.path.endsWith(".d.ts") ? [] : [`${file.path}: lies in no folder of src`];
  const allowed = mayImport.get(folder);
  if (allowed === undefined) return [`${file.path}: the folder ${folder} has no place in the arrow`];
  return file.imports.flatMap(({ specifier, line }) => {
    if (specifier === null) return [`${file.path}:${line}: imports something that is not named by a constant`];
    if (!specifier.startsWith(".")) return [];
    const target = posix.join(posix.dirname(file.path), specifier);
    const targetFolder = folderOf(target);
    if (targetFolder === folder) return [];
    if (targetFolder === null) {
      return filesOutsideSrc.includes(target) ? [] : [`${file.path}:${line}: imports ${target}`];
    }
    return allowed.includes(targetFolder)
      ? []
      : [`${file.path}:${line}: ${folder} imports ${targetFolder} (${target})`];
  });
};

/** Relative imports name the file that they mean. */
export const namesWholeFiles: Rule = (file) =>
  file.imports
    .filter(
      ({ specifier }) => specifier?.startsWith(".") && !/\.(tsx?|css|json|graphql|generated\.js)$/.test(specifier),
    )
    .map(({ specifier, line }) => `${file.path}:${line}: imports ${specifier} without naming a file`);

/** The pure folders import no platform; those below `catalog` import a few pure packages only. */
export const importsNoPlatform: Rule = (file) => {
  const folder = folderOf(file.path);
  if (folder === null || !pureFolders.includes(folder)) return [];
  return file.imports.flatMap(({ specifier, line }) => {
    if (specifier === null || specifier.startsWith(".")) return [];
    const platform = /^(cloudflare|node|workerd):/.test(specifier);
    const foreign = folder !== "catalog" && !purePackages.some((name) => `${specifier}/`.startsWith(`${name}/`));
    return platform || foreign ? [`${file.path}:${line}: ${folder} imports ${specifier}`] : [];
  });
};

/** The pure folders use no clock, no chance, no network and no timers. */
export const usesNoPlatform: Rule = (file) => {
  const folder = folderOf(file.path);
  if (folder === null || !pureFolders.includes(folder)) return [];
  const offences: string[] = [];
  const offend = (node: SyntaxNode, what: string) =>
    offences.push(`${file.path}:${lineAt(file.text, node.start)}: ${folder} uses ${what}`);
  const visit = (node: SyntaxNode): void => {
    if (node.type === "Identifier" && platformGlobals.has(String(node.name))) offend(node, String(node.name));
    if (node.type === "MemberExpression" && platformMembers.has(memberName(node))) offend(node, memberName(node));
    if (readsClock(node)) offend(node, "the current date");
    for (const child of valuesOf(node)) visit(child);
  };
  visit(file.program);
  return offences;
};

/** Libraries of language models are evaluated when the first model is called, so that a request without one pays nothing. */
export const loadsModelsLazily: Rule = (file) =>
  file.imports.flatMap(({ specifier, line, isStatic }) => {
    if (specifier === null || !isStatic) return [];
    const isLibrary = librariesOfModels.some((name) => specifier === name || specifier.startsWith(`${name}/`));
    const isAdapter = specifier.startsWith(".") && posix.join(posix.dirname(file.path), specifier) === modelAdapter;
    return isLibrary || isAdapter ? [`${file.path}:${line}: imports ${specifier} statically`] : [];
  });

/** Only `durable` reads and writes tables. */
export const leavesTablesToDurable: Rule = (file) => {
  if (folderOf(file.path) === "durable") return [];
  const offences: string[] = [];
  walk(file.program, (node) => {
    const name = node.type === "MemberExpression" ? memberName(node) : "";
    if (name.endsWith("storage.sql") || name.endsWith("sql.exec")) {
      offences.push(`${file.path}:${lineAt(file.text, node.start)}: uses ${name} outside of src/durable`);
    }
    return true;
  });
  return offences;
};

/** A file is named after the main thing inside, in kebab case. */
export const hasTellingName: Rule = (file) => {
  const name = posix.basename(file.path).replace(/(\.generated)?(\.d)?\.tsx?$/, "");
  if (emptyNames.includes(name)) return [`${file.path}: the name ${name} says nothing`];
  return /^[a-z0-9]+(-[a-z0-9]+)*$/.test(name) ? [] : [`${file.path}: the name is not in kebab case`];
};

/** One idea per file: 40 to 200 lines are usual, an engine file whose header names its one idea may have 500. */
export const staysShort: Rule = (file) => {
  const lines = file.text.trimEnd().split("\n").length;
  return file.generated || lines <= longestFileInLines
    ? []
    : [`${file.path}: has ${lines} lines, at most ${longestFileInLines} are allowed`];
};

/** A stranger can tell from the first lines what a file owns. */
export const opensWithComment: Rule = (file) =>
  /^(\/\*|\/\/)/.test(file.text) ? [] : [`${file.path}: does not open with a comment`];

/** A literal names its members itself: one that is spread into another hides which keys the other has. */
export const packsNothing: Rule = (file) => {
  const offences: string[] = [];
  walk(file.program, (node) => {
    const isSpread = node.type === "SpreadElement" || node.type === "JSXSpreadAttribute";
    const packed = isSpread && isSyntaxNode(node.argument) ? node.argument.type : "";
    if (packed === "ObjectExpression" || packed === "ArrayExpression")
      offences.push(`${file.path}:${lineAt(file.text, node.start)}: spreads a literal`);
    return true;
  });
  return offences;
};

/** Unknown input is `unknown` until a parser has seen it. */
export const knowsNoAny: Rule = (file) => {
  const offences: string[] = [];
  walk(file.program, (node) => {
    if (node.type === "TSAnyKeyword") offences.push(`${file.path}:${lineAt(file.text, node.start)}: uses any`);
    return true;
  });
  return file.generated ? [] : offences;
};

/** The names of a chain of members, `a.b.c`; an unnamed part is `?`. */
function memberName(node: SyntaxNode): string {
  if (node.type === "Identifier" || node.type === "PrivateIdentifier") return String(node.name);
  if (node.type === "ThisExpression") return "this";
  if (node.type !== "MemberExpression" || !isSyntaxNode(node.object) || !isSyntaxNode(node.property)) return "?";
  return `${memberName(node.object)}.${node.computed ? String(node.property.value ?? "?") : memberName(node.property)}`;
}

/** `new Date()` and `Date()` read the clock; `new Date(instant)` does not. */
function readsClock(node: SyntaxNode): boolean {
  const isCall = node.type === "NewExpression" || node.type === "CallExpression";
  if (!isCall || !isSyntaxNode(node.callee) || memberName(node.callee) !== "Date") return false;
  return node.type === "CallExpression" || (Array.isArray(node.arguments) && node.arguments.length === 0);
}

/** The children that are evaluated: no types, and no names of members and properties. */
function valuesOf(node: SyntaxNode): readonly SyntaxNode[] {
  const nameOnly = node.computed === true ? [] : [node.property, node.key];
  return childrenOf(node).flatMap((child) => {
    if (nameOnly.includes(child)) return [];
    if (!child.type.startsWith("TS")) return [child];
    return isSyntaxNode(child.expression) ? [child.expression] : [];
  });
}
