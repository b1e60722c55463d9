/** The start of an execution whose plan is given: what a request says of it, and the first row after it. */
import type { StartRequest } from "../../../src/execution/commands/start-request.ts";
import type { ExecutionStarted } from "../../../src/execution/events/event.ts";
import { noModelWork } from "../../../src/plan/model-definition.ts";

export const plainStart = {
  tenant: "default",
  surface: "graphql",
  idempotencyKey: null,
  fingerprint: "fingerprint",
  subject: "anonymous",
  derivation: null,
  contextId: null,
  traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
  tracestate: null,
  labels: [],
  startedWith: "PLAN",
  onInvalidPlan: "REJECT",
  callable: null,
  message: null,
  conversation: null,
  modelWork: noModelWork,
  dialect: "TYPED",
  inDoubt: "FAIL",
  approval: "DECLARED_DESTRUCTIVE",
  humanInputTimeoutMs: 3_600_000,
  turns: null,
} as const satisfies Partial<ExecutionStarted> & Partial<StartRequest>;
