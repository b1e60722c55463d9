/**
 * The A2A server over memory: real catalog, real work, real fold of events and real index of tasks. Executions do not run: a test says what
 * happens to each. Every client that is reached is noted, so that tests can say what a refused request woke.
 */
import { AgentCard } from "@a2a-js/sdk";
import { Client, JsonRpcTransportFactory } from "@a2a-js/sdk/client";
import { answerRpc } from "../../src/a2a-server/json-rpc.ts";
import type { A2aSession } from "../../src/a2a-server/ports.ts";
import type { LocalAgentRegistration } from "../../src/catalog/agent-registration.ts";
import type { CatalogSnapshot } from "../../src/catalog/snapshot/catalog-snapshot.ts";
import { servedNamed } from "../../src/catalog/snapshot/served-callable.ts";
import { readTasks, writeTask } from "../../src/durable/index/index-tasks.ts";
import type { TenantLimit } from "../../src/execution/commands/start-request.ts";
import { type ExecutionSummary, summaryOf } from "../../src/execution/views/summary.ts";
import type { GraphSettings } from "../../src/graph/base/graph-context.ts";
import type { Json, JsonObject } from "../../src/json/json.ts";
import { builtInLimits } from "../../src/plan/limits.ts";
import { servedCard } from "../../src/worker/clients/card-client.ts";
import { sealedIdentity } from "../../src/worker/platform/sealed-id.ts";
import { callableInput } from "../../src/worker/request/callable-input.ts";
import { eventStream } from "../../src/worker/routes/a2a-stream.ts";
import { catalogOf, localAgent, models, savedWorkflow } from "../support/catalog/small-catalog.ts";
import { memorySql } from "../support/engine/memory-sql.ts";
import { FakeRun } from "./fake-run.ts";

/** 2026-01-31T09:30:00.000Z. */
export const startTime = Date.UTC(2026, 0, 31, 9, 30);

const settings = {
  limits: builtInLimits,
  models,
  modelLacks: () => null,
  promptsEnabled: true,
  allowOrchestration: false,
  taintPolicy: "ASK",
} as unknown as GraphSettings;

type Answer = { readonly [member: string]: Json };

export class FakeA2aServer {
  catalog: CatalogSnapshot;
  readonly runs: FakeRun[] = [];
  /** Methods of clients that were called, in their order. */
  readonly reached: string[] = [];
  readonly logged: JsonObject[] = [];
  /** What addresses of the web hold. */
  readonly links = new Map<string, Json>();
  tenantLimit: TenantLimit | null = null;
  /** What is thrown by whoever starts an execution. */
  fault: Error | null = null;
  streamsLeft = 10;
  openStreams = 0;
  /** Called with each run that starts. */
  onStart: (run: FakeRun) => void = () => undefined;
  readonly #identity = sealedIdentity("5ea1".repeat(16));
  readonly #sql = memorySql();
  readonly #summaries = new Map<string, ExecutionSummary>();
  #now = startTime;

  constructor(agent: Partial<LocalAgentRegistration> = {}) {
    this.catalog = catalogOf([localAgent("editor", agent)], [savedWorkflow("report", ["read"], catalogOf())]);
  }

  get run(): FakeRun {
    const run = this.runs.at(-1);
    if (run === undefined) throw new Error("No execution was started");
    return run;
  }

  pass(ms: number): void {
    this.#now += ms;
  }

  session(name: string, more: Partial<A2aSession["caller"]> = {}): A2aSession {
    const served = servedNamed(this.catalog, name);
    if (served === undefined) throw new Error(`Nothing is served as ${name}`);
    const caller = {
      ...{ tenant: "default", subject: "alice" },
      scopes: ["EXECUTION_START", "EXECUTION_READ", "EXECUTION_CONTROL", "REGISTRY_READ", "HUMAN_INPUT_RESPOND"],
      ...more,
    };
    return {
      ...{ caller, served, signal: new AbortController().signal, requestId: "req-1" },
      card: servedCard(served.callable, "https://planwright.example", "default", { auth: { mode: "none" } }),
      clients: {
        work: async (message) => {
          const reading = callableInput(served.kind, served.callable.name, message, this.catalog, settings);
          if (reading.ok) return reading;
          const [problem] = "failure" in reading ? [reading.failure] : reading.problems;
          const code = "failure" in reading ? reading.failure.code : (reading.problems[0]?.kind ?? "");
          return { ok: false, code, message: problem?.message ?? "" };
        },
        executions: this.#noted({
          start: async (request) => {
            if (this.fault !== null) throw this.fault;
            const known = this.#lookup(request.execution, request.fingerprint, request.subject);
            if (known !== null) return known;
            if (this.tenantLimit !== null) return this.tenantLimit;
            const run = new FakeRun(
              request,
              () => this.#now,
              (changed) => this.#index(changed),
            );
            this.runs.push(run);
            this.onStart(run);
            await run.rest(request.waitMs);
            return { kind: "STARTED", replayed: false, view: run.view() };
          },
          lookup: async (execution, fingerprint, subject) => this.#lookup(execution, fingerprint, subject),
          read: async (execution) => this.#runNamed(execution)?.view() ?? null,
          value: async (execution, sequence, slot) => this.#runNamed(execution)?.value(sequence, slot) ?? null,
          cancel: async (execution, by, reason) =>
            this.#runNamed(execution)?.cancel(by, reason) ?? { kind: "NOT_FOUND" },
          respond: async (execution, answer) =>
            this.#runNamed(execution)?.respond({ ...answer, accessor: { groups: [], ...caller } }) ?? {
              kind: "NOT_FOUND",
            },
          push: async (execution, command) => this.#runNamed(execution)?.push.perform(command) ?? { kind: "NOT_FOUND" },
          watch: (execution, { after, signal }) => {
            const run = this.#runNamed(execution);
            if (run === undefined) throw new Error(`There is no execution ${execution}`);
            return run.watch(after, signal);
          },
        }),
        tasks: {
          list: async (query) => {
            this.reached.push("list");
            return readTasks(this.#sql, query);
          },
        },
        connections: {
          url: async (connection, mayForTenant) =>
            `https://here.example/connect/${connection}${mayForTenant ? "-of-tenant" : ""}`,
        },
        links: {
          read: async (url) => {
            this.reached.push("link");
            const value = this.links.get(url);
            return value === undefined
              ? { ok: false, finding: "required an address that answers, found none" }
              : { ok: true, value };
          },
        },
        identity: this.#identity,
      },
      settings: {
        ...{ maxDepth: builtInLimits.defaults.maxDepth, promptsEnabled: true, humanInputTimeoutMs: 3_600_000 },
        egress: { allowHttp: false, allowPrivate: false },
      },
      trace: { traceparent: `00-${"a".repeat(32)}-${"b".repeat(16)}-01`, tracestate: null },
      enterStream: () => {
        if (this.openStreams >= this.streamsLeft) return { ok: false, message: "Cannot open the stream" };
        this.openStreams += 1;
        const leave = () => {
          this.openStreams -= 1;
        };
        return { ok: true, leave };
      },
      now: () => this.#now,
      log: (record) => this.logged.push(record),
    };
  }

  /** Serves requests to `name` as the Worker does once it knows the caller. */
  fetch(name: string, more: Partial<A2aSession["caller"]> = {}): typeof fetch {
    return async (address, init) => {
      const { body, headers } = { body: String(init?.body ?? ""), headers: new Headers(init?.headers) };
      const stop = new AbortController();
      const session = { ...this.session(name, more), signal: stop.signal };
      const extensions = headers.get("a2a-extensions") ?? headers.get("x-a2a-extensions");
      const version = headers.get("a2a-version") ?? new URL(String(address)).searchParams.get("A2A-Version");
      let beat: () => void = () => undefined;
      const answer = await answerRpc(body, { version, extensions }, session, () => beat());
      if (answer.kind === "OBJECT")
        return Response.json(answer.body, { status: answer.status, headers: answer.headers });
      return eventStream(answer, {
        stop: () => stop.abort(),
        bounds: { endsAt: Date.now() + 60_000 },
        onOpen: (send) => {
          beat = send;
        },
      });
    };
  }

  /** The official client in one version of the protocol. */
  async client(name: string, version: "1.0" | "0.3", more: Partial<A2aSession["caller"]> = {}): Promise<Client> {
    const { card } = this.session(name, more);
    const url = "https://planwright.example/a2a";
    const spoken = { ...card, supportedInterfaces: [{ url, protocolBinding: "JSONRPC", protocolVersion: version }] };
    const parsed = AgentCard.fromJSON(spoken);
    const factory = new JsonRpcTransportFactory({ fetchImpl: this.fetch(name, more), legacyCompat: { enabled: true } });
    return new Client(await factory.create(url, parsed), parsed);
  }

  /** One request as it stands on the wire. */
  async post(name: string, body: unknown, headers: { readonly [name: string]: string } = { "a2a-version": "1.0" }) {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    const response = await this.fetch(name)("https://planwright.example/a2a", { method: "POST", body: text, headers });
    return { status: response.status, headers: response.headers, answer: (await response.json()) as Answer };
  }

  /** Calls a method of 1.0 and gives its answer. */
  async call(name: string, method: string, params: unknown, version = "1.0") {
    const { answer } = await this.post(name, { jsonrpc: "2.0", id: 1, method, params }, { "a2a-version": version });
    return answer as { readonly result?: JsonObject; readonly error?: { code: number; message: string; data?: Json } };
  }

  #lookup(execution: string, fingerprint: string, subject: string) {
    const run = this.#runNamed(execution);
    if (run === undefined) return null;
    const isSame = run.request.fingerprint === fingerprint && run.request.subject === subject;
    if (!isSame) return { kind: "IDEMPOTENCY_CONFLICT", execution } as const;
    return { kind: "STARTED", replayed: true, view: run.view() } as const;
  }

  #runNamed(execution: string): FakeRun | undefined {
    return this.runs.find(({ request }) => request.execution === execution);
  }

  #index({ state }: FakeRun): void {
    const summary = summaryOf(state);
    writeTask(this.#sql, this.#summaries.get(summary.execution), summary);
    this.#summaries.set(summary.execution, summary);
  }

  #noted(client: A2aSession["clients"]["executions"]): A2aSession["clients"]["executions"] {
    const noted = Object.entries(client).map(([method, call]) => [
      method,
      (...given: readonly unknown[]) => {
        this.reached.push(method);
        return Reflect.apply(call, client, given);
      },
    ]);
    return Object.fromEntries(noted) as A2aSession["clients"]["executions"];
  }
}

/** A message of 1.0 as it stands on the wire. */
export function message(messageId: string, parts: readonly JsonObject[], more: JsonObject = {}): JsonObject {
  return { messageId, role: "ROLE_USER", parts, ...more };
}
