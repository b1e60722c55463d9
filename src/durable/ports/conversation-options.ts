/** The options that a deployment gives the object of a conversation, with its port to the executions that it starts. */
import type {
  ConversationAdmission,
  ConversationLimit,
  ConversationReport,
} from "../../execution/commands/conversation-peer.ts";
import type { StartRequest, StartResult } from "../../execution/commands/start-request.ts";
import type { ExecutionOptions } from "./execution-options.ts";

/** An execution as its conversation sees it. Every question may be repeated. */
export interface ConversationExecution {
  start(request: StartRequest): Promise<StartResult>;
  /** The execution that was started there, or null. Starts nothing. */
  lookup(fingerprint: string, subject: string, withValues?: boolean): Promise<StartResult | null>;
  /**
   * A page of the execution's report after row `after` of its journal. A page without messages that is not finished is the last one, and
   * the execution runs. Null if there is no execution, or nothing of it is kept. Rejects if that is unknown for now.
   */
  conversationReport(after: number): Promise<ConversationReport | null>;
}

export interface ConversationOptions
  extends Pick<ExecutionOptions, "clock" | "index" | "leaseMs" | "misconfigured" | "publicId" | "retentionMs"> {
  /** An execution of the tenant, by the name of its object. Opened again for each call: a stub that broke stays broken. */
  readonly execution: (tenant: string, name: string) => ConversationExecution;
  /** Undefined if the conversation may begin, which then counts. Makes no call where there is no cap. */
  readonly admit: (tenant: string, admission: ConversationAdmission) => Promise<ConversationLimit | undefined>;
  readonly retention: ConversationRetention;
}

/** How long a conversation keeps its content. Undefined for ever. */
export interface ConversationRetention {
  /** The conversation, after its last change. */
  readonly afterChangeMs: number | undefined;
  /** The text of a hidden message. */
  readonly hiddenMs: number | undefined;
}
