/** A policy for all tool steps of a plan: each has what it says itself, then what the plan says. */
import { expect, it } from "vitest";
import { documentOf } from "../../../src/plan/dialects/plan-document.ts";
import { leafSteps } from "../../../src/plan/plan-scope.ts";
import { accepted, compile, onlyProblem } from "../../support/plan/compiled-plan.ts";

const call = (stepId: string, more: object = {}) => ({ tool: { stepId, toolName: "silent", ...more } });
const unnamed = { tool: { toolName: "silent" } };
const plan = {
  defaults: { maxAttempts: 3, initialBackoffMs: 10, timeoutMs: 5_000, continueOnFailure: true, inDoubt: "FAIL" },
  steps: [
    call("a"),
    call("b", { policy: { maxAttempts: 1, continueOnFailure: false, timeoutMs: null } }),
    { parallel: { stepId: "g", steps: [call("c")] } },
    { map: { stepId: "m", over: [1], step: unnamed } },
    { loop: { stepId: "l", step: unnamed, until: "1 < 2", maxIterations: 2 } },
  ],
  finally: [call("d")],
};
const sent = (one: object) => compile({ kind: "TYPED", plan: one });

it("[R10] is that of every call which does not say otherwise, member by member, and stands in its own policy then", () => {
  const compiled = accepted(sent(plan));
  const usual = { maxAttempts: 3, initialBackoffMs: 10, timeoutMs: 5_000, inDoubt: "FAIL" };
  expect(leafSteps(compiled.plan).map(({ id, policy }) => [id, policy])).toEqual([
    ["a", { ...usual, continueOnFailure: true }],
    ["b", { ...usual, maxAttempts: 1, continueOnFailure: false }],
    ["c", { ...usual, continueOnFailure: false }],
    ["m[]", { ...usual, continueOnFailure: false }],
    ["l[]", { ...usual, continueOnFailure: false }],
    ["d", expect.objectContaining({ ...usual, continueOnFailure: false })],
  ]);
  const document = documentOf(compiled.plan);
  expect(document).not.toHaveProperty("defaults");
  const again = accepted(compile({ kind: "DOCUMENT", document, dialect: undefined }));
  expect(again.planHash).toBe(compiled.planHash);
});

it("[R10] that no call may have is refused at its own place", () => {
  expect(
    onlyProblem(sent({ ...plan, defaults: { timeoutMs: 61_000 }, steps: [call("a")], finally: [] })),
  ).toMatchObject({
    limit: "stepTimeoutMs",
    path: ["source", "plan", "defaults", "timeoutMs"],
  });
  expect(onlyProblem(sent({ steps: [call("a")], defaults: { attempts: 2 } }))).toMatchObject({
    path: ["source", "plan", "defaults", "attempts"],
  });
});
