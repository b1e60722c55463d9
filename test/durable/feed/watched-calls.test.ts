/** An execution in a host over tables in memory, with a watcher: what comes first, its calls or the pages that tell of them. */
import { expect, it, vi } from "vitest";
import { ExecutionHost } from "../../../src/durable/execution/execution-host.ts";
import type { ExecutionOptions } from "../../../src/durable/ports/execution-options.ts";
import { silentTracer } from "../../../src/durable/ports/tracer.ts";
import type { StartRequest } from "../../../src/execution/commands/start-request.ts";
import type { EventPage } from "../../../src/execution/views/execution-view.ts";
import type { CodeTool } from "../../../src/tools/code/code-tool.ts";
import { eventFeed } from "../../../src/worker/watch/event-feed.ts";
import { ManualClock, settled } from "../../support/engine/manual-clock.ts";
import { memoryStorage } from "../../support/engine/memory-sql.ts";
import { idOf, startedWith } from "../../support/engine/started-event.ts";
import { callable, callables } from "../../support/plan/callables.ts";
import { planOf, step } from "../../support/plan/plan-steps.ts";

const name = "watched";

/** A tool in code that answers when the test says so. `order` has its calls, and the pages that a watcher is sent. */
function watchedHost() {
  const order: string[] = [];
  const pages: EventPage[] = [];
  const calls: PromiseWithResolvers<object>[] = [];
  const tool = {
    definition: { outputSchema: { type: "object" } },
    ...{ effectClass: "READ_ONLY", secrets: [] },
    ...{ readInput: (value: unknown) => ({ ok: true, value }), readOutput: (value: unknown) => ({ ok: true, value }) },
    run: () => {
      order.push(`call ${calls.length + 1}`);
      calls.push(Promise.withResolvers());
      return calls.at(-1)?.promise;
    },
  } as unknown as CodeTool;
  let attachment: unknown = null;
  const socket = {
    tag: name,
    deserializeAttachment: () => attachment,
    serializeAttachment: (given: unknown) => {
      attachment = given;
    },
    send: (text: string) => {
      const { page } = JSON.parse(text) as { readonly page: EventPage };
      pages.push(page);
      order.push(`page ${page.events.map(({ event }) => event.kind).join(" ")}`);
    },
  };
  const clock = new ManualClock();
  const storage = { setAlarm: async () => undefined, deleteAlarm: async () => undefined };
  const context = {
    storage: Object.assign(memoryStorage(), storage),
    getWebSockets: () => [socket],
    getTags: ({ tag }: { readonly tag: string }) => [tag],
  };
  const options = {
    ...{ clock, tracer: silentTracer, publicId: idOf, random: () => 0, logLevel: "info" },
    ...{ leaseMs: 30_000, retentionMs: 1e9, eventRetentionMs: 1e9, maxArgumentBytes: 1e6, maxResponseBytes: 1e6 },
    ...{ egress: { allowPrivate: false, allowHttp: false }, codeVersion: "test", secret: () => undefined },
    codeTools: { named: () => tool, env: undefined },
    index: () => ({ hadHostsFromTheFirst: async () => true, put: async () => true, putMany: async () => [] }),
    lease: () => ({ acquire: async () => undefined, keep: async () => undefined, release: async () => undefined }),
    journal: (journal: unknown) => journal,
  } as unknown as ExecutionOptions;
  const host = new ExecutionHost(context as unknown as DurableObjectState, options);
  const pull = (after: number) => host.pulled(socket as unknown as WebSocket, JSON.stringify({ pull: after }));
  const answer = async (call: number) => {
    calls[call - 1]?.resolve({ ok: true });
    await settled();
  };
  return { answer, clock, host, order, pages, pull };
}

/** Three calls of the tool in code, one after the other. */
function threeCalls(): StartRequest {
  const steps = ["a", "b", "c"].map((id, at, ids) => step(id, { tool: "own", after: ids.slice(0, at) }));
  const {
    kind: _,
    definitions,
    ...facts
  } = startedWith(planOf(steps), {
    callables: [...callables, callable("own", "READ_ONLY", { provider: "code" })],
  });
  const code = { name: "code", kind: "CODE", url: "", bearerSecret: null, connection: null } as const;
  const given = { bindings: {}, input: { kind: "NONE" }, message: null, conversation: null, chosenAgent: null };
  return {
    ...{ ...facts, ...given, rejected: null, reused: [], waitMs: 0, withValues: false, execution: name },
    definitions: { ...definitions, providers: [...definitions.providers, code] },
  } as unknown as StartRequest;
}

it("[N941] a watcher is sent what happened behind the calls that follow from it, and at once what no call follows", async () => {
  vi.spyOn(console, "info").mockImplementation(() => undefined);
  const { answer, clock, host, order, pull } = watchedHost();
  await host.start({ request: threeCalls(), mayHost: true });
  await settled();
  pull(0);
  await clock.advance(0);
  order.length = 0;
  await answer(1);
  expect(order).toEqual(["call 2"]);
  await clock.advance(0);
  expect(order).toEqual(["call 2", "page StepFinished StepStarted"]);
  await answer(2);
  await clock.advance(0);
  expect(order.slice(2)).toEqual(["call 3", "page StepFinished StepStarted"]);
  await answer(3);
  expect(order.slice(4)).toEqual(["page StepFinished ExecutionFinished"]);
  vi.restoreAllMocks();
});

it("[N941] a watcher that pulls before such a page has left, or whose next events come before, gets each event once and in order", async () => {
  vi.spyOn(console, "info").mockImplementation(() => undefined);
  const { answer, clock, host, pages, pull } = watchedHost();
  await host.start({ request: threeCalls(), mayHost: true });
  await settled();
  pull(0);
  await answer(1);
  pull(0);
  await answer(2);
  await answer(3);
  await clock.advance(0);
  const [sequences, last] = [[] as number[], pages.at(-1)];
  let cursor = 0;
  for (const page of pages) {
    const following = eventFeed.following(page, cursor);
    sequences.push(...(following?.events.map(({ sequence }) => sequence) ?? [Number.NaN]));
    cursor = following?.cursor ?? cursor;
  }
  expect(sequences).toEqual(Array.from({ length: 8 }, (_, at) => at + 1));
  expect(last).toMatchObject({ caughtUp: true, status: "SUCCEEDED" });
  expect(pages).toHaveLength(3);
  vi.restoreAllMocks();
});
