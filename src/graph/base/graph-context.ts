/**
 * Room `graph/base`: the parts that all rooms of the API share. It owns the context of a request (this file), the ports (`ports.ts`), the
 * source types behind the schema (`sources.ts`), public ids, cursors and pages, payloads, errors, scopes and the limits of requests.
 *
 * It leaves every field of the schema to the rooms above, and the implementation of the ports to `worker/clients`.
 *
 * Invariants:
 *
 * - An id that this deployment did not make, or made for another tenant, names nothing and reaches no other object (E1, `node-id.ts`).
 * - Every kind of finding has one line in `user-errors.ts`. A kind without one does not compile.
 * - An exception that is not a `requestError` is masked.
 * - A large value is read from its execution only when a field asks for it, and once (E14, `payload.ts`).
 *
 * This file is the context that every resolver receives: the caller, the clients of its tenant, and the functions that pure code cannot have.
 */

import type { Grant } from "../../access/grant.ts";
import type { RevocableCredential } from "../../access/revocable-credential.ts";
import type { EgressRules } from "../../catalog/egress.ts";
import type { TenantLimit } from "../../execution/commands/start-request.ts";
import type { ScheduleOrigin } from "../../execution/events/execution-origin.ts";
import type { MonthlyBudget } from "../../execution/events/usage.ts";
import type { LimitSettings } from "../../plan/limits.ts";
import type { ModelDefinition, ModelSettings } from "../../plan/model-definition.ts";
import type { FlowAction } from "../../plan/value-flow.ts";
import type { Clients } from "./ports.ts";
import type { Scope } from "./schema.generated.ts";

/** Who is asking. Made by the Worker from a credential, never from the request's content. */
export interface Caller {
  readonly tenant: string;
  readonly subject: string;
  /** Names of the groups that the credential names. */
  readonly groups: readonly string[];
  readonly scopes: readonly Scope[];
  /** When the credential ends, Unix milliseconds; subscriptions end with it. Absent if it does not. */
  readonly validUntil: number | undefined;
  /** The stored credential that proved the caller, so that open streams can end with it. Absent for credentials that cannot be revoked. */
  readonly credential?: RevocableCredential;
  /** The one thing that the credential is for. Absent for a credential of the whole tenant. */
  readonly grant?: Grant;
}

/** Settings of the deployment for every request. */
export interface GraphSettings {
  readonly version: string;
  /** Versions of the protocols that are spoken, newest first. */
  readonly a2aVersions: readonly string[];
  readonly mcpVersions: readonly string[];
  /** Origin under which the deployment is reached. If absent, it is that of the request. */
  readonly publicUrl: string | undefined;
  /** Which addresses a request may leave to. */
  readonly egress: EgressRules;
  readonly limits: LimitSettings;
  /** Executions of one root over its life, itself included. Absent, as 0, for no cap. */
  readonly maxExecutionsPerRoot?: number;
  /** How long a person has to answer, in milliseconds. */
  readonly humanInputTimeoutMs: number;
  readonly maxRequestCost: number;
  readonly models: ModelSettings;
  /**
   * The missing part of the deployment without which a model cannot be called: the name of the setting for its key, or of a binding; never
   * a value. Undefined if nothing is missing.
   */
  readonly modelLacks: (model: ModelDefinition) => string | undefined;
  /** Whether prompts and questions are taken (O28). */
  readonly promptsEnabled: boolean;
  /** Whether agents of ours may call `cp__agent_orchestrate`. */
  readonly allowOrchestration: boolean;
  /** The handling of an UNTRUSTED value that reaches a call which nothing declares safe, unless a rule of the tenant says otherwise. */
  readonly taintPolicy: FlowAction;
  readonly monthlyBudget: MonthlyBudget;
  readonly schedules: ScheduleCaps;
  /** Visibility of things whose request does not say it. */
  readonly defaultVisibility: "OWN" | "TENANT";
  /** Whether subjects are kept from approving executions that they started. */
  readonly fourEyes: boolean;
}

/** A tenant's limits for schedules. */
export interface ScheduleCaps {
  readonly maxSchedules: number;
  /** Of one subject. Absent, as 0, for no cap of its own. */
  readonly maxSchedulesPerSubject?: number;
  /** Seconds between two times of one, at least. */
  readonly minSeconds: number;
}

/** Counts the open subscriptions of the caller's tenant and address, as far as this isolate knows them. */
export interface SubscriptionGate {
  /** Takes one in, or names the cap that is reached. `leave` is to be called once, when it ends. */
  enter():
    | { readonly kind: "ENTERED"; readonly leave: () => void }
    | { readonly kind: "REFUSED"; readonly cap: string; readonly maximum: number };
  /** Unix milliseconds at which subscriptions of this connection are cut without being completed; clients then resume. */
  readonly endsAt: number;
  /** Whether the credential of the caller was revoked since. Absent for one that cannot be. */
  readonly isRevoked?: () => Promise<boolean>;
}

/** Of one tenant in one isolate. */
export interface OpenConnections {
  /** Over WebSockets, event streams and multipart answers. */
  readonly subscriptions: number;
  /** WebSockets, with or without subscriptions. */
  readonly sockets: number;
}

/** Counts a request's use of resources that tenants share. */
export interface LoadMeter {
  /** Steps of a plan check, see `check-work.ts`. */
  checked(steps: number): void;
  /** Bytes of an answer. Characters where those are counted more cheaply. */
  answered(bytes: number): void;
}

/** Given to the endpoint with each request. */
export interface RequestContext {
  readonly load: LoadMeter;
  /** Lets requests of other tenants go first between two pieces of work. Absent where no isolate is shared. */
  readonly pause?: () => Promise<void>;
  /** The cap for which a start of the caller would be refused now, as far as the isolate knows. Absent where this is not tracked. */
  readonly reachedCap?: () => TenantLimit | undefined;
  readonly clients: Clients;
  readonly caller: Caller;
  readonly settings: GraphSettings;
  readonly subscriptions: SubscriptionGate;
  /** The open requests of the tenant, or of a subject of it, in the isolate. Absent where they are not counted. */
  readonly open?: (subject?: string) => OpenConnections;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Lower-case hexadecimal text of so many random bytes. */
  readonly randomHex: (bytes: number) => string;
  /** Called with the operation of each request, such as `mutation ExecutePlan`. */
  readonly onOperation?: (operation: string) => void;
  /** The run of a schedule that is started. Absent for a request that came from outside. */
  readonly schedule?: ScheduleOrigin;
  /** The `traceparent` of the platform's own span, which a trace that begins here takes its id from. Undefined where nobody records it. */
  readonly platformTrace?: () => string | undefined;
}

/** The context of resolvers: the request's context and its HTTP request. */
export interface GraphContext extends RequestContext {
  readonly request: Request;
}
