/**
 * RESPOND: what the responder is asked and what its answer is (P7, P16, H13, H14). It sees the messages that the planner saw, to the
 * letter, and one more: the report of what happened, as data. It has no tools, so nothing that an output says can make it do more than
 * write text.
 */
import type { CallableDefinition } from "../plan/callable.ts";
import type { Conversation } from "../plan/conversation.ts";
import type { ExecutionStatus } from "../plan/event.ts";
import type { Failure } from "../plan/failure.ts";
import type { Json } from "../plan/json.ts";
import type { ModelDefinition } from "../plan/model-definition.ts";
import type { PlanProblem } from "../plan/problem.ts";
import { conversationMessages } from "./conversation-messages.ts";
import { bytesInJson } from "./cut-to-fit.ts";
import { reportText } from "./execution-report.ts";
import type { ModelReply, ModelRequest } from "./port.ts";

export type StepEnd = "SUCCEEDED" | "PARTIAL" | "FAILED" | "UNKNOWN" | "CANCELLED" | "NOT_RUN";

/** What became of one step, groups left out. */
export interface StepReport {
  readonly id: string;
  readonly callableName: string;
  readonly end: StepEnd;
  /** Undefined if there is none. */
  readonly arguments: Json | undefined;
  readonly output: Json | undefined;
  /** What its callee wrote, unless the output says the same. Undefined if there is none. */
  readonly text: Json | undefined;
  /** Images, sounds and resources that it gave, which stand in no text. Absent if there are none. */
  readonly attachments?: readonly Json[];
  readonly failure: Failure | null;
}

export interface ResponderInput {
  readonly model: ModelDefinition;
  readonly conversation: Conversation;
  /** The same as for the planner, so that both see the same messages (P7). */
  readonly callables: readonly CallableDefinition[];
  readonly bindings: readonly string[];
  /** How the execution ends. */
  readonly status: ExecutionStatus;
  readonly failure: Failure | null;
  /** What was wrong with the plan. Null if one ran. */
  readonly planProblems: readonly PlanProblem[] | null;
  /** In the order of the plan. */
  readonly steps: readonly StepReport[];
  /** A question for which no agent fits (C30). */
  readonly isUnrouted: boolean;
  /**
   * Bytes in UTF-8 that the texts of the messages may have together, as they stand in JSON. Arguments, outputs, failures and problems
   * are cut to fit, and say so; the conversation is not.
   */
  readonly maxBytes: number;
}

/** What the responder is asked. */
export function responderRequest(input: ResponderInput): ModelRequest {
  const shared = conversationMessages(input);
  const usedBytes = shared.reduce((sum, { text }) => sum + bytesInJson(text), 0);
  const report = reportText(input, input.maxBytes - usedBytes);
  return { model: input.model, messages: [...shared, { role: "USER", text: report }], answer: { kind: "TEXT" } };
}

export type ResponderReading =
  | { readonly ok: true; readonly text: string }
  /** `message` completes "the responder answered with …". */
  | { readonly ok: false; readonly message: string };

/** What the responder answered. A text that was cut is no answer: its end may be what would have turned its meaning. */
export function readResponderReply({ text, functions, stop }: ModelReply): ResponderReading {
  if (stop === "REFUSED") return { ok: false, message: "a refusal" };
  if (stop === "LENGTH") return { ok: false, message: "a text that was cut at its greatest length" };
  const [called] = functions;
  if (called !== undefined) {
    return {
      ok: false,
      message: `a call of the function "${called.name.slice(0, 100)}", although it was offered none`,
    };
  }
  return text.trim() === "" ? { ok: false, message: "nothing" } : { ok: true, text };
}
