/** What a step makes of the end of the execution that it waited for. */
import { expect, it } from "vitest";
import { childResult } from "../../../src/durable/calls/child-end.ts";
import type { ChildEnd } from "../../../src/durable/ports/execution-peer.ts";
import type { Failure } from "../../../src/json/failure.ts";

function failureOf(name: string, failure: Failure): Failure {
  const found = childResult(name, { status: "FAILED", failure, result: null, usage: null } satisfies ChildEnd);
  if (found.kind !== "FAILED") throw new Error(`found ${found.kind}`);
  return found.failure;
}

it("[N669] the message of a child's failure is introduced once, however deep the cause lies, and the details name each execution", () => {
  const cause: Failure = { code: "TOOL_ERROR", message: "no such topic", retryable: false, details: null };
  const outer = failureOf("outer", failureOf("middle", failureOf("inner", cause)));
  expect(outer.message).toBe("the execution that the step waited for failed: no such topic");
  expect(outer.details).toMatchObject({
    execution: "outer",
    details: { execution: "middle", details: { execution: "inner", code: "TOOL_ERROR", message: "no such topic" } },
  });
  // A callee that says the same of its own is quoted.
  const quoted = { ...cause, message: "the execution that the step waited for failed: x" };
  expect(failureOf("outer", quoted).message).toBe(`the execution that the step waited for failed: ${quoted.message}`);
});
