/** Webhooks in a real object: pinned with the start, told in the order of the log, tried again by whoever wakes, gone with the execution. */

import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { createHmac } from "node:crypto";
import { afterEach, describe, expect, it, vi } from "vitest";
import { deployedCodeOf } from "../../../packages/planwright/library/deployed-code-of.ts";
import type { HookContext, HookEvents } from "../../../packages/planwright/library/hooks.ts";
import type { StartRequest } from "../../../src/execution/commands/start-request.ts";
import { hookWebhooks } from "../../../src/execution/webhooks/code-hook.ts";
import type { Webhook, WebhookStanding } from "../../../src/execution/webhooks/webhook.ts";
import type { JsonObject } from "../../../src/json/json.ts";
import { declareCode, deployedCode } from "../../../src/worker/platform/deployed-code.ts";
import type { CatalogStub } from "../../../src/worker/platform/environment.ts";
import { given } from "../../support/engine/given-response.ts";
import { eventually } from "../../support/engine/patience.ts";
import { bindings, objectOf, started, tablesOf, viewWhen, withInstance } from "../../support/objects/executions.ts";
import { clockAhead } from "../../support/objects/object-time.ts";
import { requestFor } from "../../support/objects/start-request.ts";
import { tool } from "../../support/plan/typed-tool.ts";

const address = "http://127.0.0.1:1/hook?key=very-secret";
const hook: Webhook = { id: "given/0", name: null, url: address, events: ["StepWaiting", "ExecutionFinished"] };
/** Rows of a fresh journal with its table, the start and the end. */
const journalRows = 2;

interface Received {
  readonly id: string;
  readonly body: JsonObject & { readonly type: string; readonly data: JsonObject };
}

afterEach(() => {
  vi.restoreAllMocks();
});

/** Answers deliveries to `address` with the next of `answers`, then with 204; everything else goes where it should. */
function receiver(...answers: (number | "TAKEN_AND_SILENT")[]): Received[] {
  const received: Received[] = [];
  const real = globalThis.fetch;
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    if (input !== address) return real(input, init);
    received.push({ id: new Headers(init?.headers).get("webhook-id") ?? "", body: JSON.parse(String(init?.body)) });
    const status = answers.shift() ?? 204;
    return status === "TAKEN_AND_SILENT" ? new Promise(() => undefined) : new Response(null, { status });
  });
  return received;
}

const reading = (more: Partial<StartRequest> = {}) =>
  requestFor({ steps: [tool("a", "read_note", { name: "x" })] }, { waitMs: 10_000, webhooks: [hook], ...more });

const asking = (more: Partial<StartRequest> = {}) =>
  requestFor({ steps: [tool("gone", "delete_note", { name: "x" })] }, { waitMs: 10_000, webhooks: [hook], ...more });

function standingOf(request: StartRequest): Promise<readonly WebhookStanding[] | null> {
  return (objectOf(request) as unknown as { webhooks(): Promise<readonly WebhookStanding[] | null> }).webhooks();
}

function told(request: StartRequest, sequence: number): Promise<unknown> {
  return eventually(async () => (await standingOf(request))?.[0]?.deliveredTo === sequence);
}

function rowsWritten(request: StartRequest): Promise<number> {
  return runInDurableObject(
    objectOf(request),
    (instance) => (instance as unknown as { writes(): { rows: number } }).writes().rows,
  );
}

describe("a webhook", () => {
  it("is notified that a person is asked, with the id under which the API takes the answer, and of the end, in order", async () => {
    const received = receiver();
    const request = await asking();
    const { humanInputs } = await started(request);
    await told(request, 2);
    await objectOf(request).respond(given(humanInputs[0]?.requestId ?? ""));
    await viewWhen(request, ({ finishedAt }) => finishedAt !== null);
    await eventually(() => received.length === 2);
    const [asked, ended] = received.map(({ body }) => body);
    expect(asked).toMatchObject({
      ...{ specversion: "1.0", type: "dev.planwright.execution.step_waiting", sequence: "0000000000000002" },
      data: { waitsFor: "PERSON", stepId: "gone", execution: { status: "WAITING" } },
    });
    expect(ended).toMatchObject({
      type: "dev.planwright.execution.execution_finished",
      subject: asked?.subject,
      data: { status: "SUCCEEDED", execution: { status: "SUCCEEDED", usage: { toolCalls: 1 } } },
    });
    const requestId = (asked?.data.request as JsonObject | undefined)?.id;
    expect(requestId).toMatch(/^[\w-]{40,}$/);
    // Nothing says what the object is called (O33).
    expect(JSON.stringify(received)).not.toContain(request.execution);
  });

  it("[N507] that hears of what the whole tenant sees alone is not pinned to what not everybody sees", async () => {
    receiver();
    const hooks = [hook, { ...hook, id: "tenant/open", name: "open", isForOpen: true }];
    const confined = await reading({ webhooks: hooks, visibility: "OWN" });
    const open = await reading({ webhooks: hooks });
    await Promise.all([started(confined), started(open)]);
    expect([(await standingOf(confined))?.length, (await standingOf(open))?.length]).toEqual([1, 2]);
  });

  it("[E2] costs the table and a row at the start and a row per event; an execution without one has neither", async () => {
    receiver();
    const request = await reading();
    await started(request);
    await told(request, 4);
    // The table is counted as two rows, as that of the journal is.
    expect(await rowsWritten(request)).toBe(journalRows + 2 + (2 + 1) + 1);
    const without = await reading({ webhooks: [] });
    await started(without);
    expect(await rowsWritten(without)).toBe(journalRows + 2);
    expect(await tablesOf(without)).toEqual(["journal"]);
    expect(await standingOf(without)).toEqual([]);
  });

  it("that took an event of which nothing was stored when the object was lost gets it again under the same id", async () => {
    const received = receiver("TAKEN_AND_SILENT");
    const request = await reading();
    expect((await started(request)).status).toBe("SUCCEEDED");
    await eventually(() => received.length === 1);
    // Eviction would wait for the delivery to be given up.
    const lost = runInDurableObject(objectOf(request), (_, state) => state.abort("reset by the test"));
    await expect(lost).rejects.toThrow("reset by the test");
    expect(await runDurableObjectAlarm(objectOf(request))).toBe(true);
    await told(request, 4);
    expect(received).toHaveLength(2);
    expect(received[1]).toMatchObject({ id: received[0]?.id, body: { id: received[0]?.body.id } });
  });

  it("that answered with 500 is tried again after 5 s by the alarm of a fresh instance, and holds nobody up", async () => {
    vi.spyOn(console, "warn").mockReturnValue();
    const received = receiver(500);
    const before = Date.now();
    const request = await reading();
    expect((await started(request)).status).toBe("SUCCEEDED");
    const nextAt = await eventually(async () => (await standingOf(request))?.[0]?.nextAttemptAt);
    expect(nextAt).toBeGreaterThanOrEqual(before + 5_000);
    await eventually(() =>
      runInDurableObject(objectOf(request), async (_, { storage }) => (await storage.getAlarm()) === nextAt),
    );
    await evictDurableObject(objectOf(request));
    await withInstance(request, { clock: clockAhead(6_000) }, (instance) => instance.alarm());
    expect(await standingOf(request)).toMatchObject([{ deliveredTo: 4, attempts: 0, nextAttemptAt: null, givenUp: 0 }]);
    expect(new Set(received.map(({ id }) => id)).size).toBe(1);
    expect(received).toHaveLength(2);
  });

  it("is shown by its host alone", async () => {
    receiver();
    const request = await reading();
    await started(request);
    expect(JSON.stringify(await standingOf(request))).not.toContain("very-secret");
    expect(await standingOf(request)).toMatchObject([{ name: null, host: "127.0.0.1:1" }]);
  });

  it("is sent what is pending before its execution is deleted, and goes with it", async () => {
    const received = receiver(500);
    const warn = vi.spyOn(console, "warn").mockReturnValue();
    const request = await reading();
    await started(request);
    await eventually(async () => (await standingOf(request))?.[0]?.attempts === 1);
    expect((await objectOf(request).delete()).kind).toBe("DELETED");
    expect(await tablesOf(request)).toEqual(["tombstone"]);
    expect(await standingOf(request)).toBeNull();
    expect(received).toHaveLength(1);
    // What never came through is said, with neither the address nor what it holds.
    const lines = warn.mock.calls.map(([line]) => JSON.parse(String(line)) as JsonObject);
    expect(lines).toContainEqual(expect.objectContaining({ log: "webhooks_given_up", deliveries: 1 }));
    expect(JSON.stringify(lines)).not.toContain("very-secret");
  });

  it("is forgotten when retention removes the events, and the log says what was pending", async () => {
    const warn = vi.spyOn(console, "warn").mockReturnValue();
    receiver(500, 500, 500);
    const request = await reading();
    await started(request);
    await eventually(async () => (await standingOf(request))?.[0]?.attempts === 1);
    const more = { eventRetentionMs: 3_600_000, clock: clockAhead(3_700_000) };
    await withInstance(request, more, (instance) => instance.alarm());
    expect(await tablesOf(request)).not.toContain("webhook");
    expect(await standingOf(request)).toBeNull();
    expect(warn.mock.calls.some(([line]) => String(line).includes('"webhooks_given_up"'))).toBe(true);
  });

  it("is signed as every tenant can check with its key", async () => {
    const seen: { headers: Headers; body: string }[] = [];
    const real = globalThis.fetch;
    vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
      if (input !== address) return real(input, init);
      seen.push({ headers: new Headers(init?.headers), body: String(init?.body) });
      return new Response(null, { status: 204 });
    });
    const request = await reading();
    await started(request);
    await eventually(() => seen.length === 1);
    const [{ body, headers }] = seen as [{ headers: Headers; body: string }];
    const secret = String((env as unknown as Record<string, unknown>).ID_SEALING_SECRET);
    const key = await webhookKey(secret, "default");
    const content = `${headers.get("webhook-id")}.${headers.get("webhook-timestamp")}.${body}`;
    const expected = createHmac("sha256", key).update(content).digest("base64");
    expect(headers.get("webhook-signature")).toBe(`v1,${expected}`);
    expect(headers.get("content-type")).toBe("application/cloudevents+json");
  });
});

describe("webhooks of a tenant", () => {
  const catalog = () => bindings.CATALOG.getByName("webhooks-tenant") as unknown as CatalogStub;
  const registration = { url: "https://hooks.example.com/a", events: ["ExecutionFinished"] } as const;

  it("are at most 8, replaced by name, and refused where no request may leave to", async () => {
    for (let n = 0; n < 8; n++)
      expect(await catalog().registerWebhook({ ...registration, name: `hook-${n}` })).toMatchObject({
        kind: "REGISTERED",
      });
    expect(await catalog().registerWebhook({ ...registration, name: "one-more" })).toMatchObject({
      ...{ kind: "REFUSED", code: "LIMIT_EXCEEDED" },
    });
    const other = { ...registration, name: "hook-3", url: "https://hooks.example.com/b" };
    expect(await catalog().registerWebhook(other)).toMatchObject({ kind: "REGISTERED", webhook: other, revision: "9" });
    expect(await catalog().removeWebhook("hook-0")).toBe("10");
    expect(await catalog().removeWebhook("hook-0")).toBeNull();
    const { webhooks } = (await catalog().contents(null)) as { webhooks: readonly { name: string; url: string }[] };
    expect(webhooks).toHaveLength(7);
    expect(webhooks.find(({ name }) => name === "hook-3")?.url).toBe("https://hooks.example.com/b");
    expect(await catalog().registerWebhook({ ...registration, name: "a b" })).toMatchObject({ code: "INVALID_INPUT" });
    const inside = { ...registration, name: "inside", url: "https://user:pass@hooks.example.com/" };
    expect(await catalog().registerWebhook(inside)).toMatchObject({ code: "EGRESS_DENIED", member: "url" });
    const long = { ...registration, name: "long", url: `https://hooks.example.com/${"x".repeat(2_048)}` };
    expect(await catalog().registerWebhook(long)).toMatchObject({ code: "INVALID_INPUT", member: "url" });
  });
});

/** As `scripts/webhook-secret.mjs` derives it. */
async function webhookKey(secret: string, tenant: string): Promise<Uint8Array> {
  const bytes = (text: string) => new TextEncoder().encode(text);
  const material = await crypto.subtle.importKey("raw", bytes(secret), "HKDF", false, ["deriveBits"]);
  const derivation = { name: "HKDF", hash: "SHA-256", salt: bytes("planwright webhooks"), info: bytes(tenant) };
  return new Uint8Array(await crypto.subtle.deriveBits(derivation, material, 256));
}

describe("a hook in code", () => {
  it("[N494] is called after the fact and in order; one that throws is called again by the next instance, one that hangs holds nobody up", async () => {
    vi.spyOn(console, "warn").mockReturnValue();
    const calls: (HookEvents["onStepFinished" | "onExecutionFinished"] & { readonly deliveryId: string })[] = [];
    const failures = [new Error("not now")];
    let hangs = true;
    const take = (event: HookEvents["onStepFinished" | "onExecutionFinished"], { deliveryId }: HookContext) => {
      calls.push({ ...event, deliveryId });
      const failure = event.type === "STEP_FINISHED" ? failures.shift() : undefined;
      if (failure !== undefined) throw failure;
    };
    const hooks = {
      onStepFinished: take,
      onExecutionFinished: take,
      onStepStarted: () => (hangs ? new Promise(() => undefined) : undefined),
    };
    const before = deployedCode();
    declareCode(deployedCodeOf({ hooks }));
    try {
      const request = await reading({ webhooks: hookWebhooks(Object.keys(hooks)) });
      expect((await started(request)).status).toBe("SUCCEEDED");
      await eventually(() => calls.length === 2);
      const nextAt = await eventually(async () => {
        const standing = (await standingOf(request)) ?? [];
        return standing.find(({ nextAttemptAt }) => nextAttemptAt !== null)?.nextAttemptAt;
      });
      await runInDurableObject(objectOf(request), (_, state) => state.abort("reset by the test")).catch(
        () => undefined,
      );
      hangs = false;
      await withInstance(request, { clock: clockAhead(nextAt - Date.now() + 1_000) }, async (instance) => {
        void instance.alarm();
        await eventually(() => calls.length === 3);
      });
      expect(calls.map(({ type }) => type).toSorted()).toEqual([
        "EXECUTION_FINISHED",
        "STEP_FINISHED",
        "STEP_FINISHED",
      ]);
      const [first, again] = calls.filter(({ type }) => type === "STEP_FINISHED");
      expect(again).toEqual(first);
      expect(first).toMatchObject({
        ...{ stepId: "a", status: "SUCCEEDED", deliveryId: expect.stringMatching(/^msg_/) },
        execution: {
          id: expect.stringMatching(/^[\w-]{40,}$/),
          tenant: request.tenant,
          userId: request.subject,
          status: "SUCCEEDED",
        },
      });
    } finally {
      declareCode(before);
    }
  });
});
