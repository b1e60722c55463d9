/**
 * The fields of an execution that a list can answer without reading the execution.
 */

import type { ExecutionResolvers } from "../base/resolvers.generated.ts";
import type { ExecutionFailure } from "../base/schema.generated.ts";

type FieldName = keyof ExecutionResolvers | "__typename";

/** Fields that every summary answers. */
const standingFields: readonly FieldName[] = [
  "__typename",
  "id",
  "kind",
  "status",
  "state",
  "cursor",
  "lastSequence",
  "createdAt",
  "updatedAt",
  "finishedAt",
  "contextId",
  "labels",
  "startedBy",
  "visibility",
  "group",
  "usage",
  "startedAt",
  "durationMs",
  "currentStepId",
  "waitingFor",
];

/** Fields that are answered by the outline, which summaries of earlier versions lack. */
export const outlineFields: ReadonlySet<string> = new Set<FieldName>([
  "title",
  "stepStatuses",
  "stepCount",
  "endedStepCount",
  "retryAt",
  "runOf",
  "parent",
  "failure",
]);

/** Fields that the index answers, so that a list of executions that selects no others reads none of them. */
export const summaryFields: ReadonlySet<string> = new Set<string>([...standingFields, ...outlineFields]);

/** Fields of `failure` that the index answers. */
export const listedFailureFields: ReadonlySet<string> = new Set<keyof ExecutionFailure | "__typename">([
  "__typename",
  "code",
  "message",
  "stepId",
  "retryable",
]);
