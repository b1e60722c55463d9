/**
 * A source file as the architecture rules see it: its path, its lines, what it imports and its syntax tree. Reads through the
 * parser of the test runner, so that comments, strings and types cannot be mistaken for code.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseAst } from "vitest/node";

export interface ImportSite {
  /** As written. Null for a dynamic import of something that is not a constant. */
  readonly specifier: string | null;
  readonly line: number;
  /** Evaluated when the importing module is: neither `import()` nor a type. */
  readonly isStatic: boolean;
}

/** A node of the syntax tree: its type, and children under names that depend on the type. */
export type SyntaxNode = { readonly type: string; readonly start: number } & Readonly<Record<string, unknown>>;

export interface SourceFile {
  /** From the root of the project, with `/`. */
  readonly path: string;
  readonly text: string;
  readonly program: SyntaxNode;
  readonly imports: readonly ImportSite[];
  /** Written by a script of ours, so that rules of style do not apply. */
  readonly generated: boolean;
}

/** Parses one file. Throws if it is no TypeScript. */
export function sourceFile(path: string, text: string): SourceFile {
  const program = parseAst(text, { lang: path.endsWith(".tsx") ? "tsx" : "ts" }) as unknown as SyntaxNode;
  return { path, text, program, imports: importsOf(program, text), generated: /\.generated(\.d)?\.ts$/.test(path) };
}

/** Files that one process has read, by their folder: each rule looks at the same. */
const filesRead = new Map<string, readonly SourceFile[]>();

/** Every TypeScript file below a folder of the project, in the order of their paths. */
export function readSourceFiles(root: string, folder: string): readonly SourceFile[] {
  const directory = join(root, folder);
  const files = filesRead.get(directory) ?? parsedFiles(root, folder);
  filesRead.set(directory, files);
  return files;
}

function parsedFiles(root: string, folder: string): readonly SourceFile[] {
  const directory = join(root, folder);
  if (!existsSync(directory)) return [];
  return readdirSync(directory, { recursive: true, encoding: "utf8" })
    .map((name) => `${folder}/${name.replaceAll("\\", "/")}`)
    .filter((path) => path.endsWith(".ts") || path.endsWith(".tsx"))
    .sort()
    .map((path) => sourceFile(path, readFileSync(join(root, path), "utf8")));
}

/** Line of an offset, counted from 1. */
export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}

/** Calls `visit` with a node and everything below it. Where `visit` answers false, it does not go deeper. */
export function walk(node: SyntaxNode, visit: (node: SyntaxNode) => boolean): void {
  if (!visit(node)) return;
  for (const name in node) {
    const value = node[name];
    if (Array.isArray(value)) for (const one of value) isSyntaxNode(one) && walk(one, visit);
    else if (isSyntaxNode(value)) walk(value, visit);
  }
}

/** The nodes directly below a node. */
export function childrenOf(node: SyntaxNode): readonly SyntaxNode[] {
  return Object.values(node).flat().filter(isSyntaxNode);
}

export function isSyntaxNode(value: unknown): value is SyntaxNode {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}

function importsOf(program: SyntaxNode, text: string): readonly ImportSite[] {
  const sites: ImportSite[] = [];
  walk(program, (node) => {
    const source = node.type === "TSExternalModuleReference" ? node.expression : node.source;
    if (isSyntaxNode(source)) {
      const isStatic = /^(?:Import|Export\w*)Declaration$/.test(node.type) && !isTypeOnly(node);
      sites.push({ specifier: constantText(source), line: lineAt(text, node.start), isStatic });
    }
    return true;
  });
  return sites;
}

function isTypeOnly(node: SyntaxNode): boolean {
  return node.importKind === "type" || node.exportKind === "type";
}

function constantText(node: SyntaxNode): string | null {
  return node.type === "Literal" && typeof node.value === "string" ? node.value : null;
}
