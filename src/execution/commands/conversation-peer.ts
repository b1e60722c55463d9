/** Requests to the object of a conversation: messages of people, and reports of an execution. */

import type { Accessor, Visibility } from "../../access/audience.ts";
import type { Json } from "../../json/json.ts";
import type { TurnStart } from "../../plan/turn-work.ts";
import type { ReservationResult, TurnReservation } from "../turns/turn-request.ts";
import type { ConversationView, MessageView } from "../views/conversation-view.ts";
import type { StartRequest, StartResult, TenantLimit } from "./start-request.ts";

/** A message of a person. The execution is started by the conversation's object, as often as it takes (E1). */
export interface SendRequest {
  readonly conversation: string;
  readonly tenant: string;
  readonly chatId: string;
  readonly appId: string | null;
  readonly subject: string;
  /** Hash of the request. The same key with another hash is a conflict. */
  readonly fingerprint: string;
  /** Null for a message that has none. */
  readonly idempotencyKey: string | null;
  readonly text: string;
  /** Variables that the person sets, by name. */
  readonly variables: { readonly [name: string]: Json };
  /** False to have a conversation that does not exist made. */
  readonly mustExist: boolean;
  /** The initial facts of a new conversation. */
  readonly start: TurnStart;
  readonly manifest: { readonly name: string; readonly hash: string };
  /**
   * The execution to start, without the facts that only the conversation knows: it fills in `turns.start`, and the history and message of
   * `conversation`.
   */
  readonly request: StartRequest;
  /** The visibility that the person asks for. An existing conversation must have the same. Absent if the person says none. */
  readonly visibility?: Visibility;
  readonly group?: string;
  /** Who sends it, as far as it decides whether the conversation may be gone on with. Absent for one that may everything. */
  readonly accessor?: Accessor;
}

export type SendResult =
  | {
      readonly kind: "SENT";
      readonly replayed: boolean;
      readonly view: ConversationView;
      readonly message: MessageView;
      /** Name of the execution that was started for it. */
      readonly execution: string;
      /** Answer of the execution; null if it could not be reached yet, and is started later. */
      readonly started: Extract<StartResult, { readonly kind: "STARTED" }> | null;
    }
  | { readonly kind: "NOT_FOUND" }
  | { readonly kind: "IDEMPOTENCY_CONFLICT"; readonly execution: string }
  /** An execution runs in it. */
  | { readonly kind: "BUSY"; readonly execution: string }
  /** An agent ended it. */
  | { readonly kind: "ENDED" }
  /** It runs another manifest, or belongs to somebody else's application. `message` says "required …, found …". */
  | { readonly kind: "MISMATCH"; readonly message: string }
  /** Its variables would be larger together than it keeps. */
  | { readonly kind: "LIMIT_EXCEEDED"; readonly limit: string; readonly maximum: number; readonly found: number }
  /** The tenant, or the subject, has as many conversations as it may. Nothing was stored. */
  | ({ readonly kind: "TOO_MANY" } & ConversationLimit)
  | TenantLimit;

/** A conversation that is about to begin. */
export interface ConversationAdmission {
  readonly conversation: string;
  readonly subject: string;
}

/** How many conversations there may be. 0 for no cap. */
export interface ConversationCaps {
  readonly maxConversations: number;
  readonly maxConversationsPerSubject: number;
}

/** The cap that another conversation would pass. */
export interface ConversationLimit {
  readonly limit: keyof ConversationCaps;
  readonly maximum: number;
  /** How many there would be. */
  readonly found: number;
}

/**
 * A report of an execution to its conversation: everything since the previous report. It is repeated until acknowledged; a repetition
 * changes nothing.
 */
export interface ConversationReport {
  readonly execution: string;
  /** Sequence of the last row that the report reflects; only higher ones apply. */
  readonly sequence: number;
  /** Messages since the last report, in order, without that of the person. */
  readonly messages: readonly ReportedMessage[];
  readonly variables: { readonly [name: string]: Json };
  readonly activeAgent: string;
  readonly turn: number;
  /** Whether a rule ended the conversation. */
  readonly hasEnded: boolean;
  /** Whether the execution has ended. */
  readonly hasFinished: boolean;
}

export interface ReportedMessage extends Omit<MessageView, "position" | "execution"> {
  /** Its row in the journal of the execution, by which repetitions are recognised. */
  readonly sequence: number;
}

/** The object of a conversation as an execution sees it. */
export interface ConversationPeer {
  reserve(reservation: TurnReservation): Promise<ReservationResult>;
  /** Resolves once it is stored. */
  report(report: ConversationReport): Promise<void>;
}
