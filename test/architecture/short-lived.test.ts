/**
 * What a request makes must be free again with the young objects. V8 puts a function that is written as the value of a property assignment
 * among the old objects, and with it all that it holds; an object with a getter of its own is kept in the same way (docs/decisions/091).
 */
import { describe, expect, it } from "vitest";
import { lineAt, readSourceFiles, type SourceFile, type SyntaxNode, sourceFile, walk } from "./source-file.ts";

/** Written once for a schema or a class. */
const once = new Set(["src/graph/base/required-scopes.ts", "src/graph/scalars.ts"]);

const functions = new Set(["ArrowFunctionExpression", "FunctionExpression"]);

function isKeepingAssignment({ left, operator, right, type }: SyntaxNode): boolean {
  return (
    type === "AssignmentExpression" &&
    ["=", "??=", "||=", "&&="].includes(String(operator)) &&
    (left as SyntaxNode).type === "MemberExpression" &&
    functions.has((right as SyntaxNode).type)
  );
}

function isGetterOfObject({ kind, type }: SyntaxNode): boolean {
  return type === "Property" && (kind === "get" || kind === "set");
}

/** The places within functions that keep what a call makes, as `path:line`. An object that a module makes is made once. */
function keepingPlaces(file: SourceFile): readonly string[] {
  const places: string[] = [];
  const note = (node: SyntaxNode) => places.push(`${file.path}:${lineAt(file.text, node.start)}`);
  const within = (node: SyntaxNode) => {
    walk(node, (inner) => {
      if (isKeepingAssignment(inner) || isGetterOfObject(inner)) note(inner);
      return true;
    });
    return false;
  };
  walk(file.program, (node) => (functions.has(node.type) || node.type === "FunctionDeclaration" ? within(node) : true));
  return places;
}

const offenders: readonly (readonly [string, string])[] = [
  ["a function that is assigned to a property", "export function f(o: O) {\n  o.stop = () => undefined;\n}"],
  ["one that is assigned if there is none", "export const f = (o: O) => {\n  o.stop ??= function () {};\n};"],
  ["one in a method", "class A {\n  f() { this.#stop = async () => undefined; }\n}"],
  ["a getter of an object", "export function f(text: string) {\n  return { get length() { return text.length; } };\n}"],
];

describe("short-lived objects", () => {
  it("[N1027] no function of src assigns a function to a property or gives an object a getter", () => {
    const others = readSourceFiles(process.cwd(), "src").filter(({ path }) => !once.has(path));
    expect(others.flatMap(keepingPlaces)).toEqual([]);
  });

  it.each(offenders)("[N1027] finds %s", (_, text) => {
    expect(keepingPlaces(sourceFile("src/a.ts", text))).toEqual(["src/a.ts:2"]);
  });

  it.each([
    ["a getter of a class", "class A { get length() { return 1; } }"],
    ["a function in an object", "export const f = () => ({ stop: () => undefined });"],
    ["a getter of an object that a module makes", "export const a = { get length() { return 1; } };"],
    ["a value that is a function", "export const f = (o: O, stop: () => void) => {\n  o.stop = stop;\n};"],
  ])("[N1027] lets pass %s", (_, text) => {
    expect(keepingPlaces(sourceFile("src/a.ts", text))).toEqual([]);
  });

  it("[N1027] has no exception that is not needed", () => {
    const files = readSourceFiles(process.cwd(), "src").filter(({ path }) => once.has(path));
    expect(files.filter((file) => keepingPlaces(file).length > 0).map(({ path }) => path)).toEqual([...once]);
  });
});
