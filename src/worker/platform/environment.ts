/**
 * Room `worker/platform`: the platform as the Worker uses it: bindings, placement of objects, calls of objects, sealed ids, random secrets,
 * tracing and counters.
 *
 * It leaves to others: `worker/settings` reads settings, `durable/ports` declares the ports for tracing and counters, `worker/clients` has the
 * methods of each object.
 *
 * Invariants:
 *
 * - `placement.ts` alone knows where the objects of a tenant live. Every access goes through it, so that a jurisdiction is never missed.
 * - A sealed id can be neither made nor read outside of the deployment (`sealed-id.ts`).
 * - A call of an object is repeated only if the platform says that this is worth it, and never on an overloaded object (`object-call.ts`).
 *
 * This file declares the environment that the platform passes to the Worker: bindings of objects, and settings as text.
 */

import type { DurableObject } from "cloudflare:workers";
import type { Bucket } from "../../durable/calls/artifact-bucket.ts";
import type { CatalogObject } from "../../durable/catalog/catalog-object.ts";
import type { ConversationObject } from "../../durable/conversation/conversation-object.ts";
import type { ExecutionObject } from "../../durable/execution/execution-object.ts";
import type { IndexObject } from "../../durable/index/index-object.ts";
import type { ScheduleObject } from "../../durable/schedule/schedule-object.ts";
import type { TenantObject } from "../../durable/tenant/tenant-object.ts";
import type { EventAddress } from "../../execution/events/step-waiting.ts";
import { hashOfParts } from "../../json/effect-key.ts";
import type { WorkersAiBinding } from "../../model/port.ts";
import type { Jurisdiction } from "../settings/setting-specs.ts";
import type { Dataset } from "./analytics-engine.ts";

/** Objects by name, as far as the Worker needs the platform's namespaces. */
export interface ObjectNamespace<Stub> {
  /** `locationHint` counts only when the object is made. */
  getByName(name: string, options?: { readonly locationHint: string }): Stub;
}

/** A namespace as the platform binds it. Which objects of a tenant are meant is decided in `placement.ts`. */
export interface PlatformNamespace<Stub> extends ObjectNamespace<Stub> {
  /** The part of the namespace whose objects stay in a jurisdiction. */
  jurisdiction(jurisdiction: Jurisdiction): ObjectNamespace<Stub>;
}

/** An object as its namespace gives it: the public methods of its class, each answering with a promise. Handlers are the platform's alone. */
type StubOf<Class> = {
  readonly [Name in Exclude<keyof Class, keyof DurableObject>]: Class[Name] extends (
    ...given: infer Given
  ) => infer Result
    ? (...given: Given) => Promise<Awaited<Result>>
    : never;
};

/** An object with feeds. */
export interface WatchedStub {
  /** Opens a watcher's WebSocket. */
  fetch(url: string, init: { readonly headers: { readonly [name: string]: string } }): Promise<Response>;
}

export type ExecutionStub = StubOf<ExecutionObject> & WatchedStub;
export type ConversationStub = StubOf<ConversationObject>;
export type CatalogStub = StubOf<CatalogObject>;
export type IndexStub = StubOf<IndexObject> & WatchedStub;
export type TenantStub = StubOf<TenantObject>;
export type ScheduleStub = StubOf<ScheduleObject>;

export interface Environment {
  readonly EXECUTION: PlatformNamespace<ExecutionStub>;
  readonly CONVERSATION: PlatformNamespace<ConversationStub>;
  readonly CATALOG: PlatformNamespace<CatalogStub>;
  readonly INDEX: PlatformNamespace<IndexStub>;
  readonly TENANT: PlatformNamespace<TenantStub>;
  readonly SCHEDULE: PlatformNamespace<ScheduleStub>;
  /** Where artifacts lie. Absent where the deployment has bound no bucket. */
  readonly ARTIFACTS?: Bucket;
  /** Where counters go. Absent where the deployment has bound no dataset; then only log lines have the counts. */
  readonly METRICS?: Dataset;
  /** Workers AI. Absent where the deployment has not bound it. */
  readonly AI?: WorkersAiBinding;
  /** Static assets. Absent where the deployment has none. */
  readonly ASSETS?: {
    fetch(
      address: URL,
      request: { readonly method: string; readonly headers: { readonly [name: string]: string } },
    ): Promise<Response>;
  };
  readonly [setting: string]: unknown;
}

/**
 * Name of the object that gives events of this address to steps. The mailboxes of a tenant are as many as a hex digit has values; they are
 * objects of the class of tenants, whose other tables they leave empty.
 */
export function mailboxName(tenant: string, { correlation, name }: EventAddress): string {
  return `${tenant}#mailbox-of-16/${hashOfParts([name, correlation]).charAt(0)}`;
}

/** Name of the object that keeps the secrets of a tenant and its subjects. It is of the class of tenants, whose other tables it leaves empty. */
export function credentialsName(tenant: string): string {
  return `${tenant}#credentials`;
}

/** Name of the index object of a tenant. There is one shard so far; its number is in the name from the first day. */
export function indexName(tenant: string): string {
  return `${tenant}#0`;
}
