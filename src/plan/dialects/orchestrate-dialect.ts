/**
 * The plan of the document Agent orchestration, with the keys of O9a: agent steps one after another, and parallel steps of agents (O5, O6,
 * C8). `agent_id` names a callable, `with` are its arguments; the meaning of `prompt` and `action_id` depends on the callable and is
 * decided in `agent-fields.ts`. A child's id is `{group}.{result_key, else index}`.
 */
import * as z from "zod";
import { isJsonObject, ownValue } from "../../json/json.ts";
import { madeOnce } from "../../json/made-once.ts";
import { defaultStepPolicy, type MergeStrategy } from "../plan.ts";
import type { DraftStep, DraftToolStep, ParsedDraft } from "../plan-draft.ts";
import { jsonObject, parsedShape } from "../shape-problems.ts";
import { stepShapes } from "./step-shape.ts";

function makeAgentShape() {
  const { callableName, count, resultKey } = stepShapes();
  return z.strictObject({
    agent_id: callableName,
    action_id: z.string().nullish(),
    prompt: z.string().nullish(),
    with: jsonObject().nullish(),
    result_key: resultKey.nullish(),
    timeout_ms: count.nullish(),
  });
}

const planShape = madeOnce(() => {
  const { count, resultKey, stepId } = stepShapes();
  const agentShape = makeAgentShape();
  const childShape = z
    .custom<unknown>((value) => !isNested(value), "expected an agent; a parallel step cannot hold another one")
    .pipe(agentShape);

  const parallelShape = z.strictObject({
    steps: z.array(childShape),
    max_concurrency: count.nullish(),
    merge_strategy: z.enum(["collect", "collect_all", "first_success"]).nullish(),
    result_key: resultKey.nullish(),
  });

  const stepShape = z.discriminatedUnion(
    "type",
    [
      z.strictObject({ id: stepId, type: z.literal("agent"), agent: agentShape }),
      z.strictObject({ id: stepId, type: z.literal("parallel"), parallel: parallelShape }),
    ],
    { error: ({ input }) => stepFinding(input) },
  );

  return z.strictObject({ steps: z.array(stepShape) });
});

/** A step without a type is more often meant for a typed plan, whose steps are objects such as `tool`. */
function stepFinding(step: unknown): string {
  const type = isJsonObject(step) ? ownValue(step, "type") : undefined;
  if (type !== undefined) {
    const found = typeof type === "string" ? JSON.stringify(type.slice(0, 80)) : typeof type;
    return `expected type "agent" or "parallel", found ${found}`;
  }
  return 'expected type "agent" or "parallel", found none; a step of a typed plan is an object such as {"tool": {"toolName": …}}';
}

type AgentInput = z.infer<ReturnType<typeof makeAgentShape>>;
type StepInput = z.infer<ReturnType<typeof planShape>>["steps"][number];

function isNested(value: unknown): boolean {
  if (!isJsonObject(value)) return false;
  return Object.hasOwn(value, "parallel") || Object.hasOwn(value, "steps") || ownValue(value, "type") === "parallel";
}

/** Reads a plan of this dialect. */
export function readOrchestrate(value: unknown, path: readonly string[]): ParsedDraft {
  const parsed = parsedShape(planShape(), value, path);
  if (!parsed.ok) return parsed;
  const stepsPlace = [...path, "steps"];
  return {
    ok: true,
    draft: {
      dialect: "ORCHESTRATE",
      schedule: "SEQUENTIAL",
      reasoning: null,
      directResponse: null,
      steps: parsed.data.steps.map((step, index) => draftStep(step, [...stepsPlace, String(index)])),
      stepsPlace,
    },
  };
}

function draftStep(step: StepInput, place: readonly string[]): DraftStep {
  const id = [...place, "id"];
  if (step.type === "agent") return draftAgent(step.agent, step.id, [...place, "agent"], id);
  const { parallel } = step;
  const inner = [...place, "parallel"];
  return {
    kind: "PARALLEL",
    id: step.id,
    resultKey: parallel.result_key ?? null,
    after: [],
    independent: false,
    when: null,
    children: parallel.steps.map((child, index) => {
      const childPlace = [...inner, "steps", String(index)];
      return draftAgent(child, `${step.id}.${child.result_key ?? index}`, childPlace, childPlace);
    }),
    maxConcurrency: parallel.max_concurrency ?? null,
    mergeStrategy: mergeStrategyOf(parallel.merge_strategy),
    continueOnFailure: false,
    places: { step: place, id, resultKey: [...inner, "result_key"], after: place, independent: place, when: place },
  };
}

function mergeStrategyOf(name: "collect" | "collect_all" | "first_success" | null | undefined): MergeStrategy {
  return name === "first_success" ? "FIRST_SUCCESS" : "COLLECT_ALL";
}

function draftAgent(
  agent: AgentInput,
  id: string,
  place: readonly string[],
  idPlace: readonly string[],
): DraftToolStep {
  return {
    kind: "TOOL",
    id,
    resultKey: agent.result_key ?? null,
    after: [],
    independent: false,
    when: null,
    callableName: agent.agent_id,
    arguments: agent.with ?? {},
    agentFields: {
      prompt: agent.prompt ?? null,
      actionId: agent.action_id ?? null,
      places: { prompt: [...place, "prompt"], actionId: [...place, "action_id"] },
    },
    policy: { ...defaultStepPolicy, timeoutMs: agent.timeout_ms ?? null },
    inputSchema: null,
    outputSchema: null,
    places: {
      step: place,
      id: idPlace,
      resultKey: [...place, "result_key"],
      after: place,
      independent: place,
      when: place,
      callableName: [...place, "agent_id"],
      arguments: [...place, "with"],
      timeoutMs: [...place, "timeout_ms"],
      continueOnFailure: place,
      inputSchema: place,
      outputSchema: place,
    },
  };
}
