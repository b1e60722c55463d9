/**
 * The Worker as a library: the classes of the objects, which the Worker of a project exports under these names, and a request handler for a
 * Worker without configuration in code. What the classes are made of is no part of the contract, so their declarations say nothing of it.
 */
import type { DurableObject } from "cloudflare:workers";
import worker, * as objects from "../../../src/worker/worker.ts";

type ObjectClass = new (context: DurableObjectState, env: Cloudflare.Env) => DurableObject;

/** `objects` accepts its environment unchecked. The first request reports missing bindings. */
const classOf = (object: unknown): ObjectClass => object as ObjectClass;

const Execution = classOf(objects.ExecutionObject);
const Conversation = classOf(objects.ConversationObject);
const Catalog = classOf(objects.CatalogObject);
const Index = classOf(objects.IndexObject);
const Tenant = classOf(objects.TenantObject);
const Schedule = classOf(objects.ScheduleObject);

/** Executions, bound as `EXECUTION`. */
export class ExecutionObject extends Execution {}

/** Conversations, bound as `CONVERSATION`. */
export class ConversationObject extends Conversation {}

/** What each tenant has registered, bound as `CATALOG`. */
export class CatalogObject extends Catalog {}

/** Lists of executions, bound as `INDEX`. */
export class IndexObject extends Index {}

/** Keys and caps of each tenant, bound as `TENANT`. */
export class TenantObject extends Tenant {}

/** Schedules, bound as `SCHEDULE`. */
export class ScheduleObject extends Schedule {}

const handler: { readonly fetch: (request: Request, env: unknown, context: unknown) => Promise<Response> } = {
  fetch: async (request, env, context) =>
    worker.fetch(request, env as Parameters<typeof worker.fetch>[1], context as ExecutionContext),
};

export default handler;
