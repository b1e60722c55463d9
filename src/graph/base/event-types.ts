/** What the schema calls each kind of event. */
import type { EventKind } from "../../execution/events/event.ts";
import type { ExecutionEventType } from "./schema.generated.ts";

export const eventTypes: { readonly [Kind in EventKind]: ExecutionEventType } = {
  ExecutionStarted: "EXECUTION_STARTED",
  AgentRouted: "AGENT_ROUTED",
  PlanProposed: "PLAN_PROPOSED",
  PlanRejected: "PLAN_REJECTED",
  ModelCallStarted: "MODEL_CALL_STARTED",
  ModelCalled: "MODEL_CALLED",
  TextProduced: "TEXT_PRODUCED",
  StepStarted: "STEP_STARTED",
  AttemptFailed: "ATTEMPT_FAILED",
  StepWaiting: "STEP_WAITING",
  HumanInputResolved: "HUMAN_INPUT_RESOLVED",
  ArtifactStored: "ARTIFACT_STORED",
  StepFinished: "STEP_FINISHED",
  CancelRequested: "CANCEL_REQUESTED",
  CallIgnored: "CALL_IGNORED",
  ExecutionResumed: "EXECUTION_RESUMED",
  ExecutionFinished: "EXECUTION_FINISHED",
  TurnStarted: "TURN_STARTED",
  OutputSubmitted: "OUTPUT_SUBMITTED",
  MessageAdded: "MESSAGE_ADDED",
  StructuredOutputChecked: "STRUCTURED_OUTPUT_CHECKED",
  DuplicateSuppressed: "DUPLICATE_SUPPRESSED",
  BindingSet: "BINDING_SET",
  HandoffMade: "HANDOFF_MADE",
};
