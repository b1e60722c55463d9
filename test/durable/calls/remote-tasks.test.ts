/** Tasks of remote agents as the runner asks for them, where the agent does not answer. What agents answer is tested with their calls. */
import { describe, expect, it } from "vitest";
import { remoteTasks } from "../../../src/durable/calls/remote-tasks.ts";
import type { Call } from "../../../src/durable/ports/ports.ts";
import type { StepWait } from "../../../src/execution/state/step-state.ts";
import { noCredentials } from "../../support/callees/stored-credentials.ts";
import { ManualClock } from "../../support/engine/manual-clock.ts";
import { callable } from "../../support/plan/callables.ts";

const wait: StepWait = { kind: "REMOTE_TASK", since: 0, handle: "task-1", details: null };

const call: Call = {
  callable: callable("peer", "UNSAFE"),
  provider: {
    ...{ name: "peer", kind: "A2A", url: "https://agent.example/a2a", bearerSecret: "PEER" },
    connection: { protocolVersion: "1.0", tenant: null },
  },
  ...{ arguments: {}, callId: "key", attempt: 1, stepId: "a", signal: new AbortController().signal },
  execution: {
    ...{
      contextId: null,
      requestId: "r",
      trace: { traceparent: "00-0-0-01", tracestate: null },
      userId: "u",
      depth: 0,
      ancestors: [],
    },
    ...{ routingMode: "MANUAL", isOnlyCall: true },
  },
  continuation: undefined,
  onArtifact: () => undefined,
  onProgress: () => undefined,
};

function tasks(fetch: () => Promise<Response>, secret: () => string | undefined = () => "s3cret") {
  const clock = new ManualClock();
  const options = { clock, secret, credentials: noCredentials };
  return {
    clock,
    ports: remoteTasks({ options, fetch: () => fetch, from: () => ({ tenant: "default", execution: "e" }) }),
  };
}

const never = (signals: AbortSignal[]) => (_: unknown, init?: RequestInit) =>
  new Promise<Response>((_resolve, reject) => {
    const signal = init?.signal;
    if (signal == null) throw new Error("a request without a signal could last for ever");
    signals.push(signal);
    signal.addEventListener("abort", () => reject(signal.reason));
  });

describe("the task of a remote agent", () => {
  it("is asked for again if nobody answers, or if the deployment lacks the secret", async () => {
    const away = () => Promise.reject(new Error("Network connection lost."));
    expect(await tasks(away).ports.poll(call, wait)).toMatchObject({ kind: "UNREACHABLE" });
    expect(await tasks(away).ports.stop(call, wait)).toBe(false);
    const lacking = await tasks(away, () => undefined).ports.poll(call, wait);
    expect(lacking).toMatchObject({ kind: "UNREACHABLE", message: expect.stringContaining("TOOL_SECRET_PEER") });
    expect(await tasks(away, () => undefined).ports.stop(call, wait)).toBe(false);
  });

  it("[E9] is asked for within a time of its own: a request that is never answered is cut", async () => {
    const signals: AbortSignal[] = [];
    const { clock, ports } = tasks(never(signals) as () => Promise<Response>);
    const poll = ports.poll(call, wait);
    while (signals.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    await clock.advance(29_999);
    expect(signals[0]?.aborted).toBe(false);
    await clock.advance(1);
    expect(signals[0]?.aborted).toBe(true);
    expect(await poll).toMatchObject({ kind: "UNREACHABLE" });
  });
});
