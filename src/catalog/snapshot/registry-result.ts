/**
 * Results of a change of the registry. The object of the catalog answers with its new revision; its client returns the parts that the
 * caller needs instead (`At`), for example the snapshot with the change.
 */

import type { ParsedAgentCard } from "../agents/parse-agent-card.ts";
import type { OpenApiMember } from "../openapi/openapi-registration.ts";
import type { ServerRegistration } from "../server-registration.ts";
import type { RegisteredWebhook, WebhookRegistration } from "../webhook-registration.ts";
import type { RegisteredWorkflow, WorkflowRegistration } from "../workflow-registration.ts";
import type { AgentRefusal } from "./agent-refusal.ts";

/** Why nothing was stored. */
export interface RegistryRefusal<
  Member = string,
  Code = "INVALID_INPUT" | "EGRESS_DENIED" | "UPSTREAM_ERROR" | "LIMIT_EXCEEDED",
> {
  readonly kind: "REFUSED";
  readonly code: Code;
  /** The member of the request that is to blame. Null if none is. */
  readonly member: Member | null;
  readonly message: string;
  /** The cap of a setting that it would pass, with the number that was found. Absent if that is not the reason. */
  readonly reached?: { readonly limit: string; readonly maximum: number; readonly found: number };
  /** The name of the credential, within the tenant, that a person has to connect first. Absent if that is not the reason. */
  readonly connect?: string;
}

/** The revision of the catalog that a change made. */
export interface AtRevision {
  readonly revision: string;
}

export type RegisterServerResult<At = AtRevision> =
  | ({ readonly kind: "REGISTERED" } & At)
  | RegistryRefusal<keyof ServerRegistration>;

export type RegisterOpenApiResult<At = AtRevision> =
  | ({ readonly kind: "REGISTERED" } & At)
  | RegistryRefusal<OpenApiMember>;

export type RegisterAgentResult<At = AtRevision> =
  /** `name` is that of the card where none was given. */
  ({ readonly kind: "REGISTERED"; readonly name: string } & At) | RegistryRefusal<AgentRefusal["member"]>;

export type SetFlowRulesResult<At = AtRevision> =
  | ({ readonly kind: "SET" } & At)
  | {
      readonly kind: "REFUSED";
      readonly code: "INVALID_INPUT";
      readonly message: string;
      /** The rule that is at fault. Absent if all of them are. */
      readonly position: number | undefined;
    };

export type PreviewCardResult = ({ readonly kind: "READ" } & ParsedAgentCard) | RegistryRefusal<AgentRefusal["member"]>;

export type SaveWorkflowResult<At = AtRevision> =
  | ({ readonly kind: "SAVED"; readonly workflow: RegisteredWorkflow } & At)
  | RegistryRefusal<keyof WorkflowRegistration>;

/** The entry at `at` of those that were sent was refused, and so nothing was stored. */
export interface ImportRefusal extends RegistryRefusal {
  readonly at: number;
}

export type ImportDefinitionsResult<At = AtRevision> = ({ readonly kind: "IMPORTED" } & At) | ImportRefusal;

export type RegisterWebhookResult<At = AtRevision> =
  | ({ readonly kind: "REGISTERED"; readonly webhook: RegisteredWebhook } & At)
  | RegistryRefusal<keyof WebhookRegistration>;

export type AcceptToolResult<At = AtRevision> =
  | ({ readonly kind: "ACCEPTED" } & At)
  | { readonly kind: "NOT_FOUND" }
  /** The tool is something else by now. */
  | { readonly kind: "CHANGED_SINCE"; readonly contractHash: string };
