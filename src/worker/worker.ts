/**
 * Room `worker`: the deployment. It wires every other room: `app.ts` is the HTTP surface, `late-app.ts` loads it, this file is the entry of the Worker. The sub-rooms
 * are settings, platform, auth, watch, clients, request, sockets and routes. Nothing imports this room.
 *
 * It leaves to others: `graph`, `a2a-server` and `mcp-server` serve the protocols, `durable` has the objects, and every decision is in
 * the pure rooms.
 *
 * Invariants:
 *
 * - Settings are checked first, then the origin, then the credential. A misconfigured or refusing deployment reaches no object.
 * - A fault of our own is logged, and the response says only that the software failed.
 *
 * This file exports the app and the classes of the objects, and gives each class its options.
 */
import { CatalogObject as Catalog } from "../durable/catalog/catalog-object.ts";
import { ConversationObject as Conversation } from "../durable/conversation/conversation-object.ts";
import { ExecutionObject as Execution } from "../durable/execution/execution-object.ts";
import { IndexObject as Index } from "../durable/index/index-object.ts";
import { ScheduleObject as Schedule } from "../durable/schedule/schedule-object.ts";
import { TenantObject as Tenant } from "../durable/tenant/tenant-object.ts";
import { conversationOptions, indexOptions, objectOptions, tenantOptions } from "./clients/object-options.ts";
import { lateApp } from "./late-app.ts";
import type { Environment } from "./platform/environment.ts";
import { platformTracer } from "./platform/platform-tracer.ts";
import { scheduleOptions } from "./request/schedule-options.ts";

// Modules of their own: an isolate that only holds objects never reads them.
const schemaText = async () => (await import("../graph/bare-schema.generated.graphql")).default;
const describedText = async () => (await import("../../schema.graphql")).default;
const app = lateApp(async () => {
  const { makeApp } = await import("./app.ts");
  return () => makeApp(schemaText, platformTracer, describedText);
});

export default { fetch: app.fetch } satisfies ExportedHandler<Environment>;

export class ExecutionObject extends Execution<Environment> {
  constructor(context: DurableObjectState, environment: Environment) {
    super(context, environment, objectOptions(environment, platformTracer));
  }
}

export class ConversationObject extends Conversation<Environment> {
  constructor(context: DurableObjectState, environment: Environment) {
    super(context, environment, conversationOptions(environment));
  }
}

export class CatalogObject extends Catalog<Environment> {
  constructor(context: DurableObjectState, environment: Environment) {
    super(context, environment, objectOptions(environment));
  }
}

export class TenantObject extends Tenant<Environment> {
  constructor(context: DurableObjectState, environment: Environment) {
    super(context, environment, tenantOptions(environment));
  }
}

export class IndexObject extends Index<Environment> {
  constructor(context: DurableObjectState, environment: Environment) {
    super(context, environment, indexOptions(environment));
  }
}

export class ScheduleObject extends Schedule<Environment> {
  constructor(context: DurableObjectState, environment: Environment) {
    super(context, environment, scheduleOptions(environment));
  }
}
