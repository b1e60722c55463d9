/** Names of the results of the client's operations: each is a fragment of `operations.graphql`. */
import type {
  ConversationFragment,
  ExecutePlanMutation,
  ExecutionEventFragment,
  ExecutionFragment,
  ExecutionSummaryFragment,
  FailureFragment,
  HumanInputRequestFragment,
  InboxItemFragment,
  MessageFragment,
  StepFragment,
  UserErrorFragment,
} from "./operations.generated.ts";

/** One execution with its steps, values and questions. */
export type Execution = ExecutionFragment;
/** One execution as lists have it. */
export type ExecutionSummary = ExecutionSummaryFragment;
/** One entry of the log of an execution. `__typename` is its kind. Ignore unknown kinds. */
export type ExecutionEvent = ExecutionEventFragment;
export type Step = StepFragment;
/** Why an execution or a step failed. */
export type ExecutionFailure = FailureFragment;
/** A question to a person. */
export type HumanInputRequest = HumanInputRequestFragment;
/** A question to a person, with the execution that waits. */
export type InboxItem = InboxItemFragment;
export type Conversation = ConversationFragment;
export type Message = MessageFragment;
/** A problem that the caller can correct. `code` and `__typename` identify it. */
export type UserError = UserErrorFragment;
export type PlanWarning = NonNullable<ExecutePlanMutation["answer"]>["warnings"][number];
