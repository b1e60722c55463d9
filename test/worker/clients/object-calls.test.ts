/** What each operation costs in calls of objects, counted below the whole Worker, whichever object they are of. */
import { beforeEach, describe, expect, it } from "vitest";
import type { StartRequest } from "../../../src/execution/commands/start-request.ts";
import type { EventPage } from "../../../src/execution/views/execution-view.ts";
import { makeApp } from "../../../src/worker/app.ts";
import type {
  CatalogStub,
  ConversationStub,
  Environment,
  ExecutionStub,
  IndexStub,
  ScheduleStub,
  TenantStub,
} from "../../../src/worker/platform/environment.ts";
import { schemaText } from "../../support/graph/ask.ts";
import { fakeCatalog } from "../../support/graph/fake-catalog.ts";
import { finishedEvent, freshView } from "../../support/graph/fake-views.ts";
import { page } from "../../support/worker/fake-feed.ts";
import { fakeNamespace } from "../../support/worker/fake-namespace.ts";

/** Calls since the last operation, such as `EXECUTION.start`. */
let calls: string[];
let app: ReturnType<typeof makeApp>;
let environment: Environment;
let id: string;

/** A namespace whose objects have `methods`; every call of any method of any object is noted. */
function counted<Stub>(binding: string, methods: (name: string) => object) {
  return fakeNamespace(
    (name) =>
      new Proxy(methods(name), {
        get(target, method) {
          const call = Reflect.get(target, method) as ((...given: unknown[]) => unknown) | undefined;
          return (...given: unknown[]) => {
            calls.push(`${binding}.${String(method)}`);
            if (call === undefined) throw new Error(`no test expects ${binding}.${String(method)}`);
            return call(...given);
          };
        },
      }) as Stub,
  );
}

/** The answer to the dial of a watcher: a socket that answers the first pull with `first`. */
function watched(first: object): object {
  const listeners: ((message: { readonly data: string }) => void)[] = [];
  const webSocket = {
    accept: () => undefined,
    close: () => undefined,
    send: (text: string) => {
      if (text.startsWith("{")) for (const listener of listeners) listener({ data: JSON.stringify({ page: first }) });
    },
    addEventListener: (kind: string, listener: (typeof listeners)[number]) => {
      if (kind === "message") listeners.push(listener);
    },
  };
  return { status: 101, webSocket };
}

const finished: EventPage = {
  ...page([1]),
  status: "SUCCEEDED",
  events: [
    {
      ...{ sequence: 1, occurredAt: 1, hidden: false, transitions: [] },
      event: finishedEvent(),
    },
  ],
};

async function ask(query: string): Promise<unknown> {
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ query });
  const response = await app.fetch(
    new Request("http://localhost/graphql", { method: "POST", headers, body }),
    environment,
  );
  const { data, errors } = (await response.json()) as { data: unknown; errors?: unknown };
  expect(errors).toBeUndefined();
  return data;
}

/** The first event of a subscription over SSE. */
async function firstOf(query: string): Promise<string> {
  const request = new Request(`http://localhost/graphql?${new URLSearchParams({ query })}`, {
    headers: { accept: "text/event-stream" },
  });
  const reader = (await app.fetch(request, environment)).body?.pipeThrough(new TextDecoderStream()).getReader();
  for (let text = ""; ; ) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: "" };
    text += value ?? "";
    if (!done && !text.includes("event: next")) continue;
    await reader?.cancel();
    return text;
  }
}

const plan = 'source: { plan: { steps: [{ tool: { stepId: "a", toolName: "echo" } }] } }';
const executePlan = `mutation { executePlan(input: { ${plan} }) { execution { id status steps { stepId } } errors { message } } }`;

async function warm(hosting: string): Promise<void> {
  calls = [];
  app = makeApp(async () => schemaText);
  const started = new Map<string, StartRequest>();
  const requestOf = (name: string): StartRequest => {
    const request = started.get(name);
    if (request === undefined) throw new Error(`${name} was not started`);
    return request;
  };
  const held = (name: string): Partial<ExecutionStub> => ({
    start: async (request) => {
      started.set(name, request);
      return { kind: "STARTED", replayed: false, view: freshView(request) };
    },
    read: async () => freshView(requestOf(name)),
    announce: async () => true,
    derive: async () => {
      const { approval, chosenAgent, contextId, conversation, dialect, inDoubt, labels, limits } = requestOf(name);
      const { modelWork, onInvalidPlan, startedWith } = requestOf(name);
      return {
        kind: "DERIVED",
        derivation: { kind: "RETRY", execution: name, fromStep: null, reused: [], keys: [] },
        ...{ reused: [], bindings: {}, documents: [{ steps: [{ tool: { stepId: "a", toolName: "echo" } }] }] },
        offered: [],
        ...{ approval, chosenAgent, contextId, conversation, dialect, inDoubt, labels, limits },
        ...{ modelWork, onInvalidPlan, startedWith },
        ...{ callable: null, input: { kind: "NONE" }, message: null },
      };
    },
    fetch: async () => watched(finished) as Response,
  });
  /** An execution in an object of its own, or the host of all. */
  const execution = (name: string): Partial<ExecutionStub> => ({
    ...held(name),
    startHosted: async ({ request: text }) => {
      const request = JSON.parse(text) as StartRequest;
      return { kind: "HERE", value: await held(request.execution).start?.(request) };
    },
    hosted: async ({ given, method, name: hosted }) => {
      const call = Reflect.get(held(hosted), method) as (...given: readonly unknown[]) => unknown;
      return { kind: "HERE", value: await call(...given) };
    },
  });
  const [server] = fakeCatalog("1", [{ name: "echo" }]).servers;
  if (server === undefined) throw new Error("the catalog has no server");
  const tool = { name: "echo", title: null, description: null, inputSchema: {}, outputSchema: null };
  const catalog: Partial<CatalogStub> = {
    contents: async () => ({
      revision: "1",
      contents: [{ server, tools: [{ ...tool, annotations: {}, metadata: {} }] }],
      ...{ agents: [], workflows: [], webhooks: [] },
    }),
  };
  const position = { epoch: "epoch", change: 1 };
  const changes = { after: position, cursor: position, summaries: [], removed: [], caughtUp: true, gap: false };
  const index: Partial<IndexStub> = {
    list: async () => ({ items: [], hasMore: false, position }),
    statusCounts: async () => [],
    fetch: async () => watched(changes) as Response,
  };
  environment = {
    ...{ AUTH_MODE: "none", HOSTING: hosting, ID_SEALING_SECRET: "0123456789abcdef0123456789abcdef" },
    EXECUTION: counted<ExecutionStub>("EXECUTION", execution),
    CONVERSATION: counted<ConversationStub>("CONVERSATION", () => ({})),
    CATALOG: counted<CatalogStub>("CATALOG", () => catalog),
    INDEX: counted<IndexStub>("INDEX", () => index),
    TENANT: counted<TenantStub>("TENANT", () => ({})),
    SCHEDULE: counted<ScheduleStub>("SCHEDULE", () => ({})),
  };
  // The catalog is warm from here on.
  const data = (await ask(executePlan)) as { executePlan: { execution: { id: string } } };
  ({ id } = data.executePlan.execution);
  expect(calls).toEqual(["CATALOG.contents", hosting === "on" ? "EXECUTION.startHosted" : "EXECUTION.start"]);
  calls = [];
}

type Operation = readonly [name: string, query: () => string, expected: readonly string[]];

describe.each(["on", "off"])("with a warm catalog and HOSTING=%s", (hosting) => {
  beforeEach(() => warm(hosting));
  const start = hosting === "on" ? "EXECUTION.startHosted" : "EXECUTION.start";
  const call = (method: string) => (hosting === "on" ? "EXECUTION.hosted" : `EXECUTION.${method}`);

  it.each<Operation>([
    ["executePlan", () => executePlan, [start]],
    ["execution", () => `{ execution(by: { id: "${id}" }) { status steps { stepId status } } }`, [call("read")]],
    [
      "retryExecution",
      () => `mutation { retryExecution(input: { executionId: "${id}" }) { execution { id } errors { message } } }`,
      [call("derive"), start],
    ],
    ["executions", () => "{ executions { nodes { id status } feedCursor } }", ["INDEX.list"]],
    [
      "executions with statusCounts",
      () => "{ executions { nodes { id } statusCounts { status count } } }",
      ["INDEX.list", "INDEX.statusCounts"],
    ],
    [
      "rebuildIndex",
      () =>
        `mutation { rebuildIndex(input: { executionIds: ["${id}", "${id}", "forged"] }) { rebuiltIds missingIds } }`,
      [call("announce")],
    ],
  ])("%s makes exactly these calls of objects", async (_, query, expected) => {
    await ask(query());
    expect(calls).toEqual(expected);
  });

  it("a subscription to the events of an execution makes one upstream connection and nothing else", async () => {
    const text = await firstOf(
      `subscription { executionEvents(executionId: "${id}") { cursor events { __typename } } }`,
    );
    expect(text).toContain("ExecutionFinished");
    expect(calls).toEqual(["EXECUTION.fetch"]);
  });

  it("a subscription to the changes of the list makes one upstream connection and nothing else", async () => {
    const text = await firstOf("subscription { executionChanges { cursor caughtUp } }");
    expect(text).toContain('"caughtUp":true');
    expect(calls).toEqual(["INDEX.fetch"]);
  });
});
