/** Exporting and erasing everything of a subject, as callers meet it. */
import { beforeEach, describe, expect, it } from "vitest";
import { ask, data, executePlan } from "../../support/graph/ask.ts";
import { FakeClients } from "../../support/graph/fake-clients.ts";
import { startTime } from "../../support/graph/fake-views.ts";

const parts = "executionIds conversationIds schedules apiKeyIds";
const exportQuery = `query ($subject: String!, $after: String) { exportSubject(subject: $subject, after: $after) { ${parts} cursor } }`;
const eraseMutation = /* GraphQL */ `
  mutation ($input: EraseSubjectInput!) {
    eraseSubject(input: $input) { erased { ${parts} } kept { ${parts} } cursor errors { code message path } }
  }
`;

let world: FakeClients;
beforeEach(() => {
  world = new FakeClients();
});

async function started(): Promise<{ readonly id: string; readonly name: string }> {
  const input = { source: { plan: { steps: [{ tool: { toolName: "echo" } }] } } };
  const { id } = (await executePlan(world, input, { caller: { subject: "alice" } })).execution;
  return { id, name: [...world.executions.keys()].at(-1) ?? "" };
}

const nothing = { executionIds: [], conversationIds: [], schedules: [], apiKeyIds: [] };

describe("everything of a subject", () => {
  it("[N581] is exported by parts with the ids of each thing, and every part is in the audit log", async () => {
    const { id } = await started();
    const { exportSubject } = await data(world, exportQuery, { variables: { subject: "alice" } });
    expect(exportSubject).toEqual({ ...nothing, executionIds: [id], cursor: expect.any(String) });
    const after = exportSubject.cursor;
    const last = (await data(world, exportQuery, { variables: { subject: "alice", after } })).exportSubject;
    expect(last).toEqual({ ...nothing, conversationIds: [expect.any(String)], cursor: null });
    expect(world.audited).toMatchObject(
      [1, 2].map(() => ({ action: "EXPORT", target: { kind: "SUBJECT", name: "alice" }, outcome: "DONE" })),
    );
    for (const cursor of [after.slice(1), "nonsense"]) {
      const { errors } = await ask(world, exportQuery, { variables: { subject: "alice", after: cursor } });
      expect(errors).toMatchObject([{ extensions: { code: "BAD_USER_INPUT" } }]);
    }
    // A cursor of one subject leads to nobody else.
    const { errors } = await ask(world, exportQuery, { variables: { subject: "bob", after } });
    expect(errors).toMatchObject([{ extensions: { code: "BAD_USER_INPUT" } }]);
  });

  it("[N581] is erased by parts: what has ended goes, what runs is kept and named, and a repeated part does no harm", async () => {
    const ended = await started();
    world.change(ended.name, { status: "SUCCEEDED", finishedAt: startTime });
    const running = await started();
    const input = { subject: "alice" };
    const { eraseSubject } = await data(world, eraseMutation, { variables: { input } });
    expect(eraseSubject).toEqual({
      erased: { ...nothing, executionIds: [ended.id] },
      kept: { ...nothing, executionIds: [running.id] },
      ...{ cursor: expect.any(String), errors: [] },
    });
    const again = (await data(world, eraseMutation, { variables: { input } })).eraseSubject;
    expect(again).toMatchObject({ erased: nothing, kept: { executionIds: [running.id] } });
    expect([...world.executions.keys()]).toEqual([running.name]);
    const empty = await data(world, eraseMutation, { variables: { input: { subject: "" } } });
    expect(empty.eraseSubject.errors).toMatchObject([{ code: "INVALID_INPUT", path: ["input", "subject"] }]);
    expect(world.audited.filter(({ action }) => action === "ERASE")).toHaveLength(2);
  });

  it("[N581] needs the scopes for all that it reads and erases", async () => {
    const caller = { scopes: ["EXECUTION_READ", "EXECUTION_CONTROL", "SCHEDULE_WRITE", "CREDENTIALS_ADMIN"] } as const;
    const { errors } = await ask(world, eraseMutation, { variables: { input: { subject: "alice" } }, caller });
    expect(errors).toMatchObject([{ extensions: { code: "FORBIDDEN" } }]);
    expect(world.calls).toEqual([]);
  });
});
