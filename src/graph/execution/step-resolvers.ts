/**
 * Fields of the steps of an execution: first those of every kind, then of calls, then of tools, agents, people and groups.
 */
import type { GraphQLResolveInfo } from "graphql";
import { artifactKind, extractSkillId } from "../../catalog/artifact.ts";
import { type Meaning, meaningOf } from "../../catalog/snapshot/catalog-snapshot.ts";
import { hasSucceeded } from "../../execution/events/has-succeeded.ts";
import { allWarnings } from "../../execution/events/step-warning.ts";
import { turnSteps } from "../../execution/events/turn-event.ts";
import { maxShownItems } from "../../execution/state/shown-items.ts";
import { isJsonObject, type Json, ownValue } from "../../json/json.ts";
import type { EffectClass } from "../../plan/callable.ts";
import { plannedId } from "../../plan/order/items.ts";
import type { PlanStep } from "../../plan/plan.ts";
import { contentIn, resultText, textlessness } from "../../plan/result-text.ts";
import { type AnswerRoot, answerRoot } from "../base/answer-bytes.ts";
import { optionalFailure } from "../base/failure-source.ts";
import type { GraphContext } from "../base/graph-context.ts";
import { nodeId } from "../base/node-id.ts";
import { computedPayload, optionalPayload } from "../base/payload.ts";
import type { PayloadSource } from "../base/payload-source.ts";
import { requestError } from "../base/request-error.ts";
import type {
  AgentStepResolvers,
  HumanInputStepResolvers,
  LoopStepResolvers,
  MapStepResolvers,
  ParallelStepResolvers,
  StepResolvers,
  ToolStepResolvers,
  WorkflowStepResolvers,
} from "../base/resolvers.generated.ts";
import type {
  MapStepItemsArgs,
  Maybe,
  StepAttempt,
  StepKind,
  StepProgress,
  ToolArtifact,
  ToolStepAttachmentsArgs,
} from "../base/schema.generated.ts";
import type { StepSource } from "../base/sources.ts";
import { executionNamed } from "../registry/related-executions.ts";
import { currentCatalog, toolNamed } from "../registry/tool-resolvers.ts";
import { argumentSources } from "./argument-sources.ts";
import { durationMs, outputOf } from "./execution-resolvers.ts";
import { kindCalled, loopPolicy, mapPolicy, parallelPolicy, referencesOf } from "./plan-resolvers.ts";
import { attachmentCount, stepAttachments } from "./step-attachments.ts";

const typeNames = {
  HUMAN_INPUT: "HumanInputStep",
  TOOL: "ToolStep",
  AGENT: "AgentStep",
  WORKFLOW: "WorkflowStep",
  PARALLEL: "ParallelStep",
  MAP: "MapStep",
  LOOP: "LoopStep",
} as const;

/** The type of a step. Plans do not distinguish tools, agents and workflows; the pinned callables do. */
export function stepTypeName(source: StepSource): (typeof typeNames)[StepKind] {
  return typeNames[stepKind(source)];
}

export const stepResolvers = { __resolveType: stepTypeName } satisfies StepResolvers;

const sharedResolvers = {
  id: ({ view, step }: StepSource, _: unknown, context: GraphContext) =>
    nodeId({ kind: "STEP", execution: view.execution, stepId: step.id }, context),
  stepId: ({ step }: StepSource) => step.id,
  index: ({ step }: StepSource) => step.index,
  kind: (source: StepSource) => stepKind(source),
  status: ({ step }: StepSource) => step.status,
  resultKey: ({ step }: StepSource) => step.resultKey,
  input: ({ view, step }: StepSource, _: unknown, { clients }: GraphContext) =>
    optionalPayload(clients.executions, view.execution, step.input),
  output: (source: StepSource, _: unknown, { clients }: GraphContext) => outputOf(source, clients.executions),
  failure: ({ step }: StepSource) => optionalFailure(step.failure, step.id),
  references: (source: StepSource) => {
    const planned = planStepOf(source);
    return planned === undefined ? [] : referencesOf(planned);
  },
  startedAt: ({ step }: StepSource) => step.startedAt,
  finishedAt: ({ step }: StepSource) => step.finishedAt,
  durationMs: ({ step }: StepSource, _: unknown, { now }: GraphContext) => durationMs(step, now()),
};

const callResolvers = {
  ...sharedResolvers,
  effectClass: (source: StepSource) => pinnedEffectClass(source),
  callId: ({ step }: StepSource) => step.callId,
  outcome: ({ step }: StepSource) => step.outcome,
  reused: ({ step }: StepSource) => step.reused,
  waitsFor: ({ step }: StepSource) => step.waitsFor,
  waitsUntil: ({ step }: StepSource) => step.waitsUntil ?? null,
  attempts: ({ step }: StepSource) =>
    step.attempts.map((attempt): StepAttempt => ({ ...attempt, failure: optionalFailure(attempt.failure, step.id) })),
  warnings: ({ step }: StepSource) => allWarnings(step.warning, step.warnings),
  content: ({ view, step }: StepSource, _: unknown, { clients }: GraphContext) =>
    optionalPayload(clients.executions, view.execution, step.content),
  argumentSources: ({ view, step }: StepSource, _: unknown, context: GraphContext, info: GraphQLResolveInfo) =>
    argumentSources(view, step, step.input, context.clients.executions, info, answerRoot(context, info)),
};

/** Of calls whose results can carry more than text. */
const attachmentResolvers = {
  attachments: (source: StepSource, args: ToolStepAttachmentsArgs, context: GraphContext, info: GraphQLResolveInfo) =>
    stepAttachments(source, args, context, answerRoot(context, info)),
  attachmentCount: (source: StepSource, _: unknown, context: GraphContext, info: GraphQLResolveInfo) =>
    attachmentCount(source, context, answerRoot(context, info)),
};

/** Why an answer was taken that is not as it should be. */
const warningOf = ({ step }: StepSource) => optionalFailure(step.warning, step.id);

/** The progress of the call in flight. */
function progressOf({ step }: StepSource): Maybe<StepProgress> {
  if (step.progress === undefined) return null;
  const { at, message = null, progress = null, total = null } = step.progress;
  return { at, message, progress, total };
}

export const toolStepResolvers = {
  ...callResolvers,
  ...attachmentResolvers,
  warning: warningOf,
  toolName: ({ step }) => step.callableName ?? "",
  awaitedEvent: ({ step }) => step.awaitedEvent ?? null,
  progress: progressOf,
  tool: ({ step }, _, context) => (step.callableName === null ? null : toolNamed(step.callableName, context)),
  text: (source, _, context) => stepText(source, context),
  artifact: ({ view, step }, _, context, info) => {
    const documentOf = (frame: typeof step.output) =>
      optionalPayload(context.clients.executions, view.execution, frame);
    return toolArtifact(documentOf(step.output), documentOf(step.content), answerRoot(context, info));
  },
} satisfies ToolStepResolvers;

/** Of steps that may run as an execution of their own, or as a task elsewhere. */
const runResolvers = {
  ...callResolvers,
  executionId: ({ step: { child } }: StepSource, _: unknown, context: GraphContext) =>
    child === null ? null : nodeId({ kind: "EXECUTION", execution: child }, context),
  execution: ({ step: { child } }: StepSource, _: unknown, context: GraphContext, info: GraphQLResolveInfo) =>
    child === null ? null : executionNamed(child, context, info),
  remoteTaskId: ({ step }: StepSource) => step.remoteTaskId,
  waitNote: ({ step }: StepSource) => step.waitNote,
  progress: progressOf,
};

export const agentStepResolvers = {
  ...runResolvers,
  ...attachmentResolvers,
  warning: warningOf,
  agentName: ({ step }) => step.callableName ?? "",
  text: (source, _, context) => stepText(source, context),
  agent: async ({ step }, _, context) => {
    const meant = await meaningIn(step.callableName, context);
    return meant?.sort === "AGENT" ? { agent: meant.agent } : null;
  },
} satisfies AgentStepResolvers;

export const workflowStepResolvers = {
  ...runResolvers,
  workflowName: ({ step }) => step.callableName ?? "",
  workflow: async ({ step }, _, context) => {
    const meant = await meaningIn(step.callableName, context);
    return meant?.sort === "WORKFLOW" ? { workflow: meant.workflow, catalog: await currentCatalog(context) } : null;
  },
  inputArtifact: ({ step, view }) => {
    const stored = view.artifacts.find(({ position, step: by }) => by === step.id && position === undefined);
    return stored === undefined ? null : { owner: view.execution, artifact: stored, stepId: step.id };
  },
} satisfies WorkflowStepResolvers;

export const humanInputStepResolvers = {
  ...sharedResolvers,
  request: ({ step, view }) => {
    const request = view.humanInputs.findLast((asked) => asked.step === step.id);
    return request === undefined ? null : { execution: view.execution, request, view };
  },
} satisfies HumanInputStepResolvers;

/** The current meaning of a step's callable, by its own name or that of a tool made of it (W4). Undefined if it means nothing. */
async function meaningIn(name: string | null, context: GraphContext): Promise<Meaning | undefined> {
  return name === null ? undefined : meaningOf(await currentCatalog(context), name);
}

export const parallelStepResolvers = {
  ...sharedResolvers,
  policy: (source) => {
    const planned = planStepOf(source);
    if (planned?.kind !== "PARALLEL")
      throw new Error(`Cannot read the policy of "${source.step.id}": it is not a group`);
    return parallelPolicy(planned);
  },
  children: ({ view, step }) =>
    step.children.map((id) => {
      const child = view.steps.find((candidate) => candidate.id === id);
      if (child === undefined) throw new Error(`Cannot find the child "${id}" of the group "${step.id}"`);
      return { view, step: child };
    }),
} satisfies ParallelStepResolvers;

/** Of a map or loop: how many items it has, and some of them. */
const repeatResolvers = {
  ...sharedResolvers,
  counts: ({ step }: StepSource) => {
    if (step.items === undefined) throw new Error(`Cannot count the items of "${step.id}": it has none`);
    return step.items;
  },
  items: ({ view, step }: StepSource, { first = 20 }: MapStepItemsArgs) => {
    if (first < 0 || first > maxShownItems) {
      const message = `Cannot show items: first must be from 0 to ${maxShownItems}, found ${first}`;
      throw requestError("BAD_USER_INPUT", message);
    }
    const shown = new Map(view.steps.map((candidate) => [candidate.id, candidate]));
    return step.children.slice(0, first).flatMap((id) => {
      const item = shown.get(id);
      return item === undefined ? [] : [{ view, step: item }];
    });
  },
};

export const mapStepResolvers = {
  ...repeatResolvers,
  policy: (source) => {
    const planned = planStepOf(source);
    if (planned?.kind !== "MAP") throw new Error(`Cannot read the policy of "${source.step.id}": it is no map`);
    return mapPolicy(planned);
  },
} satisfies MapStepResolvers;

export const loopStepResolvers = {
  ...repeatResolvers,
  policy: (source) => {
    const planned = planStepOf(source);
    if (planned?.kind !== "LOOP") throw new Error(`Cannot read the policy of "${source.step.id}": it is no loop`);
    return loopPolicy(planned);
  },
} satisfies LoopStepResolvers;

/** That of an item is the step that all items are made from. Undefined for the steps of a turn, which no plan has. */
function planStepOf({ view, step }: StepSource): PlanStep | undefined {
  const named = plannedId(step.id);
  for (const candidate of view.plan?.steps ?? []) {
    if (candidate.id === named) return candidate;
    if (candidate.kind !== "TOOL") {
      const child = candidate.children.find(({ id }) => id === named);
      if (child !== undefined) return child;
    }
  }
  if (view.turns !== null) return undefined;
  throw new Error(`Cannot find the step "${step.id}" in the plan of its execution`);
}

function stepKind({ view, step }: StepSource): StepKind {
  if (step.kind !== "TOOL") return step.kind;
  return isAgentOfTurn({ view, step }) ? "AGENT" : kindCalled(step.callableName, view.callables);
}

/** The agent of a turn is no callable, and calls nothing itself. */
function isAgentOfTurn({ view, step }: StepSource): boolean {
  return view.turns?.turns.some(({ number }) => turnSteps(number).agent === step.id) === true;
}

function pinnedEffectClass(source: StepSource): EffectClass {
  if (isAgentOfTurn(source)) return "READ_ONLY";
  const { step, view } = source;
  return view.callables.find(({ name }) => name === step.callableName)?.effectClass ?? "UNSAFE";
}

/** The text of a step, made when it is asked for. Null for a step that has none: it has not succeeded, or a person answered it. */
function stepText({ step, view }: StepSource, { clients }: GraphContext): Maybe<PayloadSource> {
  const callable = view.callables.find(({ name }) => name === step.callableName);
  if (!hasSucceeded(step.status) || callable === undefined || textlessness(callable) !== undefined) return undefined;
  const content = optionalPayload(clients.executions, view.execution, step.content);
  const output = optionalPayload(clients.executions, view.execution, step.output);
  if (!content && !output) return undefined;
  return computedPayload(async (root) => resultText(contentIn(await content?.read(root)), await output?.read(root)));
}

/**
 * The artifact that the output of a step describes (P24, P25, C18). `content` holds the metadata of the result beside its text for people.
 */
async function toolArtifact(
  output: Maybe<PayloadSource>,
  content: Maybe<PayloadSource>,
  root: AnswerRoot,
): Promise<ToolArtifact | undefined> {
  if (!output) return undefined;
  const value = await output.read(root);
  const shape = artifactKind(value);
  if (shape === "NONE") return undefined;
  const result = (await content?.read(root)) ?? null;
  const metadata = memberOf(result, "metadata");
  const artifactId = memberOf(value, "artifact_id");
  return {
    shape,
    artifactId: typeof artifactId === "string" ? artifactId : null,
    skillId: extractSkillId(value, metadata),
  };
}

function memberOf(value: Json, name: string): Json {
  return isJsonObject(value) ? (ownValue(value, name) ?? null) : null;
}
