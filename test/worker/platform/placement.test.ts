import { beforeEach, describe, expect, it } from "vitest";
import type { StartRequest } from "../../../src/execution/commands/start-request.ts";
import { allScopes } from "../../../src/worker/auth/authentication.ts";
import { createSubscriptionToken } from "../../../src/worker/auth/subscription-token.ts";
import { executionClient } from "../../../src/worker/clients/execution-client.ts";
import { conversationOptions, objectOptions } from "../../../src/worker/clients/object-options.ts";
import type { Environment, PlatformNamespace } from "../../../src/worker/platform/environment.ts";
import { near, objectsOf } from "../../../src/worker/platform/placement.ts";
import { askTenant } from "../../../src/worker/platform/tenant-client.ts";
import { Isolate } from "../../../src/worker/request/isolate.ts";
import { requestContext } from "../../../src/worker/request/request-context.ts";
import { scheduleOptions } from "../../../src/worker/request/schedule-options.ts";
import { readSettings } from "../../../src/worker/settings/settings.ts";
import { schemaText } from "../../support/graph/ask.ts";

/** Every object that was reached, as `namespace/jurisdiction`; `-` for none. */
let reached: string[];
/** Options with which objects were named. */
let options: (object | undefined)[];

beforeEach(() => {
  reached = [];
  options = [];
});

/** Answers every call with nothing that could be used; as a host, that an execution is not there. */
const stub = new Proxy({}, { get: () => async () => ({ kind: "ELSEWHERE", status: 421 }) });

function namespace(name: string): PlatformNamespace<never> {
  const within = (jurisdiction: string) => ({
    getByName: (_: string, given?: object) => {
      reached.push(`${name}/${jurisdiction}`);
      options.push(given);
      return stub as never;
    },
  });
  return { ...within("-"), jurisdiction: within };
}

function environment(jurisdictions?: string, hosting = "on"): Environment {
  return {
    ...{ EXECUTION: namespace("EXECUTION"), CONVERSATION: namespace("CONVERSATION"), CATALOG: namespace("CATALOG") },
    SCHEDULE: namespace("SCHEDULE"),
    ...{ INDEX: namespace("INDEX"), TENANT: namespace("TENANT") },
    ...{ AUTH_MODE: "none", HOSTING: hosting, ID_SEALING_SECRET: "x".repeat(32) },
    ...(jurisdictions === undefined ? {} : { JURISDICTIONS: jurisdictions }),
  } as Environment;
}

const timers = { now: Date.now, after: () => () => undefined };

/** Asks every object of `tenant` for something, in all ways that there are. */
async function reachAll(env: Environment, tenant: string): Promise<void> {
  const reading = readSettings(env);
  if (!reading.ok) throw new Error(reading.message);
  const isolate = new Isolate(async () => schemaText);
  const caller = { tenant, subject: "someone", groups: [], scopes: [...allScopes], validUntil: undefined };
  const { clients } = requestContext(env, reading.settings, isolate, caller, "127.0.0.1");
  const { catalog, conversations, executions, index } = clients;
  const request = { execution: "e" } as StartRequest;
  const derivation = { kind: "RETRY", fromStep: null, arguments: [], bindings: {}, callAgain: [] } as const;
  const signal = AbortSignal.abort();
  const asked: Promise<unknown>[] = [
    executions.start(request, null),
    executions.start(request, "WEUR"),
    executions.lookup("e", "f", "s"),
    executions.read("e", false),
    executions.value("e", 1, "output"),
    executions.groupOutput("e", "g"),
    executions.projection("e", "TYPED"),
    executions.storedBytes("e"),
    executions.events("e", 0, 1),
    executions.cancel("e", "s", null),
    executions.respond("e", {} as never),
    executions.submit("e", {} as never),
    executions.derive("e", derivation, true),
    executions.delete("e"),
    executions.announce("e"),
    executions.watch("e", { after: 0, heartbeatMs: 5_000, signal })[Symbol.asyncIterator]().next(),
    catalog.snapshot({ kind: "CURRENT" }),
    catalog.removeMcpServer("server"),
    catalog.registerMcpServer({} as never),
    conversations.send({ conversation: "c", request } as never, "WEUR"),
    conversations.read("c"),
    conversations.messages("c", {} as never),
    index.list({} as never),
    index.conversations({} as never),
    index.statusCounts({} as never),
    index.descendants("e"),
    index.watch({ after: null, heartbeatMs: 5_000, signal })[Symbol.asyncIterator]().next(),
    clients.schedules.read("s"),
    askTenant(env, tenant, (object) => object.apiKeys()),
    createSubscriptionToken(caller, tenant, isolate.identity(reading.settings), env),
  ];
  await Promise.allSettled(asked);
  await objectOptions(env)
    .conversation(tenant, "c")
    .report({} as never);
  await conversationOptions(env).execution(tenant, "e").conversationReport(0);
  await scheduleOptions(env).execution(tenant, "e").read(false);
  await objectOptions(env).index(tenant).remove({ createdAt: 0, execution: "e" });
}

describe("the jurisdiction of a tenant", () => {
  const all = (jurisdiction: string) =>
    new Set(
      ["EXECUTION", "CONVERSATION", "CATALOG", "INDEX", "TENANT", "SCHEDULE"].map((name) => `${name}/${jurisdiction}`),
    );

  it("is kept to by every access to each of its objects, from the Worker and from other objects", async () => {
    const env = environment("acme=eu other=fedramp");
    await reachAll(env, "acme");
    expect(new Set(reached)).toEqual(all("eu"));
    reached = [];
    await reachAll(env, "other");
    expect(new Set(reached)).toEqual(all("fedramp"));
  });

  it("is none for a tenant that is not named, unless all others have one", async () => {
    await reachAll(environment("acme=eu"), "someone");
    expect(new Set(reached)).toEqual(all("-"));
    reached = [];
    await reachAll(environment(), "someone");
    expect(new Set(reached)).toEqual(all("-"));
    reached = [];
    await reachAll(environment("acme=eu *=fedramp"), "someone");
    expect(new Set(reached)).toEqual(all("fedramp"));
  });

  it("is never guessed: a setting that cannot be read opens no object", () => {
    expect(() => objectsOf(environment("acme=moon"), "INDEX", "acme")).toThrow();
    expect(reached).toEqual([]);
  });
});

describe("the location of an execution", () => {
  it.each([
    // Whoever has no key is asked for in an object of its own at once. What a host does not hold is read there after it.
    ["on", null, [{ locationHint: "weur" }, undefined, undefined, undefined]],
    // A host, which others have too, is made wherever the platform sees fit.
    ["on", "key", [undefined, { locationHint: "weur" }, undefined, undefined, undefined, undefined]],
    ["off", null, [{ locationHint: "weur" }, undefined, undefined]],
  ])(
    "is handed to the platform in its own words when the execution is started, and only then, with HOSTING=%s and the key %s",
    async (hosting, idempotencyKey, expected) => {
      const executions = objectsOf(environment("acme=eu", hosting), "EXECUTION", "acme");
      const client = executionClient(executions, timers, Math.random);
      const request = { execution: "e", idempotencyKey, limits: { maxParallel: 100 } } as StartRequest;
      await client.start(request, "WEUR");
      await client.start(request, null);
      await client.read("e", false);
      expect(options).toEqual(expected);
      expect(new Set(reached)).toEqual(new Set(["EXECUTION/eu"]));
    },
  );

  it("leaves the namespace as it is where none is asked for", () => {
    const plain = namespace("EXECUTION");
    expect(near(plain, null)).toBe(plain);
  });
});
