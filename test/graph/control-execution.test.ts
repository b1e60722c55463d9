import { beforeEach, describe, expect, it } from "vitest";
import type { HumanInputView } from "../../src/plan/execution-view.ts";
import { data, executePlan } from "./ask.ts";
import { FakeWorld, frame, startTime } from "./fake-doors.ts";

let world: FakeWorld;
let id: string;
let name: string;

const question: HumanInputView = {
  ...{
    requestId: "first/1",
    purpose: "APPROVAL",
    prompt: "May drop_table be called?",
    step: "first",
    status: "PENDING",
  },
  ...{ createdAt: startTime, expiresAt: startTime + 60_000, resolvedAt: null, respondedBy: null, reason: null },
  arguments: frame({ table: "users" }, "arguments", 2),
};

beforeEach(async () => {
  world = new FakeWorld();
  const steps = [{ tool: { stepId: "first", toolName: "drop_table" } }];
  id = (await executePlan(world, { source: { plan: { steps } } })).execution.id;
  [name = ""] = world.executions.keys();
  world.change(name, { humanInputs: [question] });
  world.calls.length = 0;
});

const cancelMutation = /* GraphQL */ `
  mutation ($id: ID!, $reason: String) {
    cancelExecution(input: { executionId: $id, reason: $reason }) {
      execution { id cancelRequestedAt }
      errors { __typename code path ... on InvalidStateError { status } }
    }
  }
`;
const cancel = async (variables: object = {}) =>
  (await data(world, cancelMutation, { variables: { id, ...variables } })).cancelExecution;

describe("cancelExecution", () => {
  it("ends an execution with one object call, and twice is no error", async () => {
    expect(await cancel({ reason: "changed my mind" })).toEqual({
      execution: { id, cancelRequestedAt: "2026-01-31T09:30:00.000Z" },
      errors: [],
    });
    expect(world.calls).toEqual(["executions.cancel"]);
    world.change(name, { status: "CANCELLED", finishedAt: startTime });
    expect((await cancel()).errors).toEqual([]);
  });

  it("refuses one that finished otherwise, with the status", async () => {
    world.change(name, { status: "SUCCEEDED", finishedAt: startTime });
    expect(await cancel()).toEqual({
      execution: null,
      errors: [
        { __typename: "InvalidStateError", code: "INVALID_STATE", path: ["input", "executionId"], status: "SUCCEEDED" },
      ],
    });
  });

  it("[E2] refuses one that is parked, instead of saying that it was cancelled", async () => {
    world.change(name, { parkedBy: "LoopEntered" });
    expect((await cancel()).errors).toMatchObject([{ code: "INVALID_STATE" }]);
  });

  it("refuses a reason that is too long before anything is called", async () => {
    expect((await cancel({ reason: "x".repeat(1_001) })).errors).toMatchObject([
      { code: "INVALID_INPUT", path: ["input", "reason"] },
    ]);
    expect(world.calls).toEqual([]);
  });

  it("says NOT_FOUND of an execution that was removed", async () => {
    world.executions.clear();
    expect((await cancel()).errors).toMatchObject([{ code: "NOT_FOUND" }]);
  });
});

const respondMutation = /* GraphQL */ `
  mutation ($id: ID!, $response: HumanInputResponseInput!) {
    respondToHumanInput(input: { requestId: $id, response: $response }) {
      request { id status respondedBy reason context { value } execution { id } }
      errors { __typename code path ... on InvalidStateError { status } }
    }
  }
`;

async function requestId(): Promise<string> {
  const query =
    "query ($id: ID!) { execution(by: { id: $id }) { pendingHumanInputs { id kind prompt context { value } } } }";
  const [asked] = (await data(world, query, { variables: { id } })).execution.pendingHumanInputs;
  expect(asked).toMatchObject({ kind: "APPROVAL", prompt: question.prompt, context: { value: { table: "users" } } });
  world.calls.length = 0;
  return asked.id;
}

const respond = async (asked: string, response: object, caller = {}) =>
  (await data(world, respondMutation, { variables: { id: asked, response }, caller })).respondToHumanInput;

describe("respondToHumanInput", () => {
  it("permits with an empty object, declines with a reason, each with one object call", async () => {
    const asked = await requestId();
    expect(await respond(asked, { decline: "not today" })).toMatchObject({
      request: { id: asked, status: "DECLINED", respondedBy: "anonymous", reason: "not today" },
      errors: [],
    });
    expect(world.calls).toEqual(["executions.respond", "executions.read"]);
    world.change(name, { humanInputs: [question] });
    expect(await respond(asked, { accept: {} })).toMatchObject({ request: { status: "ACCEPTED", execution: { id } } });
  });

  it("counts the first answer only: another one is refused, the same one again is not", async () => {
    const asked = await requestId();
    await respond(asked, { accept: {} });
    expect(await respond(asked, { accept: {} })).toMatchObject({ request: { status: "ACCEPTED" }, errors: [] });
    for (const [response, caller] of [
      [{ decline: "too late" }, {}],
      [{ accept: {} }, { subject: "somebody else" }],
    ] as const) {
      expect(await respond(asked, response, caller)).toMatchObject({
        request: null,
        errors: [{ __typename: "InvalidStateError", code: "INVALID_STATE", status: "RUNNING" }],
      });
    }
  });

  it("[R10] refuses data that nobody asked for, instead of ignoring it", async () => {
    const asked = await requestId();
    expect((await respond(asked, { accept: { table: "other" } })).errors).toMatchObject([
      { code: "INVALID_INPUT", path: ["input", "response", "accept"] },
    ]);
    expect((await respond(asked, { decline: "x".repeat(1_001) })).errors).toMatchObject([
      { code: "INVALID_INPUT", path: ["input", "response", "decline"] },
    ]);
    expect(world.calls).toEqual([]);
  });
});
