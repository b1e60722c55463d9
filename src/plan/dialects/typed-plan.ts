/**
 * The typed form of a plan, as the API's `PlanInput` has it, and the same form as a document (see `plan-document.ts`), which may
 * also name its schedule and reasoning. Unknown keys are refused and every problem is reported at once (R10). DATAFLOW by default (C8).
 */
import * as z from "zod";
import { madeOnce } from "../../json/made-once.ts";
import { declineOutcomes } from "../human-input-callable.ts";
import { finallyTimeouts } from "../limits.ts";
import { defaultStepPolicy } from "../plan.ts";
import type { DraftParallelStep, DraftPlaces, DraftStep, DraftToolStep, ParsedDraft } from "../plan-draft.ts";
import { foreignSchema, invalidInput, jsonObject, parsedShape } from "../shape-problems.ts";
import { CallPlaces } from "./call-places.ts";
import { draftHumanInput, humanInputShape } from "./human-input-step.ts";
import { draftLoop, draftMap, loopShape, mapShape } from "./repeated-step.ts";
import { stepShapes } from "./step-shape.ts";
import { draftSleep, draftWaitForEvent, sleepShape, waitForEventShape } from "./wait-step.ts";

const planShape = madeOnce(() => {
  const { callableName, count, named } = stepShapes();
  const policyShape = z.strictObject({
    maxAttempts: count.max(10, "expected at most 10").nullish(),
    initialBackoffMs: z.int("expected a whole number").min(0, "expected at least 0").nullish(),
    timeoutMs: count.nullish(),
    continueOnFailure: z.boolean().nullish(),
    inDoubt: z.enum(["RETRY", "FAIL", "ASK"]).nullish(),
    onDecline: z.enum(declineOutcomes).nullish(),
    fourEyes: z.boolean().nullish(),
    onSkippedInput: z.enum(["SKIP", "RUN"]).nullish(),
  });

  const toolShape = z.strictObject({
    ...named,
    toolName: callableName,
    arguments: jsonObject().nullish(),
    policy: policyShape.nullish(),
    inputSchema: foreignSchema().nullish(),
    outputSchema: foreignSchema().nullish(),
  });

  const leafMembers = {
    tool: toolShape.nullish(),
    humanInput: humanInputShape().nullish(),
    sleep: sleepShape().nullish(),
    waitForEvent: waitForEventShape().nullish(),
  };

  const childShape = z
    .strictObject(leafMembers)
    .refine(hasOne, "expected exactly one of tool, humanInput, sleep and waitForEvent");

  const parallelShape = z.strictObject({
    ...named,
    steps: z.array(childShape),
    maxConcurrency: count.nullish(),
    mergeStrategy: z.enum(["COLLECT_ALL", "FIRST_SUCCESS", "FIRST_MATCH"]).nullish(),
    continueOnFailure: z.boolean().nullish(),
  });

  const stepShape = z
    .strictObject({
      ...leafMembers,
      parallel: parallelShape.nullish(),
      map: mapShape(childShape).nullish(),
      loop: loopShape(childShape).nullish(),
    })
    .refine(hasOne, "expected exactly one of tool, parallel, map, loop, humanInput, sleep and waitForEvent");

  return z.strictObject({
    schedule: z.enum(["SEQUENTIAL", "DATAFLOW"]).nullish(),
    reasoning: z.string().nullish(),
    steps: z.array(stepShape),
    defaults: policyShape.nullish(),
    finally: z.array(stepShape).nullish(),
    finallyTimeoutMs: count.max(finallyTimeouts.maximumMs, `expected at most ${finallyTimeouts.maximumMs}`).nullish(),
  });
});

type PlanDocument = z.infer<ReturnType<typeof planShape>>;
type PolicyInput = NonNullable<PlanDocument["defaults"]>;
type StepInput = PlanDocument["steps"][number];
type ChildInput = Pick<StepInput, "humanInput" | "sleep" | "tool" | "waitForEvent">;
type ToolInput = NonNullable<StepInput["tool"]>;

/** Reads a typed plan. */
export function readTypedPlan(value: unknown, path: readonly string[]): ParsedDraft {
  const parsed = parsedShape(planShape(), value, path);
  if (!parsed.ok) return parsed;
  const { reasoning, schedule, steps } = parsed.data;
  const finallySteps = parsed.data.finally ?? [];
  const timeoutMs = parsed.data.finallyTimeoutMs;
  if (finallySteps.length === 0 && timeoutMs != null) {
    const finding = "expected no time for finally without a step in it";
    return { ok: false, problems: [invalidInput([...path, "finallyTimeoutMs"], finding)] };
  }
  const stepsPlace = [...path, "steps"];
  const defaults = { policy: parsed.data.defaults ?? {}, place: [...path, "defaults"] };
  const ordinary = steps.map((step, index) => draftStep(step, [...stepsPlace, String(index)], defaults));
  const last = finallySteps.map((step, index): DraftStep => {
    return { ...draftStep(step, [...path, "finally", String(index)], withinOthers(defaults)), isFinally: true };
  });
  return {
    ok: true,
    draft: {
      dialect: "TYPED",
      schedule: schedule ?? "DATAFLOW",
      reasoning: reasoning ?? null,
      directResponse: null,
      steps: [...ordinary, ...last],
      ...(last.length === 0 ? {} : { finallyTimeoutMs: timeoutMs ?? finallyTimeouts.defaultMs }),
      stepsPlace,
    },
  };
}

/** The policy of every call that does not say otherwise itself, and its place. */
interface Defaults {
  readonly policy: PolicyInput;
  readonly place: readonly string[];
}

/** Whether the plan continues after a failure is said by a call that stands by itself, not by one of a group or of `finally`. */
function withinOthers({ place, policy }: Defaults): Defaults {
  return { place, policy: { ...policy, continueOnFailure: null } };
}

function draftStep(
  { loop, map, parallel, ...leaf }: StepInput,
  place: readonly string[],
  defaults: Defaults,
): DraftStep {
  const within = withinOthers(defaults);
  if (map != null) {
    const inner = [...place, "map"];
    return draftMap(map, draftLeaf(map.step, [...inner, "step"], within), inner, placesIn(inner));
  }
  if (loop != null) {
    const inner = [...place, "loop"];
    return draftLoop(loop, draftLeaf(loop.step, [...inner, "step"], within), inner, placesIn(inner));
  }
  if (parallel == null) return draftLeaf(leaf, place, defaults);
  const inner = [...place, "parallel"];
  const draft: DraftParallelStep = {
    kind: "PARALLEL",
    id: parallel.stepId ?? null,
    resultKey: parallel.resultKey ?? null,
    after: parallel.after ?? [],
    independent: parallel.independent ?? false,
    when: parallel.when ?? null,
    children: parallel.steps.map((child, index) => draftLeaf(child, [...inner, "steps", String(index)], within)),
    maxConcurrency: parallel.maxConcurrency ?? null,
    mergeStrategy: parallel.mergeStrategy ?? "COLLECT_ALL",
    continueOnFailure: parallel.continueOnFailure ?? false,
    places: placesIn(inner),
  };
  return draft;
}

function draftLeaf(
  { humanInput, sleep, tool, waitForEvent }: ChildInput,
  place: readonly string[],
  defaults: Defaults,
): DraftToolStep {
  const within = (member: string) => [[...place, member], placesIn([...place, member])] as const;
  if (tool != null) return draftToolStep(tool, [...place, "tool"], defaults);
  if (humanInput != null) return skippable(draftHumanInput(humanInput, ...within("humanInput")));
  if (sleep != null) return skippable(draftSleep(sleep, ...within("sleep")));
  if (waitForEvent != null) return skippable(draftWaitForEvent(waitForEvent, ...within("waitForEvent")));
  throw new Error("Cannot read a step of no kind");
}

/** A step without a policy of its own in the form that it is written in. */
function skippable(draft: DraftToolStep): DraftToolStep {
  return { ...draft, policy: { ...draft.policy, onSkippedInput: "SKIP" } };
}

/** Whether a step has exactly one kind. */
function hasOne(step: { readonly [member: string]: unknown }): boolean {
  return Object.values(step).filter((one) => one != null).length === 1;
}

function draftToolStep(tool: ToolInput, place: readonly string[], defaults: Defaults): DraftToolStep {
  const policy = policyOf(tool, defaults);
  const policyPlace = (member: keyof PolicyInput) =>
    tool.policy?.[member] == null && defaults.policy[member] != null
      ? [...defaults.place, member]
      : [...place, "policy", member];
  return {
    kind: "TOOL",
    id: tool.stepId ?? null,
    resultKey: tool.resultKey ?? null,
    after: tool.after ?? [],
    independent: tool.independent ?? false,
    when: tool.when ?? null,
    callableName: tool.toolName,
    arguments: tool.arguments ?? {},
    agentFields: null,
    policy: {
      maxAttempts: policy.maxAttempts ?? defaultStepPolicy.maxAttempts,
      initialBackoffMs: policy.initialBackoffMs ?? defaultStepPolicy.initialBackoffMs,
      timeoutMs: policy.timeoutMs ?? null,
      continueOnFailure: policy.continueOnFailure ?? false,
      inDoubt: policy.inDoubt ?? null,
      ...(policy.onDecline === "SKIP" ? { onDecline: policy.onDecline } : {}),
      ...(policy.fourEyes === true ? { fourEyes: true } : {}),
      ...(policy.onSkippedInput === "RUN" ? {} : { onSkippedInput: "SKIP" }),
    },
    inputSchema: tool.inputSchema ?? null,
    outputSchema: tool.outputSchema ?? null,
    places: new CallPlaces(place, policyPlace),
  };
}

function policyOf({ policy }: ToolInput, defaults: Defaults): PolicyInput {
  if (policy == null) return defaults.policy;
  const own = Object.entries(policy).filter(([, value]) => value != null);
  return { ...defaults.policy, ...Object.fromEntries(own) };
}

function placesIn(place: readonly string[]): DraftPlaces {
  return {
    step: place,
    id: [...place, "stepId"],
    resultKey: [...place, "resultKey"],
    after: [...place, "after"],
    independent: [...place, "independent"],
    when: [...place, "when"],
  };
}
