/** Calls of A2A agents as the engine makes them: a provider with a stored interface, a message built as all are, a guarded fetch. */

import { setTimeout as delay } from "node:timers/promises";
import { guardedFetch } from "../../../src/durable/calls/guarded-fetch.ts";
import { type Invocation, invocationMessage } from "../../../src/execution/commands/invocation-message.ts";
import type { PollResult } from "../../../src/execution/events/attempt.ts";
import type { Json } from "../../../src/json/json.ts";
import { type A2aCall, type A2aContact, pollA2aTask } from "../../../src/tools/a2a/a2a-call.ts";
import { exampleExecution, exampleTraceparent, standingClock } from "../../support/callees/mcp-tool-calls.ts";
import { callableOf } from "../../support/plan/callables.ts";

export type A2aVersion = "1.0" | "0.3";

const callable = callableOf({
  name: "peer_translator",
  kind: "AGENT",
  outputSchema: { type: "object", properties: { never: { type: "null" } }, required: ["never"] },
  outputValidation: "OFF",
  provider: "agent:translator",
  remoteName: "translator",
});

export const testFetch = guardedFetch({
  rules: { allowPrivate: true, allowHttp: true },
  maxResponseBytes: 10_000,
  fetch: (url, init) => fetch(url, init),
  awaitHeaders: (_, run) => run(),
});

/** Who is asked at `url`, in `version`. */
export function a2aContact(url: string, version: A2aVersion, connection: { [name: string]: Json } = {}): A2aContact {
  return {
    provider: {
      name: "agent:translator",
      kind: "A2A",
      url,
      bearerSecret: null,
      connection: { protocolVersion: version, tenant: null, ...connection },
    },
    callable,
    bearer: undefined,
    trace: { traceparent: exampleTraceparent, tracestate: null },
    signal: new AbortController().signal,
    fetch: testFetch,
    clock: standingClock,
  };
}

/** A call with the given input under the key `key-1`. */
export function a2aCall(contact: A2aContact, input: Partial<Invocation>): A2aCall {
  const identity = { ...exampleExecution, ancestors: ["workflow:post"] };
  const message = invocationMessage({ messageId: "key-1", text: null, data: null, artifact: null, identity, ...input });
  return { ...contact, message };
}

/** Polls until the task has ended. */
export async function untilEnded(contact: A2aContact, handle: string): Promise<PollResult> {
  for (;;) {
    const poll = await pollA2aTask({ ...contact, handle, details: null });
    if (poll.kind === "SUCCEEDED" || poll.kind === "FAILED") return poll;
    await delay(10);
  }
}
