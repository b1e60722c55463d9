/** Executions in hosts, started and asked as the Worker does with `HOSTING=on`. */
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { ExecutionObject } from "../../../src/durable/execution/execution-object.ts";
import { openTables } from "../../../src/durable/index/index-tables.ts";
import type { ExecutionOptions } from "../../../src/durable/ports/execution-options.ts";
import type { StartRequest } from "../../../src/execution/commands/start-request.ts";
import type { ExecutionView } from "../../../src/execution/views/execution-view.ts";
import { objectOptions } from "../../../src/worker/clients/object-options.ts";
import {
  type Environment,
  type ExecutionStub,
  type IndexStub,
  indexName,
} from "../../../src/worker/platform/environment.ts";
import { hostName } from "../../../src/worker/platform/execution-homes.ts";
import { objectsOf } from "../../../src/worker/platform/placement.ts";
import { bindings } from "./executions.ts";
import { requestFor } from "./start-request.ts";

type Homes = Pick<ExecutionStub, "cancel" | "delete" | "events" | "fetch" | "lookup" | "read" | "start">;

type Named = Pick<StartRequest, "execution" | "tenant">;

export function homeOf(
  { execution, tenant }: Named,
  hosting = "on",
  options?: { readonly locationHint: string },
): Homes {
  const environment = { ...(env as unknown as Environment), HOSTING: hosting };
  return objectsOf(environment, "EXECUTION", tenant).getByName(execution, options) as unknown as Homes;
}

/** The host that knows of an execution. */
export const hostOf = ({ execution, tenant }: Named) => bindings.EXECUTION.getByName(hostName(tenant, execution));

/** A new tenant whose index was made by a deployment with hosts, or by one without. */
export async function tenantWithHosts(hasHosts: boolean): Promise<string> {
  const tenant = crypto.randomUUID();
  const index = bindings.INDEX.getByName(indexName(tenant)) as IndexStub & DurableObjectStub;
  await runInDurableObject(index, (_, { storage }) => {
    openTables(storage, hasHosts);
  });
  return tenant;
}

/** Reads again and again until `done`; the test's own time limit is the end. */
export async function hostedViewWhen(
  request: StartRequest,
  done: (view: ExecutionView) => boolean,
): Promise<ExecutionView> {
  for (;;) {
    const view = await homeOf(request).read(true);
    if (view !== null && done(view)) return view;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

export const hasEnded = ({ finishedAt }: ExecutionView) => finishedAt !== null;

/** The same request for executions that have the same host, which is of a tenant of their own: nobody else is at work in it or evicts it. */
export async function neighbours(
  count: number,
  plan: Parameters<typeof requestFor>[0],
  more: Partial<StartRequest> = {},
): Promise<[StartRequest, StartRequest, ...StartRequest[]]> {
  const first = await requestFor(plan, { tenant: await tenantWithHosts(true), ...more });
  const named = [...Array(count).keys()].map((number) => {
    const execution = first.execution.slice(0, -2) + String(number).padStart(2, "0");
    return { ...first, execution, origin: { ...first.origin, root: execution }, requestId: crypto.randomUUID() };
  });
  const [one, two, ...others] = named;
  if (one === undefined || two === undefined) throw new Error("a neighbour is one of two at least");
  return [one, two, ...others];
}

/** `request` for a neighbour of `other`: the first digit of a name decides the host, the others are its own. */
export function besides(request: StartRequest, other: StartRequest): StartRequest {
  const execution = other.execution.slice(0, 1) + request.execution.slice(1);
  return { ...request, execution, tenant: other.tenant, origin: { ...request.origin, root: execution } };
}

/** Rows of a host by the number of their execution. */
export function rowsByNumber(request: StartRequest, table: string): Promise<readonly (readonly [number, number])[]> {
  return runInDurableObject(hostOf(request), (_, { storage: { sql } }) =>
    sql
      .exec<{ hosted: number; rows: number }>(
        `SELECT hosted, count(*) AS rows FROM hosted_${table} GROUP BY hosted ORDER BY hosted`,
      )
      .toArray()
      .map(({ hosted, rows }) => [hosted, rows] as const),
  );
}

/** When a host is to wake an execution; Unix milliseconds. Undefined if it is not. */
export function wakeOf(request: StartRequest): Promise<number | undefined> {
  return runInDurableObject(hostOf(request), (_, { storage }) => {
    const [wake] = storage.sql
      .exec<{ at: number }>("SELECT at FROM hosted WHERE name = ?", request.execution)
      .toArray();
    return wake?.at;
  });
}

/** Resolves when the time to wake of an ended execution is that of its retention. */
export async function settled(request: StartRequest): Promise<void> {
  while (((await wakeOf(request)) ?? 0) < Date.now() + 60_000) await new Promise((resolve) => setTimeout(resolve, 20));
}

/** Runs `task` with an instance of a host over what is stored, made with options that differ, then resets the object. */
export async function withHost<Result>(
  request: StartRequest,
  more: Partial<ExecutionOptions>,
  task: (instance: ExecutionObject, state: DurableObjectState) => Result | Promise<Result>,
): Promise<Result> {
  const options = { ...objectOptions(env as unknown as Environment), ...more };
  const results: Result[] = [];
  const reset = runInDurableObject(hostOf(request), async (_, state) => {
    // It would wake the other instance, over the same rows.
    state.storage.setAlarm = async () => undefined;
    results.push(await task(new ExecutionObject(state, {}, options), state));
    await state.storage.sync();
    state.abort("reset by the test");
  });
  await reset.catch((error: unknown) => {
    if (!String(error).includes("reset by the test")) throw error;
  });
  const [result] = results;
  return result as Result;
}
