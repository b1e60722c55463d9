/**
 * The deployment that a command speaks to: one operation, the events of an execution without loss, a file. Every failure is a
 * `CommandFailure` that names the attempt and the next command to type.
 */
import { endingInError, resumable } from "@planwright/client";
import { createClient, NetworkError } from "graphql-sse";
import type { Target } from "./config.ts";
import { type Answer, connectionFailure, graphFailure, httpFailure, unreachable } from "./deployment-failure.ts";
import type { ExecutionEvent } from "./execution-event.ts";
import { executionEventsDocument } from "./execution-events.ts";
import { patientBody } from "./patient-body.ts";
import type { Surroundings } from "./surroundings.ts";

export type Variables = { readonly [name: string]: unknown };

interface Listed<Node> {
  readonly page: {
    readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
    readonly nodes: readonly Node[];
  };
}

/** An answer that has not come as a whole by then is given up, and a body that is read as it comes once nothing came of it for so long. */
const patienceMs = 60_000;

export class Deployment {
  readonly target: Target;
  readonly #surroundings: Surroundings;
  readonly #patienceMs: number;

  constructor(target: Target, surroundings: Surroundings, patience = patienceMs) {
    this.target = target;
    this.#surroundings = surroundings;
    this.#patienceMs = patience;
  }

  /** The data of one operation. */
  async ask<Data>(query: string, variables: Variables = {}): Promise<Data> {
    const response = await this.#send("/graphql", {
      method: "POST",
      headers: { ...this.#headers(), "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify({ query, variables }),
    });
    const text = await this.#text(response);
    const answer = parsed(text);
    if (answer === undefined) throw httpFailure(this.target, response.status, text);
    if (answer.errors !== undefined && answer.errors.length > 0)
      throw graphFailure(this.target, response.status, answer.errors);
    if (answer.data === undefined || answer.data === null) throw httpFailure(this.target, response.status, text);
    return answer.data as Data;
  }

  /** Every node of a list that `query` asks for as `page`, from the cursor `$after`. */
  async askAll<Node>(query: string): Promise<readonly Node[]> {
    const nodes: Node[] = [];
    for (let after: string | null = null; ; ) {
      const { page }: Listed<Node> = await this.ask<Listed<Node>>(query, { after });
      nodes.push(...page.nodes);
      if (!page.pageInfo.hasNextPage) return nodes;
      after = page.pageInfo.endCursor;
    }
  }

  /** The body at a path, as it comes, however long it takes. */
  async read(path: string): Promise<ReadableStream<Uint8Array> | null> {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(new Error("no answer came in time")), this.#patienceMs);
    const response = await this.#send(path, { headers: this.#headers() }, late.signal).finally(() =>
      clearTimeout(timer),
    );
    const body = response.body && patientBody(response.body, this.#patienceMs);
    if (response.ok) return body;
    const text = await this.#text(new Response(body));
    const errors = parsed(text)?.errors;
    throw errors === undefined
      ? httpFailure(this.target, response.status, text)
      : graphFailure(this.target, response.status, errors);
  }

  /** The answer of `/health`. */
  async health(): Promise<{ readonly status: number; readonly version?: string; readonly problem?: string }> {
    const response = await this.#send("/health", {});
    const text = await this.#text(response);
    const body = parsed(text);
    const version = typeof body?.version === "string" ? body.version : undefined;
    const problem = body?.errors?.[0]?.message;
    return {
      status: response.status,
      ...(version !== undefined && { version }),
      ...(problem !== undefined && { problem }),
    };
  }

  /** Every event of an execution from the first, or after the cursor, until it has ended. A connection that breaks is made again. */
  async *follow(executionId: string, after: string | null = null): AsyncGenerator<ExecutionEvent, void> {
    const { fetch, signal } = this.#surroundings;
    const client = createClient({
      url: new URL("/graphql", this.target.origin).href,
      headers: this.#headers(),
      fetchFn: async (input: RequestInfo, init: RequestInit) => endingInError(await fetch(input, init)),
      retryAttempts: 10,
    });
    const leave = () => client.dispose();
    signal.addEventListener("abort", leave, { once: true });
    try {
      const variables = { executionId, after };
      for await (const item of resumable(client).iterate({ query: executionEventsDocument, variables })) {
        if (item.errors !== undefined) throw graphFailure(this.target, 200, item.errors);
        const { executionEvents } = item.data as { executionEvents: { events: readonly ExecutionEvent[] } };
        yield* executionEvents.events;
      }
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof NetworkError) {
        const status = error.response?.status;
        throw status === undefined ? unreachable(this.target, error) : httpFailure(this.target, status, "");
      }
      if (Array.isArray(error)) throw graphFailure(this.target, 200, error);
      throw connectionFailure(this.target, error) ?? error;
    } finally {
      signal.removeEventListener("abort", leave);
      client.dispose();
    }
  }

  #headers(): Record<string, string> {
    const { tenant, token } = this.target;
    return {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(tenant !== undefined && { "planwright-tenant": tenant }),
    };
  }

  async #send(path: string, init: RequestInit, late = AbortSignal.timeout(this.#patienceMs)): Promise<Response> {
    const { fetch, signal } = this.#surroundings;
    try {
      // A redirect is no deployment, and a key is not sent on to where it leads.
      return await fetch(new URL(path, this.target.origin), {
        ...init,
        redirect: "manual",
        signal: AbortSignal.any([signal, late]),
      });
    } catch (error) {
      throw signal.aborted ? signal.reason : unreachable(this.target, error);
    }
  }

  async #text(response: Response): Promise<string> {
    try {
      return await response.text();
    } catch (error) {
      throw unreachable(this.target, error);
    }
  }
}

/** An answer of the API. Undefined for a text that is none. */
function parsed(text: string): Answer | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
