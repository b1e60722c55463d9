/**
 * The HTTP surface: settings, then credentials, then the API. Nothing behind a refusal is touched: a misconfigured or closed
 * deployment opens no door.
 */
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { IdentityDoor } from "../graph/doors.ts";
import { type GraphEndpoint, graphEndpoint, graphPath } from "../graph/endpoint.ts";
import type { RequestContext } from "../graph/graph-context.ts";
import { maxRequestBytes } from "../graph/request-rules.ts";
import { CatalogCache, catalogDoor } from "./catalog-door.ts";
import { callerOf } from "./credentials.ts";
import type { Environment } from "./environment.ts";
import { executionDoor } from "./execution-door.ts";
import { indexDoor } from "./index-door.ts";
import { sealedIdentity } from "./sealed-id.ts";
import { readSettings, type Settings, type SettingsReading } from "./settings.ts";
import { version } from "./version.ts";
import type { WatchClock } from "./watch.ts";

interface AppContext {
  readonly Bindings: Environment;
  readonly Variables: { readonly settings: Settings };
}

const timers: WatchClock = {
  after(delayMs, task) {
    const timer = setTimeout(task, delayMs);
    return () => clearTimeout(timer);
  },
};

/** The app of one isolate. What is costly to make is made at the first request that needs it, and kept. */
export function makeApp(schemaText: string): Hono<AppContext> {
  const app = new Hono<AppContext>();
  const isolate = new Isolate(schemaText);

  app.use(async (context, next) => {
    const reading = isolate.settings(context.env);
    if (!reading.ok) return context.json(errorBody("MISCONFIGURED", reading.message), 500);
    context.set("settings", reading.settings);
    return next();
  });

  app.get("/health", (context) => context.json({ status: "ok", version }));

  app.use(
    graphPath,
    bodyLimit({
      maxSize: maxRequestBytes,
      onError: (context) => {
        const message = `Cannot read the request: required a body of at most ${maxRequestBytes} bytes, found more`;
        return context.json(errorBody("REQUEST_TOO_LARGE", message), 413);
      },
    }),
  );

  app.all(graphPath, async ({ env, json, req, var: { settings } }) => {
    const caller = callerOf(settings);
    if (caller === null) {
      const message =
        "Cannot serve the request: this deployment has no credentials configured, and AUTH_MODE=none is not stated";
      return json(errorBody("FORBIDDEN", message), 403);
    }
    const context: RequestContext = {
      caller,
      doors: {
        executions: executionDoor(env.EXECUTION, timers, Math.random),
        catalog: catalogDoor(env.CATALOG, caller.tenant, isolate.catalogs, Date.now),
        index: indexDoor(env.INDEX, caller.tenant),
        identity: isolate.identity(settings),
      },
      settings: { version, limits: settings.limits, humanInputTimeoutMs: settings.humanInputTimeoutMs },
      now: Date.now,
      randomHex,
    };
    return isolate.endpoint().fetch(req.raw, context);
  });

  app.notFound((context) => context.json(errorBody("NOT_FOUND", "Cannot find anything at this path"), 404));
  app.onError((error, context) => {
    console.error(JSON.stringify({ message: "a request failed", error: String(error) }));
    return context.json(errorBody("INTERNAL_SERVER_ERROR", "Cannot answer: this software failed"), 500);
  });
  return app;
}

/** What requests of one isolate share. */
class Isolate {
  readonly catalogs = new CatalogCache();
  readonly #schemaText: string;
  readonly #readings = new WeakMap<Environment, SettingsReading>();
  #endpoint: GraphEndpoint | null = null;
  #identity: { readonly secret: string; readonly door: IdentityDoor } | null = null;

  constructor(schemaText: string) {
    this.#schemaText = schemaText;
  }

  settings(environment: Environment): SettingsReading {
    const known = this.#readings.get(environment);
    if (known !== undefined) return known;
    const reading = readSettings(environment);
    this.#readings.set(environment, reading);
    return reading;
  }

  endpoint(): GraphEndpoint {
    this.#endpoint ??= graphEndpoint(this.#schemaText);
    return this.#endpoint;
  }

  identity({ idSealingSecret: secret }: Settings): IdentityDoor {
    if (this.#identity?.secret !== secret) this.#identity = { secret, door: sealedIdentity(secret) };
    return this.#identity.door;
  }
}

/** The shape of GraphQL errors, so that clients read every refusal alike. */
function errorBody(code: string, message: string) {
  return { errors: [{ message, extensions: { code } }] };
}

function randomHex(bytes: number): string {
  const random = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(random, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
