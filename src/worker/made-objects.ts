/** The objects as this deployment makes them, each with its options. One module, which an isolate loads with its first object. */
import { CatalogObject } from "../durable/catalog/catalog-object.ts";
import { ConversationObject } from "../durable/conversation/conversation-object.ts";
import { ExecutionObject } from "../durable/execution/execution-object.ts";
import { IndexObject } from "../durable/index/index-object.ts";
import { ScheduleObject } from "../durable/schedule/schedule-object.ts";
import { TenantObject } from "../durable/tenant/tenant-object.ts";
import { conversationOptions, indexOptions, objectOptions, tenantOptions } from "./clients/object-options.ts";
import type { MadeObject } from "./late-object.ts";
import { platformTracer } from "./platform/platform-tracer.ts";
import { scheduleOptions } from "./request/schedule-options.ts";

export const execution: MadeObject<ExecutionObject> = (context, env) =>
  new ExecutionObject(context, env, objectOptions(env, platformTracer));

export const conversation: MadeObject<ConversationObject> = (context, env) =>
  new ConversationObject(context, env, conversationOptions(env));

export const catalog: MadeObject<CatalogObject> = (context, env) => new CatalogObject(context, env, objectOptions(env));

export const tenant: MadeObject<TenantObject> = (context, env) => new TenantObject(context, env, tenantOptions(env));

export const index: MadeObject<IndexObject> = (context, env) => new IndexObject(context, env, indexOptions(env));

export const schedule: MadeObject<ScheduleObject> = (context, env) =>
  new ScheduleObject(context, env, scheduleOptions(env));
