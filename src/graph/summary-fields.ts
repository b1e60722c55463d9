/** What of an execution a list can tell without reading it. */
import type { ExecutionResolvers } from "./schema.generated.ts";

/** Fields that the index answers, so that a list of executions that selects no others reads none of them. */
export const summaryFields: ReadonlySet<string> = new Set<keyof ExecutionResolvers | "__typename">([
  "__typename",
  "id",
  "kind",
  "status",
  "state",
  "createdAt",
  "updatedAt",
  "finishedAt",
  "contextId",
  "labels",
  "startedBy",
  "usage",
  "startedAt",
  "durationMs",
  "currentStepId",
  "waitingFor",
]);
