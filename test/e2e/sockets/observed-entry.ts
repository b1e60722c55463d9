/**
 * The product, and what only its objects know. `GET /observed` tells of all executions, in the order in which they began: the id of the
 * object, how often it was made, how often its watchers asked it for a page. That wakes none of them. `?watchers=<id>` counts the
 * watchers of one, which wakes it; `?named=<name>` gives the id of an object; `?fill=<id>&count=N` puts N events into its log behind its back: they count once it is made anew.
 */
import { rowsOf } from "../../../src/durable/storage/journal-row.ts";
import type { Environment } from "../../../src/worker/platform/environment.ts";
import product, {
  CatalogObject,
  ConversationObject,
  ExecutionObject as Execution,
  IndexObject,
  TenantObject,
} from "../../../src/worker/worker.ts";

export { CatalogObject, ConversationObject, IndexObject, TenantObject };

/** Constructions by id of the object. Objects and Worker share this isolate. */
const made = new Map<string, number>();

/** Pages that watchers asked for, by id of the object. */
const pulls = new Map<string, number>();

export class ExecutionObject extends Execution {
  readonly #context: DurableObjectState;

  constructor(context: DurableObjectState, environment: Environment) {
    super(context, environment);
    this.#context = context;
    const id = context.id.toString();
    made.set(id, (made.get(id) ?? 0) + 1);
  }

  override fetch(request: Request): Response {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === "/watchers") return Response.json(this.#context.getWebSockets().length);
    if (pathname === "/fill") return Response.json(this.#fill(Number(searchParams.get("count"))));
    return super.fetch(request);
  }

  override webSocketMessage(socket: WebSocket, message: string | ArrayBuffer): void {
    const id = this.#context.id.toString();
    pulls.set(id, (pulls.get(id) ?? 0) + 1);
    super.webSocketMessage(socket, message);
  }

  /** Gives the number of the last event. */
  #fill(count: number): number {
    const { sql } = this.#context.storage;
    const { last } = sql.exec<{ last: number }>("SELECT max(seq) AS last FROM journal").one();
    const event = { kind: "CallIgnored", step: null, callId: "none", reason: "x".repeat(1_500) } as const;
    for (let sequence = last + 1; sequence <= last + count; sequence++) {
      for (const row of rowsOf([{ sequence, occurredAt: Date.now(), hidden: false, transitions: [], event }]))
        sql.exec(
          "INSERT INTO journal(seq, kind, version, at, hidden, body) VALUES(?, ?, ?, ?, ?, ?)",
          ...[row.seq, row.kind, row.version, row.at, row.hidden, row.body],
        );
    }
    return last + count;
  }
}

export default {
  async fetch(request, environment, context) {
    const url = new URL(request.url);
    if (url.pathname !== "/observed") return product.fetch(request, environment, context);
    const namespace = environment.EXECUTION as unknown as DurableObjectNamespace;
    const name = url.searchParams.get("named");
    if (name !== null) return Response.json(namespace.idFromName(name).toString());
    for (const question of ["watchers", "fill"]) {
      const id = url.searchParams.get(question);
      if (id === null) continue;
      return namespace.get(namespace.idFromString(id)).fetch(`https://execution/${question}${url.search}`);
    }
    return Response.json([...made].map(([id, count]) => ({ id, made: count, pulls: pulls.get(id) ?? 0 })));
  },
} satisfies ExportedHandler<Environment>;
