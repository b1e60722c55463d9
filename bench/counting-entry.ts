/**
 * The product with meters at its objects. `GET /bench/counts` gives the counts since the last request for them, by class, beside the
 * requests to the Worker. Executions are removed after `BENCH_RETENTION_MS`, so that a run sees their whole life.
 */
import { ExecutionObject as Execution } from "../src/durable/execution/execution-object.ts";
import { objectOptions } from "../src/worker/clients/object-options.ts";
import type { Environment } from "../src/worker/platform/environment.ts";
import product, * as entry from "../src/worker/worker.ts";
import { ObjectMeter } from "../test/support/objects/object-meter.ts";

const meters = {
  execution: new ObjectMeter(),
  index: new ObjectMeter(),
  tenant: new ObjectMeter(),
  catalog: new ObjectMeter(),
  conversation: new ObjectMeter(),
};

/** As it is given to a class, with its storage watched. */
function watched(meter: ObjectMeter, context: DurableObjectState): DurableObjectState {
  meter.watchStorage(context.storage);
  return context;
}

export class ExecutionObject extends Execution<Environment> {
  constructor(context: DurableObjectState, environment: Environment) {
    const retentionMs = Number(environment.BENCH_RETENTION_MS);
    super(watched(meters.execution, context), environment, { ...objectOptions(environment), retentionMs });
  }
}

export class IndexObject extends entry.IndexObject {
  constructor(context: DurableObjectState, environment: Environment) {
    super(watched(meters.index, context), environment);
  }
}

export class TenantObject extends entry.TenantObject {
  constructor(context: DurableObjectState, environment: Environment) {
    super(watched(meters.tenant, context), environment);
  }
}

export class CatalogObject extends entry.CatalogObject {
  constructor(context: DurableObjectState, environment: Environment) {
    super(watched(meters.catalog, context), environment);
  }
}

export class ConversationObject extends entry.ConversationObject {
  constructor(context: DurableObjectState, environment: Environment) {
    super(watched(meters.conversation, context), environment);
  }
}

meters.execution.watchCalls(ExecutionObject.prototype);
meters.index.watchCalls(IndexObject.prototype);
meters.tenant.watchCalls(TenantObject.prototype);
meters.catalog.watchCalls(CatalogObject.prototype);
meters.conversation.watchCalls(ConversationObject.prototype);

let requests = 0;

export default {
  fetch(request, environment, context) {
    if (new URL(request.url).pathname !== "/bench/counts") {
      requests += 1;
      return product.fetch(request, environment, context);
    }
    const counts = Object.fromEntries(Object.entries(meters).map(([name, meter]) => [name, meter.read()]));
    const answer = Response.json({ requests, objects: counts });
    for (const meter of Object.values(meters)) meter.reset();
    requests = 0;
    return answer;
  },
} satisfies ExportedHandler<Environment>;
