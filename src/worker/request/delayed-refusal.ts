/**
 * Delays a refusal with 429 for a moment if its caller was refused just before (`auth/delayed-refusals.ts`). It counts for the tenant whose
 * credential the request proved, else for the address that it came from. While it waits it takes no processor time.
 *
 * With `AUTH_MODE=none` nothing waits: there is no neighbour.
 */
import type { MiddlewareHandler } from "hono";
import type { AppContext } from "../platform/app-context.ts";
import { networkOf } from "../platform/network-address.ts";
import type { Settings } from "../settings/settings.ts";
import type { Isolate } from "./isolate.ts";

export function delayedRefusal(isolate: Isolate): MiddlewareHandler<AppContext> {
  return async (context, next) => {
    await next();
    if (context.res.status !== 429) return;
    const { raw } = context.req;
    const tenant = isolate.loads.tenantOf(raw);
    const name = tenant === undefined ? JSON.stringify(["address", networkOf(raw.headers)]) : tenantName(tenant);
    await delay(name, Number(context.res.headers.get("retry-after") ?? 1), isolate, context.var.settings);
  };
}

/** Delays the refusal of an operation that came over a connection of `tenant`. */
export function delayOperation(
  tenant: string,
  retryAfterSeconds: number,
  isolate: Isolate,
  settings: Settings,
): Promise<void> {
  return delay(tenantName(tenant), retryAfterSeconds, isolate, settings);
}

async function delay(name: string, retryAfterSeconds: number, isolate: Isolate, { auth, delayRefusalsMs }: Settings) {
  if (auth?.mode === "none") return;
  const waitMs = isolate.delayedRefusals.waitMs(name, retryAfterSeconds, delayRefusalsMs, Date.now());
  if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
}

function tenantName(tenant: string): string {
  return JSON.stringify(["tenant", tenant]);
}
