import { beforeEach, describe, expect, it } from "vitest";
import { data, executePlan } from "../../support/graph/ask.ts";
import { FakeClients } from "../../support/graph/fake-clients.ts";

const source = { plan: { steps: [{ tool: { stepId: "a", toolName: "echo" } }] } };
const options = { idempotencyKey: "order-7" };

let world: FakeClients;
let id: string;
let name: string;
beforeEach(async () => {
  world = new FakeClients();
  id = (await executePlan(world, { source, options })).execution.id;
  [name = ""] = world.executions.keys();
  world.calls.length = 0;
});

const deletion = /* GraphQL */ `
  mutation ($input: DeleteExecutionInput!) {
    deleteExecution(input: $input) {
      deletedId
      errors { __typename code message path ... on InvalidStateError { status } }
    }
  }
`;

async function deleteExecution(executionId: string, tenant = "default") {
  const answer = await data(world, deletion, { variables: { input: { executionId } }, caller: { tenant } });
  return answer.deleteExecution;
}

describe("deleteExecution", () => {
  it("deletes one that has ended, and twice is no error", async () => {
    world.change(name, { status: "SUCCEEDED", finishedAt: 1 });
    expect(await deleteExecution(id)).toEqual({ deletedId: id, errors: [] });
    expect(await deleteExecution(id)).toEqual({ deletedId: id, errors: [] });
    expect(world.calls).toEqual(["executions.delete", "executions.delete"]);
  });

  it("refuses one that runs, and one that this version does not understand", async () => {
    const place = { __typename: "InvalidStateError", code: "INVALID_STATE", path: ["input", "executionId"] };
    expect(await deleteExecution(id)).toMatchObject({ deletedId: null, errors: [{ ...place, status: "RUNNING" }] });
    world.change(name, { status: "SUCCEEDED", finishedAt: 1, parkedBy: "LoopEntered version 1" });
    const { errors } = await deleteExecution(id);
    expect(errors).toMatchObject([{ ...place, status: "SUCCEEDED", message: expect.stringContaining("LoopEntered") }]);
    expect(world.executions.has(name)).toBe(true);
  });

  it("[N210] deletes one that an earlier version stored and nobody can read any more", async () => {
    world.change(name, { status: "WAITING", finishedAt: null, parkedBy: "ExecutionStarted version 1", isTooOld: true });
    expect(await deleteExecution(id)).toEqual({ deletedId: id, errors: [] });
    expect(world.executions.has(name)).toBe(false);
  });

  it("[E1] finds nothing under a forged id or that of another tenant, and wakes nothing", async () => {
    for (const answer of [await deleteExecution("forged"), await deleteExecution(id, "stranger")]) {
      expect(answer).toMatchObject({
        deletedId: null,
        errors: [{ code: "NOT_FOUND", path: ["input", "executionId"] }],
      });
    }
    expect(world.calls).toEqual([]);
  });

  it("leaves nothing to be found by id, by key or as a node", async () => {
    world.change(name, { status: "SUCCEEDED", finishedAt: 1 });
    await deleteExecution(id);
    const found = await data(
      world,
      `query ($id: ID!) {
        byId: execution(by: { id: $id }) { id }
        byKey: execution(by: { idempotencyKey: "order-7" }) { id }
        node(id: $id) { id }
      }`,
      { variables: { id } },
    );
    expect(found).toEqual({ byId: null, byKey: null, node: null });
  });

  it("[E1] keeps the key used: the same request is told until when, another one that it conflicts", async () => {
    world.change(name, { status: "SUCCEEDED", finishedAt: 1 });
    await deleteExecution(id);
    const path = ["input", "options", "idempotencyKey"];
    const again = await executePlan(world, { source, options });
    expect(again).toMatchObject({
      execution: null,
      errors: [{ code: "INVALID_INPUT", path, message: expect.stringContaining("2026-01-31T10:30:00.000Z") }],
    });
    const other = await executePlan(world, { source, options: { ...options, contextId: "other" } });
    expect(other).toMatchObject({ execution: null, errors: [{ code: "IDEMPOTENCY_CONFLICT", path }] });
    // Refused for its own sake, the request is still answered by what its key stands for.
    const wrong = await executePlan(world, { source, options: { ...options, waitMs: 25_001 } });
    expect(wrong).toMatchObject({ execution: null, errors: [{ code: "INVALID_INPUT", path }] });
  });
});
