/**
 * `Mutation.invokeWorkflow`: a run of a workflow that no other execution started. It is called as a step calls it (W8–W10): the run
 * receives the message that any caller would send, and checks its input and output itself (W15). Invariants of E1: as for `executePlan`;
 * the execution of a used key is found before anything is stored.
 */
import { givenConfinement } from "../../access/given-visibility.ts";
import { type CatalogSnapshot, withWorkflowVersion } from "../../catalog/snapshot/catalog-snapshot.ts";
import type { RegisteredWorkflow } from "../../catalog/workflow-registration.ts";
import { executionInput } from "../../execution/callables/callable-input.ts";
import { type InvocationMessage, invocationMessage } from "../../execution/commands/invocation-message.ts";
import { type ArtifactAddress, artifactUrl } from "../../execution/events/artifact-record.ts";
import { hashOfParts } from "../../json/effect-key.ts";
import { traceIdOf } from "../../json/trace-context.ts";
import type { ExecutionDefinitions } from "../../plan/callable.ts";
import type { ExecutionLimits } from "../../plan/limits.ts";
import { leafSteps } from "../../plan/plan-scope.ts";
import { runDefinitionKey } from "../../plan/run-definition.ts";
import { artifactNamed } from "../artifacts/artifact-resolvers.ts";
import type { GraphContext } from "../base/graph-context.ts";
import type { ArtifactFile } from "../base/ports.ts";
import { cannotTake, limitExceeded, type RequestProblem } from "../base/request-problem.ts";
import type { InvokeWorkflowInput, Maybe } from "../base/schema.generated.ts";
import type { ArtifactSource } from "../base/sources.ts";
import { generalError, problemErrors, type UserErrorSource } from "../base/user-errors.ts";
import { definitionBytes, pinned } from "../registry/pinned-catalog.ts";
import { workflowSelected } from "../registry/workflow-resolvers.ts";
import { maxDefinitionBytes } from "./check-plan.ts";
import { type ExecutionSettings, executionSettings, optionProblems, startOptions } from "./execution-options.ts";
import { workflowFingerprint } from "./fingerprint.ts";
import { readIdempotencyKey } from "./idempotency-key.ts";
import { limitsOf } from "./limits-input.ts";
import {
  refusedStart,
  type StartIdentity,
  type StartPayload,
  startExecution,
  startedBefore,
  startIdentity,
} from "./start-execution.ts";
import { type WorkflowPayload, workflowPayload } from "./workflow-payload.ts";

export interface InvokePayload extends StartPayload {
  readonly inputArtifact: ArtifactSource | undefined;
}

/** Starts a run of a workflow, or answers with the one that the key started before. */
export async function invokeWorkflow(
  input: InvokeWorkflowInput,
  context: GraphContext,
  withValues: boolean,
): Promise<InvokePayload> {
  const options = input.options ?? {};
  const parsed = readIdempotencyKey(options.idempotencyKey, context.request.headers);
  if (!parsed.ok) return payloadOf(refusedStart(problemErrors([parsed.problem], ["input"])), undefined);
  const { key } = parsed;
  const fingerprint = await workflowFingerprint(input);
  const prepared = await prepare(input, context);
  if (!prepared.ok || fingerprint === undefined)
    return payloadOf(
      await startedBefore(key, fingerprint, prepared.ok ? [tooDeep] : prepared.errors, context),
      undefined,
    );
  const identity = startIdentity(key, context);
  const { execution } = identity;
  const messageId = hashOfParts([execution, fingerprint]);
  const payload: WorkflowPayload = await workflowPayload(
    input.payload,
    prepared.workflow,
    { execution, messageId, confinement: givenConfinement(options, context.settings.defaultVisibility) },
    context,
  );
  if (!payload.ok) return payloadOf(await startedBefore(key, fingerprint, payload.errors, context), undefined);
  // An execution of a used key keeps its first artifact.
  const earlier = key === undefined ? refusedStart([]) : await startedBefore(key, fingerprint, [], context);
  if (earlier.execution !== undefined) return payloadOf(earlier, await artifactNamed(payload.address, context));
  if (earlier.errors.length > 0) return payloadOf(earlier, undefined);
  const artifact = await payload.store();
  const settings = executionSettings(options, key, fingerprint);
  const message = messageOf(messageId, payload.address, artifact, { identity, settings }, context);
  const { definitions, limits, workflow } = prepared;
  const run = executionInput(definitions, runDefinitionKey("WORKFLOW", workflow.name), { message, limits });
  if (!run.ok) throw new Error(`Cannot run a workflow that was just pinned: ${run.failure.message}`);
  const started = await startExecution(run.work, settings, startOptions(options, withValues), context, identity);
  const source = { owner: payload.address.owner, artifact, stepId: null };
  return payloadOf(started, started.execution === undefined ? undefined : source);
}

/** Everything that is wrong with a run of a workflow now, its input included. Starts and stores nothing. */
export async function invocationErrors(
  input: InvokeWorkflowInput,
  context: GraphContext,
): Promise<readonly UserErrorSource[]> {
  const prepared = await prepare(input, context);
  if (!prepared.ok) return prepared.errors;
  const run = { execution: "", messageId: "", confinement: {} };
  const payload = await workflowPayload(input.payload, prepared.workflow, run, context);
  return payload.ok ? [] : payload.errors;
}

type Prepared =
  | {
      readonly ok: true;
      readonly workflow: RegisteredWorkflow;
      readonly definitions: ExecutionDefinitions;
      readonly limits: ExecutionLimits;
    }
  | { readonly ok: false; readonly errors: readonly UserErrorSource[] };

/** Everything that can be wrong but for the input. */
async function prepare(input: InvokeWorkflowInput, context: GraphContext): Promise<Prepared> {
  const { settings } = context;
  const options = input.options ?? {};
  const limits = limitsOf(options.limits, settings.limits, ["options", "limits"]);
  const found: RequestProblem[] = [...optionProblems(options, context), ...limits.problems, ...scheduleProblems(input)];
  const selected = await selectedWorkflow(input, context);
  if (selected === undefined) {
    const message = "Cannot run the workflow: required one that is stored, in a version that is kept, found none";
    const notStored = generalError("NOT_FOUND", message, ["input", "workflow"]);
    return { ok: false, errors: [...problemErrors(found, ["input"]), notStored] };
  }
  const { catalog, workflow } = selected;
  found.push(...stepProblems(options.limits?.maxSteps ?? undefined, workflow));
  const pinning = pinned(withWorkflowVersion(catalog, workflow), [workflow.name], settings, ["workflow"]);
  found.push(...(pinning.ok ? sizeProblems(pinning.definitions) : pinning.problems));
  if (!pinning.ok || found.length > 0) return { ok: false, errors: problemErrors(found, ["input"]) };
  return { ok: true, workflow, definitions: pinning.definitions, limits: limits.limits };
}

/** The workflow, looked for once more in the current catalog if the cached one does not know it. */
async function selectedWorkflow(
  { options, workflow: by }: InvokeWorkflowInput,
  context: GraphContext,
): Promise<{ readonly workflow: RegisteredWorkflow; readonly catalog: CatalogSnapshot } | undefined> {
  const { catalog } = context.clients;
  const revision = options?.minCatalogRevision;
  if (revision !== null && revision !== undefined) await catalog.snapshot({ kind: "REVISION", revision });
  const known = await workflowSelected(by, context);
  if (known !== undefined) return known;
  await catalog.snapshot({ kind: "CURRENT" });
  return workflowSelected(by, context);
}

/** Without a bound in the request a workflow is as large as it was saved. */
function stepProblems(maxSteps: number | undefined, { plan }: RegisteredWorkflow): readonly RequestProblem[] {
  const { length } = leafSteps(plan);
  if (maxSteps === undefined || length <= maxSteps) return [];
  return [limitExceeded("maxSteps", maxSteps, length, ["options", "limits", "maxSteps"])];
}

function sizeProblems(definitions: ExecutionDefinitions): readonly RequestProblem[] {
  const bytes = definitionBytes(definitions);
  return bytes <= maxDefinitionBytes ? [] : [limitExceeded("definitionBytes", maxDefinitionBytes, bytes, ["workflow"])];
}

function scheduleProblems({ options }: InvokeWorkflowInput): readonly RequestProblem[] {
  if (options?.schedule === null || options?.schedule === undefined) return [];
  return [cannotTake(["options", "schedule"], "required none, as the plan of a workflow has its own, found one")];
}

interface Run {
  readonly identity: StartIdentity;
  readonly settings: ExecutionSettings;
}

/** The message that a step of another execution would send, from a caller that lies above all executions (C23). */
function messageOf(
  messageId: string,
  address: ArtifactAddress,
  { mediaType, name }: ArtifactFile,
  { identity, settings }: Run,
  { caller }: GraphContext,
): InvocationMessage {
  const { requestId, traceparent } = identity;
  return invocationMessage({
    messageId,
    text: null,
    data: null,
    artifact: { url: artifactUrl(address), name, mediaType },
    identity: {
      contextId: settings.contextId ?? requestId,
      requestId,
      traceId: traceIdOf(traceparent),
      userId: caller.subject,
      depth: 0,
      ancestors: [],
    },
  });
}

const tooDeep = generalError(
  "INVALID_INPUT",
  "Cannot run the workflow: required parameters that are not nested as deeply",
  ["input", "payload"],
);

function payloadOf(started: StartPayload, inputArtifact: Maybe<ArtifactSource>): InvokePayload {
  return { ...started, inputArtifact: started.execution === undefined ? undefined : (inputArtifact ?? undefined) };
}
