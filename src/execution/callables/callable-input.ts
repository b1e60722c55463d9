/**
 * Room `execution/callables`: executions that are runs of a callable: an agent of ours, a workflow or orchestration.
 *
 * Owns: the input of such an execution (this file, with a file each for agents and orchestration); the plan of a request to an agent
 * (`agent-plan.ts`); the two ways of giving input (`dual-mode.ts`); the request that makes a child (`child-start.ts`).
 * Leaves: run definitions to `plan`; making them from the catalog to `catalog/snapshot`; depth and cycles to `execution/settle`
 * (`nesting.ts`); the output of a run to `execution/settle` (`run-output.ts`); creating the object to `durable`.
 *
 * Invariants:
 * - The same run definition and message make the same input for every sender (W10).
 * - A run needs only the definitions pinned with its caller. It never asks the catalog (E15).
 * - A child gets the remaining time and the budgets that were reserved for it, and no more.
 *
 * This file makes the input of an execution from the pinned run definition and the message that calls it. A workflow is run as it was
 * saved; its own execution checks its input on entry (W15). The input of an agent or an orchestration is checked here.
 */

import type { Failure } from "../../json/failure.ts";
import type { Json } from "../../json/json.ts";
import type { ExecutionDefinitions } from "../../plan/callable.ts";
import { noModelWork } from "../../plan/model-definition.ts";
import type { RunDefinition, WorkflowDefinition } from "../../plan/run-definition.ts";
import { definitionsFor, runDefinitionOf } from "../../plan/run-definitions.ts";
import { type InvocationMessage, readMessageParts } from "../commands/invocation-message.ts";
import type { EntryInput, ExecutionInput } from "../commands/start-request.ts";
import { agentInput } from "./agent-input.ts";
import { type CallableCall, commonInput, type ExecutionInputResult } from "./execution-input.ts";
import { orchestrationInput } from "./orchestration-input.ts";

/** The input of a run of the definition `key`. Fails with INPUT_INVALID, PLAN_INVALID, or INTERNAL if it was not pinned (O19). */
export function executionInput(
  definitions: ExecutionDefinitions,
  key: string,
  call: CallableCall,
): ExecutionInputResult {
  const definition = runDefinitionOf(definitions, key);
  if (definition === undefined) return { ok: false, failure: notPinned(key) };
  const own = definitionsFor(definitions, callableNamesOf(definition, definitions));
  switch (definition.kind) {
    case "WORKFLOW":
      return { ok: true, work: workflowInput(definition, own, call) };
    case "AGENT":
      return agentInput(definition, own, call);
    case "ORCHESTRATION":
      return orchestrationInput(definition, own, call);
  }
}

/** Orchestration is shared by all agents that have it; each may orchestrate only its own callables (O29). */
function callableNamesOf(
  { callableNames, kind }: RunDefinition,
  { callables }: ExecutionDefinitions,
): readonly string[] {
  if (kind !== "ORCHESTRATION") return callableNames;
  const own = new Set(callables.map(({ name }) => name));
  return callableNames.filter((name) => own.has(name));
}

function workflowInput(definition: WorkflowDefinition, own: ExecutionDefinitions, call: CallableCall): ExecutionInput {
  const { inputSchema, kind, name, output, outputSchema, plan, planHash, version } = definition;
  const timeoutMs = Math.min(call.limits.timeoutMs, definition.timeoutMs ?? Number.POSITIVE_INFINITY);
  return {
    ...commonInput(own, { ...call, limits: { ...call.limits, timeoutMs } }),
    callable: { kind, name, version, inputSchema, outputSchema, output },
    input: entryInput(call.message),
    conversation: null,
    modelWork: noModelWork,
    plan,
    planHash,
    startedWith: "WORKFLOW",
  };
}

/** The input that a message holds: an artifact, else structured data, else its words as `{text}`. Nothing at all is an empty object. */
export function entryInput(message: InvocationMessage): EntryInput {
  const { data, text, url } = readMessageParts(message as unknown as Json);
  if (url !== null) return { kind: "ARTIFACT", url };
  if (data !== undefined) return { kind: "VALUE", value: data };
  return { kind: "VALUE", value: text === null ? {} : { text } };
}

function notPinned(key: string): Failure {
  const message = `Cannot run ${JSON.stringify(key)}: required a definition that was pinned with its caller, found none`;
  return { code: "INTERNAL", message, retryable: false, details: null };
}
