/**
 * The calls of an execution by the time it ended, and the consumption of its own calls of language models: its part of the usage of its
 * tenant. Pure.
 *
 * - Nothing is in it twice, nor in that of another execution: calls count where they were made, tokens and cost where the model was called.
 *   Consumption of children (`childUsage`) is in theirs.
 * - An attempt that ended is a call, one that could not be sent included. One whose callee asked a person is one call with the attempt that
 *   brought the answer. A question that a person answers alone, a wait, a reused result, and the agent of a turn are none.
 * - A call lasts from the start of its attempt to its end: waiting for a child, a remote task or a question of its callee belongs to it;
 *   queueing, waiting for a permission, and back-off do not.
 */

import { type CallableDefinition, type ExecutionDefinitions, isWait } from "../../plan/callable.ts";
import { isHumanInput } from "../../plan/human-input-callable.ts";
import type { ModelDefinition } from "../../plan/model-definition.ts";
import { childKeyOf, runDefinitionOf } from "../../plan/run-definitions.ts";
import { hasSucceeded } from "../events/has-succeeded.ts";
import { type ExecutionState, nodeAt } from "../state/state.ts";
import type { AttemptState, StepState } from "../state/step-state.ts";
import {
  addHistogram,
  type BucketCounts,
  histogramFrom,
  histogramOf,
  type LatencyHistogram,
} from "./latency-histogram.ts";

/** Calls of one callable or model, as far as they have ended. Of callables, tokens and cost are those of their own runs. */
export interface Consumption {
  readonly kind: CallableDefinition["kind"] | "MODEL";
  /** Name of the callable as plans write it, of two its own; or of the model as its provider reports it. */
  readonly name: string;
  readonly calls: number;
  /** Calls of those that did not succeed. */
  readonly failedCalls: number;
  readonly inputTokens: number;
  readonly cachedInputTokens: number;
  readonly outputTokens: number;
  /** Millionths of a US dollar, calls without a known price left out. */
  readonly costMicros: number;
  readonly unpricedCalls: number;
  readonly latencies: LatencyHistogram;
}

type Consumed = Omit<Consumption, "kind" | "name">;

/** A call that ended. */
interface EndedCall {
  readonly durationMs: number;
  readonly succeeded: boolean;
}

/** Maximum callables and models in the report of one execution: those with the most calls. */
export const mostCallables = 200;
const mostModels = 50;

export const nothingConsumed: Consumed = {
  calls: 0,
  failedCalls: 0,
  inputTokens: 0,
  cachedInputTokens: 0,
  outputTokens: 0,
  costMicros: 0,
  unpricedCalls: 0,
  latencies: [],
};

/** Calls and consumption of the execution so far, without unfinished ones: 200 callables and 50 models at most. */
export function consumptionOf(state: ExecutionState): readonly Consumption[] {
  const models = modelConsumption(state);
  return mostCalled(mergedConsumption([...calledBy(state), ...ownRun(state, models), ...models]));
}

/**
 * The same callables and models made one each, in the order in which they first come. Holds no part longer than it looks at it: 90 days of
 * a tenant have 90,000.
 */
export function mergedConsumption(parts: Iterable<Consumption>): readonly Consumption[] {
  const merged = new Map<string, { readonly sum: Consumption; readonly counts: BucketCounts }>();
  for (const part of parts) {
    const key = `${part.kind} ${part.name}`;
    const known = merged.get(key);
    const counts = known?.counts ?? new Map();
    addHistogram(counts, part.latencies);
    merged.set(key, { sum: known === undefined ? part : { ...part, ...sumOf(known.sum, part) }, counts });
  }
  return [...merged.values()].map(({ counts, sum }) => ({ ...sum, latencies: histogramFrom(counts) }));
}

/** The callables with the most calls, then the models, each in the order of their calls, then of their names. */
export function mostCalled(all: readonly Consumption[]): readonly Consumption[] {
  const sorted = all.toSorted((left, right) => right.calls - left.calls || compare(left.name, right.name));
  const models = sorted.filter(({ kind }) => kind === "MODEL").slice(0, mostModels);
  return [...sorted.filter(({ kind }) => kind !== "MODEL").slice(0, mostCallables), ...models];
}

/** By code units. */
function compare(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

type Amounts = Omit<Consumed, "latencies">;

function sumOf(one: Amounts, other: Amounts): Amounts {
  return {
    calls: one.calls + other.calls,
    failedCalls: one.failedCalls + other.failedCalls,
    inputTokens: one.inputTokens + other.inputTokens,
    cachedInputTokens: one.cachedInputTokens + other.cachedInputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
    costMicros: one.costMicros + other.costMicros,
    unpricedCalls: one.unpricedCalls + other.unpricedCalls,
  };
}

function calledBy(state: ExecutionState): readonly Consumption[] {
  const { callables, definitions } = state.pinned;
  const ended = new Map<CallableDefinition, EndedCall[]>();
  for (const [ordinal, step] of state.steps.all.entries()) {
    const { step: planned } = nodeAt(state, ordinal);
    const callable = planned.kind === "TOOL" ? callables.get(planned.callableName) : undefined;
    if (callable === undefined || isHumanInput(definitions, callable) || isWait(callable)) continue;
    const calls = ended.get(callable) ?? [];
    addEndedCalls(calls, step);
    // Neither a reused result nor the agent of a turn left attempts.
    if (calls.length > 0) ended.set(callable, calls);
  }
  return [...ended].map(([callable, calls]) => ({
    ...ownNameOf(definitions, callable),
    ...nothingConsumed,
    ...countOf(calls),
  }));
}

/** Agents and workflows have two names in plans, their own and that of the tool that is made of them: both are counted as the former. */
function ownNameOf(
  definitions: ExecutionDefinitions,
  callable: CallableDefinition,
): Pick<Consumption, "kind" | "name"> {
  const { kind, provider, remoteName } = callable;
  const key = childKeyOf(definitions, callable);
  const run = key === undefined ? undefined : runDefinitionOf(definitions, key);
  if (run !== undefined && run.kind !== "ORCHESTRATION") return { kind: run.kind, name: run.name };
  const isRemoteTool = definitions.providers.some((known) => known.name === provider && known.kind === "A2A");
  return { kind, name: isRemoteTool ? remoteName : callable.name };
}

function countOf(calls: readonly EndedCall[]): Pick<Consumed, "calls" | "failedCalls" | "latencies"> {
  return {
    calls: calls.length,
    failedCalls: calls.filter(({ succeeded }) => !succeeded).length,
    latencies: histogramOf(calls.map(({ durationMs }) => durationMs)),
  };
}

function addEndedCalls(calls: EndedCall[], step: StepState): void {
  const { attempts, status } = step;
  /** When the call began that is made of this attempt and those before it. */
  let begunAt: number | undefined;
  for (const [place, attempt] of attempts.entries()) {
    const { finishedAt, startedAt } = attempt;
    if (finishedAt === undefined) continue;
    begunAt ??= startedAt;
    const isLast = place === attempts.length - 1;
    // An answer that another attempt follows was a question.
    if (hasAnswered(attempt) && !isLast) continue;
    const succeeded = hasAnswered(attempt) && hasSucceeded(status);
    const endedAt = isLast && isLeftWaiting(step, finishedAt) ? (step.finishedAt ?? finishedAt) : finishedAt;
    calls.push({ durationMs: endedAt - begunAt, succeeded });
    begunAt = undefined;
  }
}

/** Whether the step ended without an attempt after the question of its callee in the last one, which ended at `at`. */
function isLeftWaiting({ questions }: StepState, at: number): boolean {
  const last = questions.at(-1);
  return last?.purpose === "CALLEE" && last.createdAt >= at;
}

function hasAnswered({ failure, outcome }: AttemptState): boolean {
  return outcome === "ANSWERED" && failure === undefined;
}

/** One for each call of a model that ended. */
function modelConsumption(state: ExecutionState): readonly Consumption[] {
  const reportedNames = new Map(pinnedModels(state).map(({ model, name }) => [name, model]));
  return state.modelCalls.flatMap(({ end, model: askedFor }): readonly Consumption[] => {
    if (end === undefined) return [];
    const { costMicros, durationMs, failure, usage } = end;
    const { cachedInputTokens, inputTokens, outputTokens } = usage;
    // A provider that reported no name has the model name of the deployment here.
    const name = end.model === askedFor ? (reportedNames.get(askedFor) ?? askedFor) : end.model;
    return [
      {
        kind: "MODEL",
        name,
        calls: 1,
        failedCalls: failure === null ? 0 : 1,
        inputTokens,
        cachedInputTokens,
        outputTokens,
        costMicros: costMicros ?? 0,
        unpricedCalls: costMicros === null ? 1 : 0,
        latencies: histogramOf([durationMs]),
      },
    ];
  });
}

function pinnedModels({ pinned: { modelWork, turns } }: ExecutionState): readonly ModelDefinition[] {
  const { plan, respond, route } = modelWork;
  return [route, plan, respond, ...(turns?.agents ?? [])].flatMap((work) => work?.model ?? []);
}

/** Consumption of the models of a run, assigned to its workflow or agent. The call itself is counted by its caller. */
function ownRun(state: ExecutionState, models: readonly Consumption[]): readonly Consumption[] {
  const run = runOf(state);
  if (run === undefined || models.length === 0) return [];
  const { costMicros, inputTokens, outputTokens } = models.reduce<Amounts>(sumOf, nothingConsumed);
  return [{ ...run, ...nothingConsumed, inputTokens, outputTokens, costMicros }];
}

/** The callable that the models of an execution worked for. A question works for the agent it goes to, if that runs here. */
function runOf({ pinned, routing }: ExecutionState): Pick<Consumption, "kind" | "name"> | undefined {
  const { callable, callables, definitions, startedWith } = pinned;
  if (callable !== null) {
    const { kind, name } = callable;
    return kind === "ORCHESTRATION" ? undefined : { kind, name };
  }
  const agent = startedWith === "ASK" ? callables.get(routing?.agentName ?? "") : undefined;
  if (agent === undefined || childKeyOf(definitions, agent) === undefined) return undefined;
  return ownNameOf(definitions, agent);
}
