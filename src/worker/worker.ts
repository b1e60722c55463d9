/**
 * Room `worker`: the deployment. It wires every other room: `app.ts` is the HTTP surface, which `late-app.ts` loads; `made-objects.ts` makes
 * the objects, whose code `late-object.ts` loads and whose methods `object-calls.ts` lists; this file is the entry of the Worker. The
 * sub-rooms are settings, platform, auth, watch, clients, request, sockets and routes. Nothing imports this room.
 *
 * It leaves to others: `graph`, `a2a-server` and `mcp-server` serve the protocols, `durable` has the objects, and every decision is in
 * the pure rooms.
 *
 * Invariants:
 *
 * - Settings are checked first, then the origin, then the credential. A misconfigured or refusing deployment reaches no object.
 * - A fault of our own is logged, and the response says only that the software failed.
 *
 * This file exports the app and the classes of the objects, whose code is loaded late.
 */
import { lateApp } from "./late-app.ts";
import { lateObject } from "./late-object.ts";
import {
  catalogCalls,
  conversationCalls,
  executionCalls,
  indexCalls,
  scheduleCalls,
  tenantCalls,
} from "./object-calls.ts";
import type { Environment } from "./platform/environment.ts";
import { platformTracer } from "./platform/platform-tracer.ts";

// Modules of their own: an isolate that only holds objects never reads them.
const schemaText = async () => (await import("../graph/bare-schema.generated.graphql")).default;
const describedText = async () => (await import("../../schema.graphql")).default;
const app = lateApp(async () => {
  const { makeApp } = await import("./app.ts");
  return () => makeApp(schemaText, platformTracer, describedText);
});

export default { fetch: app.fetch } satisfies ExportedHandler<Environment>;

const objects = () => import("./made-objects.ts");

export class ExecutionObject extends lateObject(async () => (await objects()).execution, executionCalls) {}
export class ConversationObject extends lateObject(async () => (await objects()).conversation, conversationCalls) {}
export class CatalogObject extends lateObject(async () => (await objects()).catalog, catalogCalls) {}
export class TenantObject extends lateObject(async () => (await objects()).tenant, tenantCalls) {}
export class IndexObject extends lateObject(async () => (await objects()).index, indexCalls) {}
export class ScheduleObject extends lateObject(async () => (await objects()).schedule, scheduleCalls) {}
