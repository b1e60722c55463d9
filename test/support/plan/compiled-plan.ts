/** Plans compiled against a few tools: those of document Plan, Execute, Respond and some that are awkward. */

import type { CallableDefinition } from "../../../src/plan/callable.ts";
import {
  type Compilation,
  type CompileRequest,
  compilePlan,
  type PlanSource,
} from "../../../src/plan/compile/compile.ts";
import { builtInLimits } from "../../../src/plan/limits.ts";
import type { PlanProblem } from "../../../src/plan/problem.ts";
import { toolOf } from "./callables.ts";

const anything = { type: "object" };
const text = { type: "string" };

export const planTools: readonly CallableDefinition[] = [
  toolOf(
    "research_blog",
    { type: "object", properties: { topic: text, skill_id: text }, required: ["topic"] },
    {
      properties: {
        artifact_id: text,
        artifact: {
          type: "object",
          properties: { title: text, sections: { type: "array" }, sources: { type: "array" } },
        },
        _metadata: { type: "object" },
      },
      required: ["artifact_id", "artifact", "_metadata"],
    },
    "IDEMPOTENT",
  ),
  toolOf(
    "create_blog_post",
    {
      properties: { artifact_id: text, skill_id: text, instructions: text },
      required: ["artifact_id", "skill_id", "instructions"],
    },
    { type: "object", properties: { url: text }, required: ["url"] },
    "UNSAFE",
  ),
  toolOf("plain_research", anything, {
    type: "object",
    properties: { topic: text, sources: { type: "array", items: text } },
  }),
  toolOf(
    "echo",
    { type: "object", properties: { value: true } },
    {
      type: "object",
      properties: {
        value: text,
        count: { type: "integer" },
        note: { type: ["string", "null"] },
        "a.b": text,
        list: { type: "array", items: text },
      },
      required: ["value", "count", "note", "a.b", "list"],
    },
  ),
  toolOf(
    "strict",
    {
      type: "object",
      properties: { count: { type: "integer" }, name: { type: "string", minLength: 2 } },
      required: ["name"],
      additionalProperties: false,
    },
    {
      type: "object",
      properties: { done: { type: "boolean" } },
      required: ["done"],
    },
  ),
  toolOf("silent", anything, null),
  toolOf("anything", anything, anything),
  toolOf("write", anything, { type: "object", properties: { id: text }, required: ["id"] }, "UNSAFE"),
];

const byName = new Map(planTools.map((callable) => [callable.name, callable]));

/** Compiles against `planTools`. */
export function compile(source: PlanSource, options: Partial<CompileRequest> = {}): Compilation {
  return compilePlan({
    source,
    bindings: {},
    requestedLimits: {},
    callable: (name) => byName.get(name),
    callableNames: () => byName.keys(),
    settings: builtInLimits,
    sourcePath: ["source", source.kind === "TYPED" ? "plan" : "document"],
    ...options,
  });
}

export function typed(steps: readonly unknown[], options: Partial<CompileRequest> = {}): Compilation {
  return compile({ kind: "TYPED", plan: { steps } }, options);
}

export function toolCalls(calls: readonly unknown[], options: Partial<CompileRequest> = {}): Compilation {
  return compile(
    { kind: "DOCUMENT", document: { type: "tool_calls", reasoning: "", calls }, dialect: undefined },
    options,
  );
}

export function orchestrate(steps: readonly unknown[], options: Partial<CompileRequest> = {}): Compilation {
  return compile({ kind: "DOCUMENT", document: { steps }, dialect: undefined }, options);
}

/** The compiled plan; the problems are the message of the failure otherwise. */
export function accepted(compilation: Compilation): Compilation & { readonly ok: true } {
  if (!compilation.ok) throw new Error(`Expected a plan, found ${JSON.stringify(compilation.problems, null, 1)}`);
  return compilation;
}

/** The problems of a refused plan. */
export function problemsOf(compilation: Compilation): readonly PlanProblem[] {
  if (compilation.ok) throw new Error(`Expected problems, found the plan ${compilation.planHash}`);
  return compilation.problems;
}

/** The only problem of a refused plan. */
export function onlyProblem(compilation: Compilation): PlanProblem {
  const [problem, ...others] = problemsOf(compilation);
  if (problem === undefined || others.length > 0)
    throw new Error(`Expected one problem, found ${JSON.stringify([problem, ...others], null, 1)}`);
  return problem;
}
