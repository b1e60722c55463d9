/** The inbox of a tenant: the kept facts of each question to a person, and the pages in which its changes are delivered. */

import type { Address } from "../../access/address.ts";
import type { Audience } from "../../access/audience.ts";
import type {
  DeclineOutcome,
  ExpiryOutcome,
  HumanInputKind,
  HumanInputPurpose,
  UiComponent,
} from "../../plan/human-input.ts";
import type { HumanInputResolution } from "../events/event.ts";
import type { ChangePosition } from "./execution-view.ts";

/** A question to a person as the inbox of a tenant keeps it. */
export interface InboxSummary extends Address {
  readonly requestId: string;
  readonly step: string | null;
  readonly purpose: HumanInputPurpose;
  readonly kind: HumanInputKind;
  readonly status: "PENDING" | HumanInputResolution;
  /** Its beginning, 500 characters at most: the whole of it if it is shorter. */
  readonly prompt: string;
  readonly ui: UiComponent | null;
  /** The callable of the call that the question is about. Null if it is about none. */
  readonly callableName: string | null;
  readonly onExpiry: ExpiryOutcome["kind"];
  readonly onDecline: DeclineOutcome;
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly resolvedAt: number | null;
  readonly respondedBy: string | null;
}

/** A question in the inbox of a tenant, with the execution that asks it. */
export interface InboxItem extends InboxSummary {
  readonly execution: string;
}

/** Changes of the inbox: each question at most once, at its latest state. */
export interface InboxPage {
  readonly after: ChangePosition;
  readonly items: readonly InboxItem[];
  /** Who may see the executions that ask, by name. Nothing of those that asked before 0.9.0. */
  readonly audiences?: { readonly [execution: string]: Audience };
  readonly cursor: ChangePosition;
  readonly caughtUp: boolean;
  /** Whether `after` is of another epoch, or questions that changed after it are not known any more: everything must be read again. */
  readonly gap: boolean;
}
