/** Run definitions of workflows, local agents and orchestration, made from the catalog (E15). Pure: models are those of the deployment, by name. */

import type { CallableDefinition, EffectClass } from "../../plan/callable.ts";
import type { LimitSettings } from "../../plan/limits.ts";
import {
  type ModelDefinition,
  type ModelSettings,
  type PlanWork,
  responderTimeMs,
} from "../../plan/model-definition.ts";
import {
  type AgentDefinition,
  type OrchestrationDefinition,
  orchestrationKey,
  runDefinitionKey,
  type WorkflowDefinition,
} from "../../plan/run-definition.ts";
import type { LocalAgentRegistration } from "../agent-registration.ts";
import { childProvider } from "../child-provider.ts";
import { orchestrationTool } from "../orchestration-tool.ts";
import type { WorkflowRegistration } from "../workflow-registration.ts";
import { calledNames } from "./reachable.ts";

/** Bounds of plans, as the deployment has them for given ones. */
export type PlanBounds = Pick<LimitSettings, "maxPlanBytes" | "maxJsonDepth">;

/** The models in whose words an agent plans and answers. */
export interface AgentModels {
  readonly plan: ModelDefinition;
  readonly respond: ModelDefinition;
}

export function workflowDefinition(workflow: WorkflowRegistration): WorkflowDefinition {
  const { inputSchema, name, output, outputSchema, plan, planHash, timeoutMs, version } = workflow;
  const callableNames = calledNames(plan);
  const key = runDefinitionKey("WORKFLOW", name);
  const definition = { key, callableNames, name, version, plan, planHash, inputSchema, outputSchema, output };
  return { kind: "WORKFLOW", ...definition, ...(timeoutMs === undefined ? {} : { timeoutMs }) };
}

/** An agent with tools plans before it answers, as often as it may; one without answers at once. */
export function agentRunDefinition(
  agent: LocalAgentRegistration,
  models: AgentModels,
  settings: ModelSettings,
  bounds: PlanBounds,
): AgentDefinition {
  const { actions, description, inputSchema, instructions, maxRounds = 1, name, outputSchema, skills, tools } = agent;
  const rounds = maxRounds === 1 ? {} : { maxRounds };
  return {
    kind: "AGENT",
    key: runDefinitionKey("AGENT", name),
    callableNames: tools,
    name,
    agent: { name, description, instructions, skills },
    actions,
    ...(inputSchema !== undefined && { inputSchema }),
    ...(outputSchema !== undefined && { outputSchema }),
    plan: tools.length === 0 ? null : { ...planWork(models.plan, settings, bounds), ...rounds },
    // The longest that is kept: how much time a run has is known when it starts.
    respond: { model: models.respond, reservedMs: responderTimeMs(Number.POSITIVE_INFINITY) },
  };
}

/** Orchestration over `callableNames`. Without a model only plans can be given. */
export function orchestrationDefinition(
  callableNames: readonly string[],
  model: ModelDefinition | undefined,
  settings: ModelSettings,
  bounds: PlanBounds,
): OrchestrationDefinition {
  const { maxJsonDepth, maxPlanBytes } = bounds;
  const plan = model === undefined ? null : planWork(model, settings, bounds);
  return { kind: "ORCHESTRATION", key: orchestrationKey, callableNames, plan, maxPlanBytes, maxJsonDepth };
}

/** `cp__agent_orchestrate` as something that an agent calls. `effectClass` is that of all that it may reach. */
export function orchestrationCallable(effectClass: EffectClass): CallableDefinition {
  const { description, inputSchema, name, outputSchema } = orchestrationTool;
  return {
    name,
    kind: "TOOL",
    description,
    usageHints: "",
    inputSchema,
    outputSchema,
    effectClass,
    declaredDestructive: false,
    outputValidation: "OFF",
    provider: childProvider.name,
    remoteName: orchestrationKey,
  };
}

function planWork(
  model: ModelDefinition,
  { encoding, maxCorrections }: ModelSettings,
  { maxPlanBytes }: PlanBounds,
): PlanWork {
  return { model, encoding, schedule: null, maxCorrections, maxPlanBytes };
}
