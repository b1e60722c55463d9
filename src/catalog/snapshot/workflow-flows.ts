/**
 * The values that reach the calls of a workflow, found when it is saved. They are warnings: the rules may be others when it is run, and a
 * run holds or refuses each call by itself. Of its input nothing is known, so only values of the workflow itself are followed.
 */

import { callablesByName } from "../../plan/callable.ts";
import { labelsFrom, noLabels } from "../../plan/labels/label.ts";
import { flowWarnings, planFlows } from "../../plan/labels/plan-flows.ts";
import { PlanLabels } from "../../plan/labels/plan-labels.ts";
import type { ModelSettings } from "../../plan/model-definition.ts";
import { leafSteps } from "../../plan/plan-scope.ts";
import type { PlanWarning } from "../../plan/problem.ts";
import { runDefinitionKey } from "../../plan/run-definition.ts";
import { definitionsFor, runDefinitionOf } from "../../plan/run-definitions.ts";
import type { WorkflowRegistration } from "../workflow-registration.ts";
import { type CatalogSnapshot, withWorkflowVersion } from "./catalog-snapshot.ts";
import { type PinningSettings, pinnedDefinitions } from "./pinned-definitions.ts";

/** What a run of the workflow would be pinned with beside the catalog. */
export interface FlowContext {
  readonly models: ModelSettings;
  readonly settings: PinningSettings;
}

/** `placeOf` says where the arguments of a step stand in the request. Empty for a workflow that could not be run now. */
export function workflowFlows(
  workflow: WorkflowRegistration,
  placeOf: (stepId: string) => readonly string[],
  snapshot: CatalogSnapshot,
  { models, settings }: FlowContext,
): readonly PlanWarning[] {
  const { name, plan } = workflow;
  const saved = withWorkflowVersion(snapshot, { ...workflow, createdAt: 0 });
  const pinning = pinnedDefinitions(saved, [name], models, settings);
  const run = pinning.ok ? runDefinitionOf(pinning.definitions, runDefinitionKey("WORKFLOW", name)) : undefined;
  if (!pinning.ok || run === undefined) return [];
  const definitions = definitionsFor(pinning.definitions, run.callableNames);
  const callables = callablesByName(definitions);
  const written = labelsFrom(["PLAN"], `the workflow ${name}`);
  const labels = new PlanLabels({ plan, callables, definitions, written, given: noLabels });
  return flowWarnings(planFlows({ labels, steps: leafSteps(plan), callables, placeOf }));
}
