/** Executions in real objects. */
import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { ExecutionObject } from "../../../src/durable/execution/execution-object.ts";
import type { ExecutionOptions } from "../../../src/durable/ports/execution-options.ts";
import type { StartRequest } from "../../../src/execution/commands/start-request.ts";
import type { ExecutionView } from "../../../src/execution/views/execution-view.ts";
import { objectOptions } from "../../../src/worker/clients/object-options.ts";
import type { Environment, ExecutionStub } from "../../../src/worker/platform/environment.ts";

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
    | "storedBytes"
  >;

export interface Bindings {
  readonly EXECUTION: { getByName(name: string): Stub };
  readonly CATALOG: Environment["CATALOG"];
  readonly INDEX: Environment["INDEX"];
}

export const bindings = env as unknown as Bindings;

export function objectOf(request: StartRequest) {
  return bindings.EXECUTION.getByName(request.execution);
}

/** Starts and gives the view; a conflict is a bug of the test. */
export async function started(request: StartRequest): Promise<ExecutionView> {
  const answer = await objectOf(request).start(request);
  if (answer.kind !== "STARTED") throw new Error("a fresh execution met another");
  return answer.view;
}

/** Events of the journal as they are stored, read past the object. */
export function storedEvents(request: StartRequest): Promise<readonly { kind: string; version: number }[]> {
  return runInDurableObject(objectOf(request), (_, { storage }) => eventsIn(storage.sql));
}

/** The same in the storage of an object, also for objects that this code cannot read; `hosted` names an execution of a host. */
export function eventsIn(sql: SqlStorage, hosted?: string): readonly { kind: string; version: number }[] {
  const [rows, bound] =
    hosted === undefined
      ? ["journal", []]
      : ["hosted_journal WHERE hosted = (SELECT id FROM hosted WHERE name = ?)", [hosted]];
  return sql
    .exec<{ kind: string; version: number; body: string }>(
      `SELECT kind, version, body FROM ${rows} ORDER BY seq`,
      ...bound,
    )
    .toArray()
    .flatMap(({ body, kind, version }) => {
      const { after = [], before = [] } = JSON.parse(body);
      return [...before, { kind, version: version % 100 }, ...after];
    });
}

/** How many rows the journal has. */
export function rowCount(request: StartRequest): Promise<number> {
  return runInDurableObject(
    objectOf(request),
    (_, { storage }) => storage.sql.exec<{ rows: number }>("SELECT count(*) AS rows FROM journal").one().rows,
  );
}

/** Reads again and again until `done`; the test's own time limit is the end. */
export async function viewWhen(request: StartRequest, done: (view: ExecutionView) => boolean): Promise<ExecutionView> {
  for (;;) {
    const view = await objectOf(request).read(true);
    if (view !== null && done(view)) return view;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
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

/** Objects of the children of an execution, in the order of its steps. */
export function childrenOf(view: ExecutionView): readonly string[] {
  return view.steps.flatMap(({ child }) => (child === null ? [] : [child]));
}

export function childStub(name: string) {
  return bindings.EXECUTION.getByName(name);
}
