/**
 * Starts the execution behind a call, or finds the one that the same call started before. Invariants of E1: the object's name comes from
 * the caller's key, else from randomness; a used key is answered with its execution, even if the call would be refused now, and never with
 * that of somebody else.
 */

import { limitFinding, type StartResult } from "../execution/commands/start-request.ts";
import { hashOfParts } from "../json/effect-key.ts";
import type { Json } from "../json/json.ts";
import { executionName } from "../json/object-name.ts";
import { problem } from "./call-answer.ts";
import type { CallOrigin } from "./call-origin.ts";
import type { CallProblem, McpSession, WorkResult } from "./ports.ts";

export interface RunCall {
  /** Name of the tool. */
  readonly tool: string;
  /** As they were sent. */
  readonly arguments: Json;
  readonly origin: CallOrigin;
}

export type RunStart =
  | { readonly ok: true; readonly execution: string; readonly timeoutMs: number }
  | { readonly ok: false; readonly problems: readonly CallProblem[] };

export function callFingerprint({ arguments: given, tool }: Omit<RunCall, "origin">): string {
  return hashOfParts(["MCP", tool, given]);
}

/** `prepare` is asked once, and not at all where the nesting alone forbids the call. */
export async function startRun(
  call: RunCall,
  prepare: () => Promise<WorkResult>,
  session: McpSession,
): Promise<RunStart> {
  const { caller, clock, clients, humanInputTimeoutMs, randomHex } = session;
  const { origin } = call;
  const execution = executionName(caller.tenant, "mcp", origin.key ?? randomHex(16));
  const fingerprint = callFingerprint(call);
  const prepared = await prepare();
  if (!prepared.ok) {
    const earlier =
      origin.key === undefined ? null : await clients.executions.lookup(execution, fingerprint, caller.subject);
    return earlier === null ? prepared : runStart(earlier, clock.now());
  }
  const answer = await clients.executions.start({
    ...prepared.work,
    execution,
    fingerprint,
    humanInputTimeoutMs,
    idempotencyKey: origin.key ?? null,
    tenant: caller.tenant,
    surface: "mcp",
    subject: caller.subject,
    origin: { root: execution, parent: null, depth: origin.depth, ancestors: origin.ancestors },
    requestId: session.requestId,
    contextId: origin.contextId ?? null,
    ...(origin.trace ?? session.trace),
    labels: [],
    inDoubt: "FAIL",
    approval: "DECLARED_DESTRUCTIVE",
    waitMs: 0,
    withValues: false,
  });
  return runStart(answer, clock.now());
}

function runStart(answer: StartResult, now: number): RunStart {
  switch (answer.kind) {
    case "STARTED":
      return { ok: true, execution: answer.view.execution, timeoutMs: answer.view.limits.timeoutMs };
    case "IDEMPOTENCY_CONFLICT":
      return refused(
        "IDEMPOTENCY_CONFLICT",
        "its idempotency key was used before by another subject or for another call",
      );
    case "DELETED": {
      const until = new Date(answer.until).toISOString();
      return refused(
        "INVALID_INPUT",
        `its idempotency key is that of an execution which was deleted, free again at ${until}`,
      );
    }
    case "TENANT_LIMIT": {
      const seconds = Math.max(1, Math.ceil((answer.retryAt - now) / 1_000));
      const message = `${limitFinding(answer)}; try again in ${seconds} seconds`;
      return refused("RATE_LIMITED", message, true);
    }
  }
}

function refused(code: string, finding: string, retryable = false): RunStart {
  return { ok: false, problems: [problem(code, `Cannot start the call: ${finding}`, { retryable })] };
}
