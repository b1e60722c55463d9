/** One caller of the MCP endpoint with clients onto memory. Executions do not run: a test says which steps finish and how each ends. */
import type { RegisteredAgent } from "../../src/catalog/agent-registration.ts";
import { type CatalogSnapshot, catalogSnapshot } from "../../src/catalog/snapshot/catalog-snapshot.ts";
import type { RegisteredWorkflow } from "../../src/catalog/workflow-registration.ts";
import type { InvocationMessage } from "../../src/execution/commands/invocation-message.ts";
import type {
  ExecutionInput,
  GivenResponse,
  RespondResult,
  StartRequest,
  TenantLimit,
} from "../../src/execution/commands/start-request.ts";
import type { RecordedEvent } from "../../src/execution/events/event.ts";
import type { EventPage, ExecutionView, HumanInputView } from "../../src/execution/views/execution-view.ts";
import type { Json, JsonObject } from "../../src/json/json.ts";
import { mcpEndpoint } from "../../src/mcp-server/endpoint.ts";
import type { CallProblem, Executions, McpSession, OrchestrationCall, WorkResult } from "../../src/mcp-server/ports.ts";
import { builtInLimits } from "../../src/plan/limits.ts";
import { noModelWork } from "../../src/plan/model-definition.ts";
import type { Plan } from "../../src/plan/plan.ts";

const anyPlan = {
  steps: [
    { kind: "TOOL", id: "a" },
    { kind: "PARALLEL", id: "g", children: [{ id: "g.0" }] },
  ],
};

/** A workflow of no steps, so that it uses nothing that would have to be there. */
export function workflow(name: string, more: Partial<RegisteredWorkflow> = {}): RegisteredWorkflow {
  return {
    ...{ name, description: `What ${name} does`, version: "0".repeat(64), planHash: "1".repeat(64), document: {} },
    plan: { steps: [] } as unknown as Plan,
    inputSchema: { type: "object", properties: { amount: { type: "number" } }, required: ["amount"] },
    ...{ inputSchemaSource: "EXPLICIT", outputSchemaSource: "EXPLICIT", output: null, public: false, createdAt: 0 },
    outputSchema: { type: "object", properties: { total: { type: "number" } }, required: ["total"] },
    ...more,
  };
}

export function catalogOf(
  workflows: readonly RegisteredWorkflow[],
  agents: readonly RegisteredAgent[] = [],
): CatalogSnapshot {
  return catalogSnapshot("1", { agents, workflows });
}

/** How a run ends. */
export interface FakeEnd {
  readonly status: "SUCCEEDED" | "PARTIAL" | "FAILED" | "CANCELLED";
  readonly output?: Json;
  readonly failure?: { readonly code: string; readonly message: string };
  /** In the words of the document Agent orchestration. */
  readonly projection?: JsonObject;
  /** Objects of what its steps ran as executions of their own. */
  readonly children?: readonly string[];
}

class FakeRun {
  readonly request: StartRequest;
  readonly cancels: (string | null)[] = [];
  readonly responses: GivenResponse[] = [];
  /** What the run has asked, as its view has it. */
  questions: readonly Partial<HumanInputView>[] = [];
  onResponse: (answer: GivenResponse) => RespondResult | undefined = () => undefined;
  readonly events: RecordedEvent[] = [];
  end: FakeEnd | null = null;
  #wake: () => void = () => undefined;

  constructor(request: StartRequest) {
    this.request = request;
    this.add({ kind: "ExecutionStarted", plan: anyPlan });
  }

  finishStep(step: string, status = "SUCCEEDED", hidden = false): void {
    this.add({ kind: "StepFinished", step, status }, hidden);
  }

  finish(end: FakeEnd): void {
    this.end = end;
    this.add({ kind: "ExecutionFinished" });
  }

  add(event: object, hidden = false): void {
    const sequence = this.events.length + 1;
    this.events.push({ sequence, occurredAt: 0, hidden, transitions: [], event } as unknown as RecordedEvent);
    this.#wake();
  }

  async *watch(signal: AbortSignal): AsyncGenerator<EventPage, undefined> {
    let cursor = 0;
    while (!signal.aborted) {
      const events = this.events.slice(cursor);
      cursor = this.events.length;
      if (events.length > 0) yield { events, cursor } as unknown as EventPage;
      if (this.end !== null) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#wake = resolve;
      signal.addEventListener("abort", () => resolve(), { once: true });
      if (this.events.length === cursor) await promise;
    }
  }

  view(): ExecutionView {
    const { end, request } = this;
    const output = end?.output === undefined ? null : { inline: end.output, sequence: 9, slot: "output", bytes: 1 };
    const { execution, limits } = request;
    const status = end?.status ?? "RUNNING";
    const steps = (end?.children ?? []).map((child) => ({ child }));
    const failure = end?.failure ?? null;
    return {
      execution,
      failure,
      humanInputs: this.questions,
      limits,
      output,
      status,
      steps,
    } as unknown as ExecutionView;
  }
}

export class FakeMcpServer {
  catalog = catalogOf([workflow("invoice")]);
  /** What the isolate still has, if it is older. */
  cached: CatalogSnapshot | null = null;
  readonly runs: FakeRun[] = [];
  readonly logged: JsonObject[] = [];
  readonly orchestrations: OrchestrationCall[] = [];
  readonly messages: InvocationMessage[] = [];
  readonly kept: Promise<unknown>[] = [];
  readonly sealed = [JSON.stringify(["default", "EXECUTION", "e"])];
  problems: readonly CallProblem[] = [];
  tenantLimit: TenantLimit | null = null;
  /** What is thrown by whoever starts an execution. */
  fault: Error | null = null;
  /** Calls that are waited for now, and at most. */
  openCalls = 0;
  callsAtATime = Number.POSITIVE_INFINITY;
  timeoutMs = builtInLimits.defaults.timeoutMs;
  /** Called with each run that starts. */
  onStart: (run: FakeRun) => void = () => undefined;
  #timers = new Set<{ at: number; task: () => void }>();
  #now = Date.UTC(2026, 0, 31);
  #random = 0;

  readonly executions: Executions = {
    start: async (request) => {
      if (this.fault !== null) throw this.fault;
      const known = await this.executions.lookup(request.execution, request.fingerprint, request.subject);
      if (known !== null) return known;
      if (this.tenantLimit !== null) return this.tenantLimit;
      const run = new FakeRun(request);
      this.runs.push(run);
      queueMicrotask(() => this.onStart(run));
      return { kind: "STARTED", replayed: false, view: run.view() };
    },
    lookup: async (execution, fingerprint, subject) => {
      const run = this.runs.find(({ request }) => request.execution === execution);
      if (run === undefined) return null;
      const isSame = run.request.fingerprint === fingerprint && run.request.subject === subject;
      return isSame
        ? { kind: "STARTED", replayed: true, view: run.view() }
        : { kind: "IDEMPOTENCY_CONFLICT", execution };
    },
    read: async (execution) => this.run(execution).view(),
    value: async () => null,
    projection: async (execution) => ({ value: this.run(execution).end?.projection ?? null }),
    cancel: async (execution, _, reason) => {
      const run = this.run(execution);
      run.cancels.push(reason);
      return { kind: "CANCELLED", view: run.view() };
    },
    respond: async (execution, answer) => {
      const run = this.run(execution);
      run.responses.push(answer);
      return run.onResponse(answer) ?? { kind: "RESOLVED", view: run.view() };
    },
    watch: (execution, { signal }) => this.run(execution).watch(signal),
  };

  session(more: Partial<McpSession> = {}): McpSession {
    return {
      caller: { tenant: "default", subject: "alice", mayList: true, mayCall: true, mayAnswer: true },
      clients: {
        executions: this.executions,
        orchestration: {
          work: async (call) => {
            this.orchestrations.push(call);
            return this.#work(call.bindings ?? {});
          },
        },
        runs: {
          work: async (_kind, _name, message) => {
            this.messages.push(message);
            return this.#work({});
          },
        },
        catalog: async (isCurrent) => (isCurrent ? this.catalog : (this.cached ?? this.catalog)),
        publicId: async (execution) => `id:${execution.slice(0, 8)}`,
        seal: async (content) => `sealed ${this.sealed.push(content) - 1}`,
        open: async (sealed) => this.sealed[Number(/^sealed (\d+)$/.exec(sealed)?.[1])],
      },
      version: "1.2.3",
      promptsServed: true,
      limits: builtInLimits.defaults,
      humanInputTimeoutMs: 3_600_000,
      requestId: "req-1",
      trace: { traceparent: `00-${"a".repeat(32)}-${"b".repeat(16)}-01`, tracestate: null },
      gate: {
        enter: () => {
          if (this.callsAtATime === this.openCalls) return { kind: "REFUSED", cap: "A_CAP", maximum: this.openCalls };
          this.openCalls += 1;
          const leave = () => {
            this.openCalls -= 1;
          };
          return { kind: "ENTERED", leave };
        },
      },
      clock: {
        now: () => this.#now,
        after: (delayMs, task) => {
          const timer = { at: this.#now + delayMs, task };
          this.#timers.add(timer);
          return () => this.#timers.delete(timer);
        },
      },
      randomHex: (bytes) => {
        this.#random += 1;
        return String(this.#random).padStart(bytes * 2, "0");
      },
      keepAlive: (work) => this.kept.push(work),
      log: (record) => this.logged.push(record),
      ...more,
    };
  }

  /** Timers that were set and neither ran nor were stopped. */
  get pendingTimers(): number {
    return this.#timers.size;
  }

  pass(ms: number): void {
    this.#now += ms;
    for (const timer of [...this.#timers]) {
      if (timer.at > this.#now) continue;
      this.#timers.delete(timer);
      timer.task();
    }
  }

  run(execution: string): FakeRun {
    const run = this.runs.find(({ request }) => request.execution === execution);
    if (run === undefined) throw new Error(`There is no execution ${execution}`);
    return run;
  }

  /** Serves requests as the Worker does once it knows the caller. */
  fetch(more: Partial<McpSession> = {}): (address: string | URL, init?: RequestInit) => Promise<Response> {
    return async (address, init) => {
      const request = new Request(address, init);
      const text = request.method === "POST" ? await request.clone().text() : undefined;
      return mcpEndpoint(request, text, this.session(more));
    };
  }

  #work(bindings: Json): WorkResult {
    if (this.problems.length > 0) return { ok: false, problems: this.problems };
    const limits = { ...builtInLimits.defaults, timeoutMs: this.timeoutMs };
    const work: ExecutionInput = {
      ...{ bindings, limits, definitions: { callables: [], providers: [], catalogRevision: "1" }, dialect: "TYPED" },
      ...{ callable: null, chosenAgent: null, conversation: null, derivation: null, input: { kind: "NONE" } },
      ...{ message: null, modelWork: noModelWork, onInvalidPlan: "REJECT", plan: null, planHash: null },
      ...{ rejected: null, reused: [], startedWith: "PLAN", turns: null },
    };
    return { ok: true, work };
  }
}
