/** Subscriptions over HTTP as they go over the wire, against the real endpoint over fake clients. */
import { onTestFinished, vi } from "vitest";
import type { Caller, RequestContext } from "../../../src/graph/base/graph-context.ts";
import { endpoint, executePlan } from "./ask.ts";
import type { FakeClients } from "./fake-clients.ts";
import { finishedEvent } from "./fake-views.ts";

export const subscription = /* GraphQL */ `
  subscription ($id: ID!, $after: EventCursor, $filter: ExecutionEventFilter, $heartbeatMs: Int! = 15000) {
    executionEvents(executionId: $id, after: $after, filter: $filter, heartbeatMs: $heartbeatMs) {
      events { sequence type }
      cursor
      caughtUp
      status
    }
  }
`;

/** A fresh execution in `world`: its public id and the name of its object. */
export async function freshExecution(world: FakeClients): Promise<{ readonly id: string; readonly name: string }> {
  const input = { source: { plan: { steps: [{ tool: { toolName: "echo" } }] } } };
  const { id } = (await executePlan(world, input)).execution;
  const name = [...world.executions.keys()].at(-1) ?? "";
  world.calls.length = 0;
  return { id, name };
}

/** The whole body of a stream whose life is over when it has delivered all that there is. `open` is given the end of the life. */
export async function cutWhenDelivered(
  world: FakeClients,
  open: (endsAt: number) => Promise<Response>,
): Promise<Response> {
  const lifeMs = 60_000;
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const text = (await open(Date.now() + lifeMs)).text();
  while (world.waits === 0) await new Promise((resolve) => setImmediate(resolve));
  vi.advanceTimersByTime(lifeMs);
  return new Response(await text);
}

export function finish(world: FakeClients, name: string): void {
  world.change(name, { status: "SUCCEEDED" });
  world.append(name, finishedEvent());
}

export interface StreamRequest {
  readonly accept: string;
  readonly query?: string;
  readonly variables?: object;
  readonly method?: "GET" | "POST";
  readonly headers?: { readonly [name: string]: string };
  readonly caller?: Partial<Caller>;
  readonly context?: Partial<RequestContext>;
}

/** Sends an operation and gives the answer, whose body is still to be read. */
export async function sendFor(world: FakeClients, asked: StreamRequest): Promise<Response> {
  const { accept, query = subscription, variables = {}, method = "POST", headers = {}, caller, context } = asked;
  const url = new URL("http://localhost/graphql");
  const body = { query, variables };
  if (method === "GET") {
    url.searchParams.set("query", query);
    url.searchParams.set("variables", JSON.stringify(variables));
  }
  const request = new Request(url, {
    method,
    headers: { accept, ...(method === "POST" && { "content-type": "application/json" }), ...headers },
    ...(method === "POST" && { body: JSON.stringify(body) }),
  });
  return endpoint.fetch(request, { ...world.context(caller), ...context });
}
