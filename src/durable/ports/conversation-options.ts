/**
 * What the object of a conversation needs of its deployment, and its port to the executions that it starts.
 */
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
  /** What was started there: null for nothing. Starts nothing. */
  lookup(fingerprint: string, subject: string, withValues?: boolean): Promise<StartResult | null>;
  /**
   * A page of what the execution has to report after row `after` of its journal. Without messages and not finished: that is all, and it
   * runs. Null if there is no execution, or nothing of it is kept. Rejects if that cannot be said for now.
   */
  conversationReport(after: number): Promise<ConversationReport | null>;
}

export interface ConversationOptions
  extends Pick<ExecutionOptions, "clock" | "index" | "leaseMs" | "misconfigured" | "publicId" | "retentionMs"> {
  /** An execution of the tenant, by the name of its object. Opened anew for each call: a stub that broke stays broken. */
  readonly execution: (tenant: string, name: string) => ConversationExecution;
  /** Undefined if the conversation may begin, which then counts. Asks nobody where there is no cap. */
  readonly admit: (tenant: string, admission: ConversationAdmission) => Promise<ConversationLimit | undefined>;
  readonly retention: ConversationRetention;
}

/** How long what is in a conversation is kept. Undefined for ever. */
export interface ConversationRetention {
  /** The conversation, after its last change. */
  readonly afterChangeMs: number | undefined;
  /** The text of a hidden message. */
  readonly hiddenMs: number | undefined;
}
