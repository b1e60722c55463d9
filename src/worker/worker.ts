/** The entry of the Worker: serves the app, and gives the classes of objects their options. */
import schemaText from "../../schema.graphql";
import { CatalogObject as Catalog } from "../durable/catalog/catalog-object.ts";
import { ConversationObject as Conversation } from "../durable/conversation/conversation-object.ts";
import { ExecutionObject as Execution } from "../durable/execution/execution-object.ts";
import { IndexObject as Index } from "../durable/index/index-object.ts";
import { TenantObject as Tenant } from "../durable/tenant/tenant-object.ts";
import { makeApp } from "./app.ts";
import { conversationOptions, indexOptions, objectOptions, tenantOptions } from "./clients/object-options.ts";
import type { Environment } from "./platform/environment.ts";
import { platformTracer } from "./platform/platform-tracer.ts";

const app = makeApp(schemaText, platformTracer);

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
