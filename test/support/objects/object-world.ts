/** Executions in real objects over the example MCP server: plans as they are sent, compiled as the Worker compiles them. */
import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { inject, vi } from "vitest";
import { childProvider } from "../../../src/catalog/child-provider.ts";
import { type CatalogSnapshot, catalogSnapshot } from "../../../src/catalog/snapshot/catalog-snapshot.ts";
import { callableNamed } from "../../../src/catalog/snapshot/named-callable.ts";
import { pinnedDefinitions } from "../../../src/catalog/snapshot/pinned-definitions.ts";
import { ExecutionObject } from "../../../src/durable/execution/execution-object.ts";
import type { ExecutionOptions } from "../../../src/durable/ports/execution-options.ts";
import type { Clock } from "../../../src/durable/ports/ports.ts";
import { systemClock } from "../../../src/durable/ports/system-clock.ts";
import type { StartRequest } from "../../../src/execution/commands/start-request.ts";
import type { ExecutionView } from "../../../src/execution/views/execution-view.ts";
import { executionName } from "../../../src/json/effect-key.ts";
import type { Json } from "../../../src/json/json.ts";
import type { Blueprint } from "../../../src/plan/blueprint.ts";
import { definitionsFor } from "../../../src/plan/blueprint-definitions.ts";
import type { CallableDefinition } from "../../../src/plan/callable.ts";
import { compilePlan } from "../../../src/plan/compile/compile.ts";
import { builtInLimits } from "../../../src/plan/limits.ts";
import { noModels, noModelWork } from "../../../src/plan/model-definition.ts";
import { objectOptions } from "../../../src/worker/clients/object-options.ts";
import type { Environment, ExecutionStub } from "../../../src/worker/platform/environment.ts";
import { patience } from "../engine/patience.ts";

/** The methods of the object as values, without the mapped types of the platform's RPC, which recursive JSON overflows. */
type Stub = DurableObjectStub &
  Pick<
    ExecutionStub,
    | "start"
    | "lookup"
    | "read"
    | "value"
    | "respond"
    | "cancel"
    | "events"
    | "derive"
    | "delete"
    | "projection"
    | "announce"
    | "end"
    | "childEnded"
    | "stopChild"
  >;

export interface Bindings {
  readonly EXECUTION: { getByName(name: string): Stub };
  readonly CATALOG: Environment["CATALOG"];
  readonly INDEX: Environment["INDEX"];
}

export const bindings = env as unknown as Bindings;

export interface LedgerEntry {
  readonly key: string;
  readonly tool: string;
  readonly completed: boolean;
}

/** Calls that reached the example server for the execution that `requestId` marks. */
export async function ledgerOf(requestId: string): Promise<readonly LedgerEntry[]> {
  const response = await fetch(`${inject("exampleUrl")}/ledger`);
  const entries = (await response.json()) as readonly (LedgerEntry & {
    readonly meta: Record<string, { requestId?: string }>;
  })[];
  return entries.filter((entry) => entry.meta["dev.planwright/execution"]?.requestId === requestId);
}

/** Agents and workflows of ours that a plan may call beside the tools of the catalog, with the tools that they call. */
export interface OurCallables {
  readonly callables: readonly CallableDefinition[];
  readonly blueprints: readonly Blueprint[];
  readonly toolNames: readonly string[];
}

const noneOfOurs: OurCallables = { callables: [], blueprints: [], toolNames: [] };

/** The catalog of the tenant `default`, which has the example server. */
export async function testCatalog(): Promise<CatalogSnapshot> {
  const catalog = bindings.CATALOG.getByName("default");
  const url = `${inject("exampleUrl")}/mcp`;
  const known = await catalog.contents(null);
  if (known.revision === "0") {
    const registration = {
      name: "example",
      url,
      bearerSecret: null,
      trusted: true,
      outputValidation: "STRICT",
    } as const;
    const answer = await catalog.register(registration);
    if (answer.kind !== "REGISTERED") throw new Error(answer.message);
  }
  const { contents, revision } = await catalog.contents(null);
  return catalogSnapshot(revision, contents ?? []);
}

/** A request to run a typed plan, with what it may call pinned from the catalog of the tenant `default` and from `ours`. */
export async function requestFor(
  plan: Json,
  more: Partial<StartRequest> = {},
  ours: OurCallables = noneOfOurs,
): Promise<StartRequest> {
  const snapshot = await testCatalog();
  const compiled = compilePlan({
    source: { kind: "TYPED", plan },
    bindings: more.bindings ?? {},
    requestedLimits: { maxSteps: 1_000, maxParallel: 6 },
    schedule: null,
    callable: (name) => ours.callables.find((own) => own.name === name) ?? callableNamed(snapshot, name),
    callableNames: () => snapshot.tools.map((tool) => tool.name),
    settings: builtInLimits,
    sourcePath: ["plan"],
  });
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
  const names = compiled.callables.map((callable) => callable.name);
  const pinning = pinnedDefinitions(snapshot, [...names, ...ours.toolNames], noModels);
  if (!pinning.ok) throw new Error(JSON.stringify(pinning.problems));
  const { callables, catalogRevision, providers } = pinning.definitions;
  const known = {
    ...{ catalogRevision, blueprints: ours.blueprints },
    callables: [...callables, ...ours.callables],
    providers: [...providers, childProvider],
  };
  const execution = executionName("default", "graphql", crypto.randomUUID());
  return {
    execution,
    tenant: "default",
    surface: "graphql",
    idempotencyKey: null,
    fingerprint: "fingerprint",
    subject: "anonymous",
    origin: { root: execution, parent: null, depth: 0, ancestors: [] },
    derivation: null,
    requestId: crypto.randomUUID(),
    contextId: null,
    traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
    tracestate: null,
    labels: [],
    startedWith: "PLAN",
    onInvalidPlan: "REJECT",
    ...{ callable: null, message: null, input: { kind: "NONE" } },
    conversation: null,
    modelWork: noModelWork,
    chosenAgent: null,
    rejected: null,
    dialect: "TYPED",
    plan: compiled.plan,
    planHash: compiled.planHash,
    definitions: definitionsFor(known, names),
    bindings: {},
    reused: [],
    limits: compiled.limits,
    inDoubt: "FAIL",
    approval: "DECLARED_DESTRUCTIVE",
    humanInputTimeoutMs: 3_600_000,
    turns: null,
    waitMs: 0,
    withValues: true,
    ...more,
  };
}

export function objectOf(request: StartRequest) {
  return bindings.EXECUTION.getByName(request.execution);
}

/** Starts and gives the view; a conflict is a bug of the test. */
export async function started(request: StartRequest): Promise<ExecutionView> {
  const answer = await objectOf(request).start(request);
  if (answer.kind !== "STARTED") throw new Error("a fresh execution met another");
  return answer.view;
}

/** Rows of the journal as they are stored, read past the object. */
export function rowsOf(request: StartRequest): Promise<readonly { kind: string; version: number }[]> {
  return runInDurableObject(objectOf(request), (_, state) =>
    state.storage.sql
      .exec<{ kind: string; version: number }>("SELECT kind, version FROM journal ORDER BY seq")
      .toArray(),
  );
}

/** What `check` gives once it gives anything. */
export function eventually<Found>(check: () => Found | Promise<Found>) {
  return vi.waitUntil(check, patience);
}

/** Reads again and again until `done`; the test's own time limit is the end. */
export async function viewWhen(request: StartRequest, done: (view: ExecutionView) => boolean): Promise<ExecutionView> {
  for (;;) {
    const view = await objectOf(request).read(true);
    if (view !== null && done(view)) return view;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

export function tool(stepId: string, toolName: string, args: Json, more: { readonly [key: string]: Json } = {}): Json {
  return { tool: { stepId, toolName, arguments: args, ...more } } as Json;
}

/** Runs `task` with an instance over what is stored, made with options that differ, then forgets every instance. */
export async function withInstance<Result>(
  request: StartRequest,
  more: Partial<ExecutionOptions>,
  task: (instance: ExecutionObject, state: DurableObjectState) => Result | Promise<Result>,
): Promise<Result> {
  const options = { ...objectOptions(env as unknown as Environment), ...more };
  const result = await runInDurableObject(objectOf(request), (_, state) =>
    task(new ExecutionObject(state, {}, options), state),
  );
  await evictDurableObject(objectOf(request));
  return result;
}

/** A clock that is ahead of the real one. */
export function clockAhead(ms: number): Clock {
  return { now: () => Date.now() + ms, after: (delayMs, run) => systemClock.after(delayMs, run) };
}

/** Names of the tables that an execution's object has. */
export function tablesOf(request: StartRequest): Promise<readonly string[]> {
  return runInDurableObject(objectOf(request), (_, { storage }) =>
    storage.sql
      .exec<{ name: string }>(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\'",
      )
      .toArray()
      .map(({ name }) => name),
  );
}
