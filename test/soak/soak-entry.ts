/**
 * The product with a window: `GET /held` tells what this process holds, header permits in use or waited for and leases of tenants (E10),
 * WebSockets that its objects have accepted (E11); `POST /reset` throws every execution out of memory whatever it is doing (E6). Leases of drivers are
 * short, so that what was cut goes on soon.
 */

import { Permits } from "../../src/durable/calls/permits.ts";
import { ExecutionObject as Execution } from "../../src/durable/execution/execution-object.ts";
import { IndexObject as Index } from "../../src/durable/index/index-object.ts";
import { indexOptions, objectOptions } from "../../src/worker/clients/object-options.ts";
import type { Environment } from "../../src/worker/platform/environment.ts";
import product, { CatalogObject, ConversationObject, TenantObject as Tenant } from "../../src/worker/worker.ts";
import { HeldPermits } from "./held-permits.ts";

const leaseMs = 5_000;
const askedAtATime = 50;

/** Objects and Worker share this isolate. */
const permits = new HeldPermits(Permits.prototype);

/** Names of the objects that this process made, and those that were made since the last reset. */
const executions = new Set<string>();
const sinceReset = new Set<string>();
const indexes = new Set<string>();
const tenants = new Set<string>();

export { CatalogObject, ConversationObject };

export class ExecutionObject extends Execution<Environment> {
  constructor(context: DurableObjectState, environment: Environment) {
    super(context, environment, { ...objectOptions(environment), leaseMs });
    if (context.id.name === undefined) return;
    executions.add(context.id.name);
    sinceReset.add(context.id.name);
  }

  acceptedSockets(): number {
    return this.ctx.getWebSockets().length;
  }

  resetNow(): void {
    // An object that slept was made to be reset: nothing has used it since.
    sinceReset.delete(this.ctx.id.name ?? "");
    this.ctx.abort("reset by the soak");
  }
}

export class IndexObject extends Index<Environment> {
  constructor(context: DurableObjectState, environment: Environment) {
    super(context, environment, indexOptions(environment));
    if (context.id.name !== undefined) indexes.add(context.id.name);
  }

  acceptedSockets(): number {
    return this.ctx.getWebSockets().length;
  }
}

export class TenantObject extends Tenant {
  constructor(context: DurableObjectState, environment: Environment) {
    super(context, environment);
    if (context.id.name !== undefined) tenants.add(context.id.name);
  }

  /** `now` in Unix milliseconds. */
  heldLeases(now: number): number {
    const sql = "SELECT count(*) AS count FROM lease WHERE until > ?";
    return this.ctx.storage.sql.exec<{ count: number }>(sql, now).one().count;
  }
}

type Asked = Pick<ExecutionObject, "acceptedSockets" | "resetNow">;

export default {
  async fetch(request, environment, context) {
    const { pathname } = new URL(request.url);
    if (pathname === "/held") {
      const counts = { sockets: await sockets(environment), leases: await leases(environment) };
      return Response.json({ permits: permits.count, ...counts });
    }
    if (pathname === "/reset") return Response.json({ reset: await reset(environment) });
    return product.fetch(request, environment, context);
  },
} satisfies ExportedHandler<Environment>;

/** Over all objects of this process, those asleep included. */
async function sockets({ EXECUTION, INDEX }: Environment): Promise<number> {
  const objects = [...executions].map((name) => EXECUTION.getByName(name));
  const all = [...objects, ...[...indexes].map((name) => INDEX.getByName(name))] as unknown as Asked[];
  let count = 0;
  for (let at = 0; at < all.length; at += askedAtATime) {
    const asked = all.slice(at, at + askedAtATime).map((object) => object.acceptedSockets());
    count += (await Promise.all(asked)).reduce((sum, found) => sum + found, 0);
  }
  return count;
}

async function leases({ TENANT }: Environment): Promise<number> {
  const asked = [...tenants].map((name) => {
    const object = TENANT.getByName(name) as unknown as Pick<TenantObject, "heldLeases">;
    return object.heldLeases(Date.now());
  });
  return (await Promise.all(asked)).reduce((sum, found) => sum + found, 0);
}

/** Resets every execution that was made since the last time and gives how many there were. */
async function reset({ EXECUTION }: Environment): Promise<number> {
  const names = [...sinceReset];
  sinceReset.clear();
  // Whoever is reset gives no answer.
  await Promise.allSettled(names.map(async (name) => (EXECUTION.getByName(name) as unknown as Asked).resetNow()));
  // What an object held goes with it. Not before: it may take one until it is gone.
  permits.forget();
  return names.length;
}
