/**
 * The service that the harness of W3C Trace Context asks for, with Planwright in its middle. It takes a list of addresses, starts an
 * execution of one step for each with the trace headers of the request to the letter, and the HTTP agent behind the steps, which is here too,
 * calls the addresses with the trace headers that Planwright sent it.
 */
import { createServer, type IncomingMessage, request } from "node:http";
import type { Planwright } from "../../support/deployed/planwright.ts";
import { textOf } from "../front.ts";

interface Action {
  readonly url: string;
  readonly arguments: readonly unknown[];
}

export interface TraceService {
  /** Address for the harness. */
  readonly url: string;
  close(): Promise<void>;
}

/** Registers the agent and listens. */
export async function startTraceService(planwright: Planwright): Promise<TraceService> {
  const server = createServer((incoming, outgoing) => {
    const answer = incoming.url === "/execute" ? callBack(incoming) : startAll(incoming, planwright.endpoint);
    answer.then(
      (body) => outgoing.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body)),
      (error: unknown) => outgoing.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
  const source = { http: { endpoint: `${url}/execute`, effectClass: "READ_ONLY" } };
  await planwright.registerAgent({ name: "caller", description: "Calls an address", source });
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `${url}/test`, close };
}

/** One execution whose steps call each address. */
async function startAll(incoming: IncomingMessage, endpoint: string): Promise<unknown> {
  const actions: readonly Action[] = JSON.parse((await textOf(incoming)) || "[]") ?? [];
  const steps = actions.map((action, index) => ({
    tool: { stepId: `s${index}`, toolName: "caller", arguments: { user_query: JSON.stringify(action) } },
  }));
  if (steps.length === 0) return [];
  const query = `mutation ($steps: [PlanStepInput!]!) {
    executePlan(input: { source: { plan: { steps: $steps } }, options: { waitMs: 4000 } }) {
      execution { status } errors { message }
    }
  }`;
  return JSON.parse(await post(endpoint, JSON.stringify({ query, variables: { steps } }), traceHeaders(incoming)));
}

/** The agent: calls the address of its question. */
async function callBack(incoming: IncomingMessage): Promise<unknown> {
  const { request_id, user_query } = JSON.parse(await textOf(incoming)) as Record<string, string>;
  const { arguments: args, url }: Action = JSON.parse(user_query ?? "{}");
  await post(url, JSON.stringify(args), traceHeaders(incoming));
  return { request_id, status: "success", result: "called" };
}

/** Names and values one after another, because a header may come twice. */
function traceHeaders({ rawHeaders }: IncomingMessage): readonly string[] {
  return rawHeaders.filter((_, index, all) => /^trace.?(parent|state)$/i.test(all[index - (index % 2)] ?? ""));
}

function post(url: string, body: string, more: readonly string[]): Promise<string> {
  const { host } = new URL(url);
  const own = ["host", host, "content-type", "application/json", "accept", "application/json"];
  const headers = [...own, "content-length", String(Buffer.byteLength(body)), ...more];
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: "POST", headers }, (answer) => textOf(answer).then(resolve, reject));
    sent.once("error", reject);
    sent.end(body);
  });
}
