/** Random plans over callables with labels, and the labels of their values as a plain interpreter finds them. */
import fc from "fast-check";
import type { CallableDefinition, ExecutionDefinitions } from "../../../src/plan/callable.ts";
import type { Operand, Plan, PlanStep, Reference, ToolStep } from "../../../src/plan/plan.ts";
import { callable } from "./callables.ts";
import { group, planOf, step } from "./plan-steps.ts";

const labels = ["web", "mail", "UNTRUSTED"] as const;
export const known: readonly CallableDefinition[] = [
  ...labels.map((label) => callable(`gives_${label}`, "READ_ONLY", { outputLabels: [label] })),
  callable("clean", "READ_ONLY", { outputLabels: [] }),
  callable("checks", "READ_ONLY", { outputLabels: ["TRUSTED", "checked"] }),
  callable("elsewhere", "READ_ONLY"),
];
export const definitions: ExecutionDefinitions = {
  callables: known,
  providers: [{ name: "world", kind: "MCP", url: "https://world.example/mcp", bearerSecret: null, connection: null }],
  catalogRevision: "1",
};

export function reference(root: Reference["root"], id: string, more: Partial<Reference> = {}): Operand {
  return { kind: "reference", reference: { root, id, path: [], expression: "", ...more } };
}

/** Labels by running the plan step by step over sets, as slowly and plainly as it can be done. */
export function slowly(plan: Plan) {
  const outputs = new Map<string, Set<string>>();
  const of = (id: string) => outputs.get(id) ?? new Set();
  const read = (operand: Operand, inside: PlanStep | undefined): ReadonlySet<string> => {
    const one = (found: Reference): ReadonlySet<string> => {
      if (found.root === "steps") return found.part === "status" ? new Set() : of(found.id);
      if (found.root === "item" && inside?.kind === "MAP") return read(inside.over, undefined);
      if (found.root === "previous" && inside !== undefined) return of(inside.id);
      return new Set(found.root === "index" ? ["CALLER"] : ["INPUT"]);
    };
    const all = (sets: readonly ReadonlySet<string>[]) => new Set(sets.flatMap((set) => [...set]));
    switch (operand.kind) {
      case "literal":
        return new Set(["CALLER"]);
      case "reference":
        return one(operand.reference);
      case "text":
        return all(operand.parts.map((part) => (typeof part === "string" ? new Set(["CALLER"]) : one(part))));
      case "object":
        return all(operand.entries.map(([, member]) => read(member, inside)));
      case "array":
        return all(operand.items.map((item) => read(item, inside)));
      case "coalesce":
        return all(operand.choices.map((choice) => read(choice, inside)));
      case "cel":
        return all([new Set(["CALLER"]), ...operand.references.map(one)]);
    }
  };
  const add = (id: string, found: Iterable<string>) => {
    const before = of(id).size;
    outputs.set(id, new Set([...of(id), ...found]));
    return of(id).size > before;
  };
  const call = (one: ToolStep, inside: PlanStep | undefined) => {
    const { outputLabels = ["UNTRUSTED"] } = known.find(({ name }) => name === one.callableName) ?? {};
    const own = outputLabels.filter((label) => label !== "TRUSTED");
    return add(one.id, outputLabels.includes("TRUSTED") ? own : [...own, ...read(one.arguments, inside)]);
  };
  // Until nothing is new: a loop reads what it gave before.
  for (let isNew = true; isNew; ) {
    isNew = false;
    for (const one of plan.steps) {
      if (one.kind === "TOOL") isNew = call(one, undefined) || isNew;
      else {
        for (const child of one.children) isNew = call(child, one) || isNew;
        const over = one.kind === "MAP" ? read(one.over, undefined) : [];
        isNew = add(one.id, [...over, ...one.children.flatMap((child) => [...of(child.id)])]) || isNew;
      }
    }
  }
  const placed = plan.steps.flatMap((one): readonly (readonly [ToolStep, PlanStep | undefined])[] =>
    one.kind === "TOOL" ? [[one, undefined] as const] : one.children.map((child) => [child, one] as const),
  );
  return { outputs, reached: placed.map(([call, inside]) => [call, read(call.arguments, inside)] as const) };
}

/** A random operand that reads steps before `index`. */
function operandBefore(index: number, inside: "MAP" | "LOOP" | undefined): fc.Arbitrary<Operand> {
  const steps = Array.from({ length: index }, (_, at) => reference("steps", `s${at}`));
  const roots = [reference("input", "input"), reference("bindings", "b"), ...steps];
  if (steps.length > 0)
    roots.push(reference("steps", "s0", { part: "status" }), reference("steps", "s0", { part: "text" }));
  if (inside === "MAP") roots.push(reference("item", "item"), reference("index", "index"));
  if (inside === "LOOP") roots.push(reference("previous", "previous"), reference("index", "index"));
  const literal: Operand = { kind: "literal", value: "x" };
  const leaf = fc.constantFrom<Operand>(literal, ...roots);
  const references = fc
    .array(fc.constantFrom(...roots), { minLength: 1, maxLength: 3 })
    .map((found) => found.flatMap((one) => (one.kind === "reference" ? [one.reference] : [])));
  return fc.letrec<{ operand: Operand }>((tie) => ({
    operand: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      leaf,
      references.map((parts): Operand => ({ kind: "text", parts: ["a ", ...parts] })),
      references.map((found): Operand => ({ kind: "cel", expression: "", cel: "", references: found })),
      fc.array(tie("operand"), { maxLength: 3 }).map((items): Operand => ({ kind: "array", items })),
      fc
        .array(tie("operand"), { minLength: 1, maxLength: 3 })
        .map((choices): Operand => ({ kind: "coalesce", choices })),
      fc
        .array(tie("operand"), { maxLength: 3 })
        .map((members): Operand => ({ kind: "object", entries: members.map((member, at) => [`m${at}`, member]) })),
    ),
  })).operand;
}

function randomStep(index: number): fc.Arbitrary<PlanStep> {
  const id = `s${index}`;
  const tool = fc.constantFrom(...known.map(({ name }) => name));
  const call = (name: string, inside: "MAP" | "LOOP" | undefined) =>
    fc
      .tuple(tool, operandBefore(index, inside))
      .map(([callableName, given]) => step(name, { tool: callableName, arguments: given }));
  const base = { ...step(id), children: [] };
  return fc.oneof(
    { weight: 3, arbitrary: call(id, undefined) },
    fc.tuple(call(`${id}a`, undefined), call(`${id}b`, undefined)).map((children) => group(id, children)),
    fc.tuple(call(`${id}[]`, "MAP"), operandBefore(index, undefined)).map(
      ([child, over]): PlanStep => ({
        ...{ ...base, kind: "MAP", over, children: [child] },
        ...{ maxConcurrency: null, maxItems: 5, maxFailures: 0, continueOnFailure: false },
      }),
    ),
    call(`${id}[]`, "LOOP").map(
      (child): PlanStep => ({
        ...{ ...base, kind: "LOOP", children: [child], delayMs: 0, maxIterations: 3, continueOnFailure: false },
        condition: { expression: "", cel: "", references: [], asked: "UNTIL" },
      }),
    ),
  );
}

export const randomPlan = fc
  .integer({ min: 1, max: 7 })
  .chain((count) => fc.tuple(...Array.from({ length: count }, (_, index) => randomStep(index))))
  .map((steps) => planOf(steps));
