/**
 * The product, and what only its objects know: how often each was made, and how many watchers each has. `GET /observed` tells it
 * of all executions. Counting how often they were made wakes none; counting watchers does, so it is asked for apart (`?watchers`).
 */

import type { Environment } from "../../src/worker/environment.ts";
/**
 * The product, and what only its objects know: how often each was made, and how many watchers each has. `GET /observed` tells it
 * of all executions. Counting how often they were made wakes none; counting watchers does, so it is asked for apart (`?watchers`).
 */
import product, {
  CatalogObject,
  ExecutionObject as Execution,
  IndexObject,
  TenantObject,
} from "../../src/worker/worker.ts";

export { CatalogObject, IndexObject, TenantObject };

/** Constructions by id of the object. Objects and Worker share this isolate. */
const made = new Map<string, number>();

export class ExecutionObject extends Execution {
  readonly #context: DurableObjectState;

  constructor(context: DurableObjectState, environment: Environment) {
    super(context, environment);
    this.#context = context;
    const id = context.id.toString();
    made.set(id, (made.get(id) ?? 0) + 1);
  }

  override fetch(request: Request): Response {
    if (new URL(request.url).pathname === "/watchers") return Response.json(this.#context.getWebSockets().length);
    return super.fetch(request);
  }
}

export default {
  async fetch(request, environment, context) {
    const url = new URL(request.url);
    if (url.pathname !== "/observed") return product.fetch(request, environment, context);
    if (!url.searchParams.has("watchers")) return Response.json({ made: [...made.values()] });
    const namespace = environment.EXECUTION as unknown as DurableObjectNamespace;
    const watchers: unknown[] = [];
    for (const id of made.keys()) {
      const stub = namespace.get(namespace.idFromString(id));
      watchers.push(await (await stub.fetch("https://execution/watchers")).json());
    }
    return Response.json({ watchers });
  },
} satisfies ExportedHandler<Environment>;
