/**
 * Required texts of a plan that are still empty, as a call that was put in leaves them. An empty text fits most schemas, so the API takes
 * it. Here nobody has written it yet. Pure.
 */
import { findNodeAtLocation, type Node } from "jsonc-parser";
import type { CallableSchemas } from "../callable-schemas.ts";
import { lineAt } from "../problems/problem-place.ts";
import type { ShownProblem } from "../problems/shown-problem.ts";

/** Calls within one another and places of one plan that are looked at. */
const mostNodes = 20_000;

interface Call {
  readonly name: string;
  readonly stepId: string | null;
  readonly given: Node | undefined;
}

/** Every call of a typed plan, groups and loops included. */
export function callsIn(tree: Node | undefined): readonly Call[] {
  const calls: Call[] = [];
  const waiting = tree === undefined ? [] : [tree];
  for (
    let seen = 0, node = waiting.shift();
    node !== undefined && seen < mostNodes;
    node = waiting.shift(), seen += 1
  ) {
    if (node.type === "object") {
      const name = textOf(findNodeAtLocation(node, ["toolName"]));
      if (name !== null) {
        const stepId = textOf(findNodeAtLocation(node, ["stepId"]));
        calls.push({ name, stepId, given: findNodeAtLocation(node, ["arguments"]) });
        continue;
      }
    }
    waiting.push(...(node.children ?? []));
  }
  return calls;
}

/** A problem for each required text that is empty. */
export function emptyArguments(
  text: string,
  tree: Node | undefined,
  schemas: CallableSchemas,
): readonly ShownProblem[] {
  return callsIn(tree).flatMap(({ given, name, stepId }) =>
    requiredTexts(schemas.get(name)).flatMap((argument) => {
      const node = given?.type === "object" ? findNodeAtLocation(given, [argument]) : undefined;
      if (node?.type !== "string" || node.value !== "") return [];
      const words = `${argument} is required and empty: write a text or a reference.`;
      const range = { offset: node.offset, length: node.length };
      const line = lineAt(text, node.offset);
      // Every call that is put in has some: notes below their lines would move the text that somebody is about to write.
      const beside = "required";
      return [{ tone: "bad", code: "EMPTY_ARGUMENT", words, stepId, range, line, proposals: [], beside } as const];
    }),
  );
}

/** Members that a schema requires as texts, and for which it does not name the empty text itself. */
function requiredTexts(schema: unknown): readonly string[] {
  if (!isObject(schema) || !Array.isArray(schema.required) || !isObject(schema.properties)) return [];
  const { properties } = schema;
  return schema.required.filter((name): name is string => {
    const member = typeof name === "string" && Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (!isObject(member) || member.default === "" || member.const === "") return false;
    return member.type === "string" && !(Array.isArray(member.enum) && member.enum.includes(""));
  });
}

function textOf(node: Node | undefined): string | null {
  return node?.type === "string" ? String(node.value) : null;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
