/** What the platform hands to the Worker: bindings of objects, and settings as text (see `settings.ts`). */

import type { ServerRegistration } from "../catalog/server-registration.ts";
import type { CatalogContents, RegistrationAnswer } from "../durable/catalog-object.ts";
import type { IndexPort } from "../durable/execution-options.ts";
import type { SummaryPage, SummaryQuery } from "../durable/index-object.ts";
import type { ExecutionDoor } from "../graph/doors.ts";

/** Objects by name, as far as the Worker needs the platform's namespaces. */
export interface ObjectNamespace<Stub> {
  getByName(name: string): Stub;
}

type WithoutName<Method> = Method extends (execution: string, ...rest: infer Rest) => infer Answer
  ? (...rest: Rest) => Answer
  : never;

/** The methods of the door, asked of the object that is meant; `fetch` opens a watcher's WebSocket. */
export type ExecutionStub = {
  readonly [Name in
    | "lookup"
    | "read"
    | "value"
    | "groupOutput"
    | "projection"
    | "events"
    | "cancel"
    | "respond"]: WithoutName<ExecutionDoor[Name]>;
} & {
  readonly start: ExecutionDoor["start"];
  fetch(url: string, init: { readonly headers: { readonly [name: string]: string } }): Promise<Response>;
};

export interface CatalogStub {
  contents(known: string | null): Promise<CatalogContents>;
  register(registration: ServerRegistration): Promise<RegistrationAnswer>;
  remove(name: string): Promise<string | null>;
}

export interface IndexStub extends IndexPort {
  list(query: SummaryQuery): Promise<SummaryPage>;
}

export interface Environment {
  readonly EXECUTION: ObjectNamespace<ExecutionStub>;
  readonly CATALOG: ObjectNamespace<CatalogStub>;
  readonly INDEX: ObjectNamespace<IndexStub>;
  readonly [setting: string]: unknown;
}

/** Name of the index object of a tenant. There is one shard so far; its number is in the name from the first day. */
export function indexName(tenant: string): string {
  return `${tenant}#0`;
}
