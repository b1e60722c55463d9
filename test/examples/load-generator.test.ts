/** The load generator against a fake endpoint: what it counts, what it refuses, and that it notices what must not be. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { faultsOf, figuresOf, type LoadRecord, percentiles, report } from "../../examples/load-generator/figures.ts";
import { LoadRun } from "../../examples/load-generator/load-run.ts";
import { openLoop } from "../../examples/load-generator/open-loop.ts";
import { type LoadOptions, parseCommandLine } from "../../examples/load-generator/options.ts";
import { compared } from "../../examples/load-generator/watching.ts";
import { type FakeHttpServer, fakeHttpServer, sendJson } from "../support/callees/http-server.ts";

let server: FakeHttpServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

interface FakeEndpoint {
  /** Idempotency keys in the order in which they came. */
  readonly keys: string[];
  readonly answered: string[];
  options(more?: Partial<LoadOptions>): LoadOptions;
}

/** An endpoint that accepts everything; every execution has the events 1 to 3, of which watchers are told `told`. */
async function fakeEndpoint({
  told = [1, 2, 3],
  refuseFirst = 0,
  status = "SUCCEEDED",
}: {
  readonly told?: readonly number[] | "NO_END";
  readonly refuseFirst?: number;
  readonly status?: string;
} = {}): Promise<FakeEndpoint> {
  const keys: string[] = [];
  const answered: string[] = [];
  const answer = (request: IncomingMessage, response: ServerResponse, body: string) => {
    const { query, variables } = JSON.parse(body) as { query: string; variables: Variables };
    if (request.headers.accept?.includes("text/event-stream")) return stream(response, told);
    if (/executePlan/.test(query)) {
      const key = variables.input?.options?.idempotencyKey ?? "";
      keys.push(key);
      if (keys.length <= refuseFirst) return sendJson(response, 503, {});
      return sendJson(response, 200, { data: { executePlan: { execution: { id: `id-${key}` }, errors: [] } } });
    }
    if (/humanInputRequests/.test(query)) {
      const nodes = [
        { id: "mine", prompt: "Load r: may it go on?" },
        { id: "other", prompt: "Load q: may it go on?" },
      ];
      return sendJson(response, 200, { data: { humanInputRequests: { nodes } } });
    }
    if (/respondToHumanInput/.test(query)) {
      answered.push(variables.input?.requestId ?? "");
      return sendJson(response, 200, { data: { respondToHumanInput: { errors: [] } } });
    }
    if (/nodes\(ids/.test(query)) {
      return sendJson(response, 200, { data: { nodes: (variables.ids ?? []).map(() => ({ status })) } });
    }
    const events = {
      nodes: [1, 2, 3].map((sequence) => ({ sequence })),
      pageInfo: { hasNextPage: false, endCursor: null },
    };
    return sendJson(response, 200, { data: { execution: { events } } });
  };
  server = await fakeHttpServer(answer);
  const url = server.url;
  const options = (more: Partial<LoadOptions> = {}): LoadOptions => ({
    ...{ url, token: null, ratePerSecond: 20, durationMs: 500, mix: ["chain"], watchers: 0, transport: "sse" },
    ...{ cancelShare: 0, declineShare: 0, drainMs: 5_000, seed: 1, ...more },
  });
  return { keys, answered, options };
}

interface Variables {
  readonly ids?: readonly string[];
  readonly input?: { readonly requestId?: string; readonly options?: { readonly idempotencyKey?: string } };
}

function stream(response: ServerResponse, sequences: readonly number[] | "NO_END"): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  if (sequences === "NO_END") {
    response.flushHeaders();
    return;
  }
  for (const sequence of sequences) {
    const item = { data: { executionEvents: { events: [{ sequence }] } }, extensions: { cursor: `c${sequence}` } };
    response.write(`event: next\ndata: ${JSON.stringify(item)}\n\n`);
  }
  response.end("event: complete\ndata:\n\n");
}

const endpoint = "--url=http://127.0.0.1:1/graphql";

describe("the command line of the load generator", () => {
  it.each([
    [[], "--url: required an http: or https: address, found nothing"],
    [["--url=ftp://x"], "found ftp://x"],
    [[endpoint, "--rate=fast"], 'required a number from 0.01 to 10000, found "fast"'],
    [[endpoint, "--cancel=101"], "required a number from 0 to 100"],
    [[endpoint, "--mix=chain,toString"], 'found "toString"'],
    [[endpoint, "--transport=smoke"], "required sse, ws or both"],
    [[endpoint, "--watchers=2.5"], 'required a whole number from 0 to 1000, found "2.5"'],
    [[endpoint, "--seed=1.5"], "required a whole number from 0"],
    [[endpoint, "--mcp=http://127.0.0.1:1/mcp"], "--mcp: required --setup beside it"],
    [[endpoint, "--setup", "--a2a=nowhere"], "--a2a: required an http: or https: address"],
    [[endpoint, "--sekonds=5"], "--sekonds"],
    [[endpoint, "more"], "more"],
  ])("refuses %j", (args, words) => {
    const parsed = parseCommandLine(args, null);
    expect(parsed).toMatchObject({ kind: "REFUSED", message: expect.stringContaining(words) });
  });

  it("registers nothing unless it is told to", () => {
    expect(parseCommandLine([endpoint], "t")).toMatchObject({
      kind: "OK",
      commandLine: { setup: null, load: { token: "t", ratePerSecond: 5, durationMs: 60_000 } },
    });
    expect(parseCommandLine([endpoint, "--setup"], null)).toMatchObject({
      commandLine: { setup: { mcpUrl: "http://127.0.0.1:8788/mcp" } },
    });
  });
});

describe("the open loop", () => {
  it("does not wait for what it began, and tells what was due while it could not begin anything", async () => {
    let now = 0;
    const begun: [number, number][] = [];
    const ports = {
      now: () => now,
      sleep: async (ms: number) => {
        // The second sleep takes a whole second longer than it should.
        now += begun.length === 1 ? ms + 1_000 : ms;
      },
    };
    await openLoop({ ratePerSecond: 10, durationMs: 500 }, (_, dueAt) => begun.push([dueAt, now]), ports);
    expect(begun).toEqual([
      [0, 0],
      [100, 1_100],
      [200, 1_100],
      [300, 1_100],
      [400, 1_100],
    ]);
  });
});

describe("a load", () => {
  it("begins as many as the rate says, each under a key of its own, and sees each end", async () => {
    const { keys, options } = await fakeEndpoint();
    const { figures } = await new LoadRun(options(), "r").finish();
    expect(figures).toMatchObject({ begun: 10, accepted: 10, neverEnded: 0, ended: { SUCCEEDED: 10 }, errors: {} });
    expect(new Set(keys).size).toBe(10);
    expect(faultsOf(figures)).toEqual([]);
  });

  it("repeats a start that nobody answered under the same key, and counts the wait", async () => {
    const { keys, options } = await fakeEndpoint({ refuseFirst: 1 });
    const { figures } = await new LoadRun(options({ ratePerSecond: 2, durationMs: 400 }), "r").finish();
    expect(keys).toEqual(["r-0", "r-0"]);
    expect(figures).toMatchObject({ begun: 1, accepted: 1, repeats: 1, errors: { HTTP_503: 1 } });
    expect(figures.latencyMs.accepted.p50).toBeGreaterThanOrEqual(450);
  });

  it("tells of accepted executions that never ended", async () => {
    const { options } = await fakeEndpoint({ status: "RUNNING" });
    const { figures } = await new LoadRun(options({ drainMs: 100 }), "r").finish();
    expect(faultsOf(figures)).toEqual(["10 accepted executions never ended"]);
  });

  it("fails where nothing is accepted", async () => {
    const { options } = await fakeEndpoint();
    const one = options({ ratePerSecond: 2, durationMs: 400, drainMs: 600, url: `${options().url}nowhere` });
    const { figures } = await new LoadRun({ ...one, mix: ["agent"] }, "r").finish();
    expect(faultsOf(figures)).toEqual(["1 executions were begun and none was accepted"]);
  });

  it("fails where a subscription never receives the end", async () => {
    const { options } = await fakeEndpoint({ told: "NO_END" });
    const one = options({ ratePerSecond: 2, durationMs: 400, watchers: 1, drainMs: 200 });
    const { figures } = await new LoadRun(one, "r").finish();
    expect(faultsOf(figures)).toEqual(["1 subscriptions received no end"]);
  });

  it.each([
    [[1, 2, 3], { missing: 0, doubled: 0, unordered: 0 }],
    [[1, 3], { missing: 1, doubled: 0, unordered: 0 }],
    [[1, 2, 2, 3], { missing: 0, doubled: 1, unordered: 0 }],
    [[2, 1, 3], { missing: 0, doubled: 0, unordered: 1 }],
  ])("compares the events %j of watchers with the stored log", async (told, expected) => {
    const { options } = await fakeEndpoint({ told });
    const one = options({ ratePerSecond: 2, durationMs: 400, watchers: 1 });
    const { figures } = await new LoadRun(one, "r").finish();
    expect(figures.watched).toMatchObject({ executions: 1, events: told.length, broken: 0, ...expected });
    expect(compared(told, [1, 2, 3])).toEqual(expected);
  });

  it("answers the questions of this load once, and nobody else's", async () => {
    const { answered, options } = await fakeEndpoint();
    await new LoadRun(options({ mix: ["person"], ratePerSecond: 1, durationMs: 1_800 }), "r").finish();
    expect(answered).toEqual(["mine"]);
  });
});

describe("the figures of a load", () => {
  it("takes percentiles by the nearest rank", () => {
    const hundred = Array.from({ length: 100 }, (_, at) => 100 - at);
    expect(percentiles(hundred)).toEqual({ count: 100, p50: 50, p95: 95, p99: 99, maximum: 100 });
    expect(percentiles([])).toEqual({ count: 0, p50: 0, p95: 0, p99: 0, maximum: 0 });
  });

  it("counts an execution as late that began more than 50 ms after it was due", () => {
    const record = (lateByMs: number): LoadRecord => ({
      ...{ number: 0, kind: "chain", key: "k", lateByMs, acceptedAfterMs: null, executionId: null, refusal: "X" },
      ...{ repeats: 0, isCancelled: false, status: null, watched: null },
    });
    const figures = figuresOf([record(50), record(51)], { X: 2 }, { loadMs: 1_000, drainedMs: 2_000 });
    expect(figures).toMatchObject({ begun: 2, late: 1, accepted: 0, neverEnded: 0 });
    expect(report(figures)).toContain("errors: X 2");
  });
});
