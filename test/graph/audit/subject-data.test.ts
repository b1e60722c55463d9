/** Exporting and erasing everything of a subject, as callers meet it. */
import { beforeEach, describe, expect, it } from "vitest";
import { ask, data, executePlan } from "../../support/graph/ask.ts";
import { FakeClients } from "../../support/graph/fake-clients.ts";
import { startTime } from "../../support/graph/fake-views.ts";

const parts =
  "executionIds conversationIds artifacts schedules apiKeyIds secrets oauthConnectionIds registrations { kind name }";
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

const nothing = {
  ...{ executionIds: [], conversationIds: [], artifacts: [], schedules: [], apiKeyIds: [] },
  ...{ secrets: [], oauthConnectionIds: [], registrations: [] },
};

describe("everything of a subject", () => {
  it("[N581] is exported by parts with the ids of each thing, and every part is in the audit log", async () => {
    const { id } = await started();
    const { exportSubject } = await data(world, exportQuery, { variables: { subject: "alice" } });
    expect(exportSubject).toEqual({ ...nothing, executionIds: [id], cursor: expect.any(String) });
    const after = exportSubject.cursor;
    const second = (await data(world, exportQuery, { variables: { subject: "alice", after } })).exportSubject;
    expect(second).toEqual({ ...nothing, conversationIds: [expect.any(String)], cursor: expect.any(String) });
    const variables = { subject: "alice", after: second.cursor };
    expect((await data(world, exportQuery, { variables })).exportSubject).toEqual({ ...nothing, cursor: null });
    expect(world.audited.filter(({ action }) => action === "EXPORT")).toMatchObject(
      [1, 2, 3].map(() => ({ action: "EXPORT", target: { kind: "SUBJECT", name: "alice" }, outcome: "DONE" })),
    );
    for (const cursor of [after.slice(1), "nonsense"]) {
      const { errors } = await ask(world, exportQuery, { variables: { subject: "alice", after: cursor } });
      expect(errors).toMatchObject([{ extensions: { code: "BAD_USER_INPUT" } }]);
    }
    // A cursor of one subject leads to nobody else.
    const { errors } = await ask(world, exportQuery, { variables: { subject: "bob", after } });
    expect(errors).toMatchObject([{ extensions: { code: "BAD_USER_INPUT" } }]);
  });

  it("[N971] is exported of no name that a subject cannot have, and nothing is recorded of that", async () => {
    for (const subject of ["", "a".repeat(256)]) {
      const { errors } = await ask(world, exportQuery, { variables: { subject } });
      expect(errors).toMatchObject([{ extensions: { code: "BAD_USER_INPUT" } }]);
    }
    expect(world.audited).toEqual([]);
    const { errors } = await ask(world, exportQuery, { variables: { subject: "a".repeat(255) } });
    expect(errors).toBeUndefined();
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

  it("[N586] goes with its artifacts, its secrets and its connections, and with none of others or of the tenant", async () => {
    const owned = (owner: string) => ({ audience: { owner } });
    for (let n = 0; n < 150; n++) world.giveArtifact(`a${String(n).padStart(3, "0")}`, "1", owned("bob"));
    for (const name of ["a000x", "z"]) world.giveArtifact(name, "1", owned("alice"));
    const secret = { origin: "https://crm.example", updatedAt: startTime, updatedBy: "alice" };
    world.secrets = [
      { ...secret, name: "OURS", scope: "TENANT" },
      { ...secret, name: "MINE", scope: "SUBJECT" },
    ];
    const connection = {
      url: "https://mcp.example/mcp",
      isConnected: true,
      waitingExecutions: 0,
      pendingRevocation: null,
    };
    world.connections = [
      { ...connection, id: "ours", scope: "TENANT" },
      { ...connection, id: "mine", scope: "SUBJECT" },
    ];
    const erased: Record<string, string[]> = { artifacts: [], secrets: [], oauthConnectionIds: [] };
    for (let after: string | null = null, part = 0; part === 0 || after !== null; part++) {
      const input = { subject: "alice", after };
      const { eraseSubject } = await data(world, eraseMutation, { variables: { input } });
      for (const [name, found] of Object.entries(erased)) found.push(...eraseSubject.erased[name]);
      expect(eraseSubject.kept).toEqual(nothing);
      after = eraseSubject.cursor;
      expect(part).toBeLessThan(6);
    }
    expect(erased).toEqual({ artifacts: ["a000x", "z"], secrets: ["MINE"], oauthConnectionIds: ["mine"] });
    expect(world.artifacts.size).toBe(150);
    expect(world.calls.filter((call) => /^secrets\.(remove|endConnection)/.test(call))).toEqual([
      "secrets.remove MINE of alice",
      "secrets.endConnection mine alice false",
    ]);
    expect(
      world.calls.filter((call) =>
        /^(storage\.forgetRegistrant|secrets\.forgetRequests|credentials\.endTokensOf)/.test(call),
      ),
    ).toEqual(["credentials.endTokensOf alice", "secrets.forgetRequests alice", "storage.forgetRegistrant alice"]);
  });

  it("[N840] has the schedules that it created and those whose runs act for it, and erasing it ends both", async () => {
    const run = { executePlan: { source: { plan: { steps: [{ tool: { toolName: "echo" } }] } } } };
    const timing = { every: { seconds: 3_600 } };
    const create = "mutation ($input: CreateScheduleInput!) { createSchedule(input: $input) { schedule { id } } }";
    const ids: string[] = [];
    for (const [name, subject] of [
      ["hers", "alice"],
      ["changed", "bob"],
      ["his", "bob"],
    ] as const) {
      const made = await data(world, create, { variables: { input: { name, timing, run } }, caller: { subject } });
      ids.push(made.createSchedule.schedule.id);
    }
    const update = "mutation ($input: UpdateScheduleInput!) { updateSchedule(input: $input) { errors { code } } }";
    const input = { scheduleId: ids[1], timing, run, description: "acts for alice" };
    const { updateSchedule } = await data(world, update, { variables: { input }, caller: { subject: "alice" } });
    expect(updateSchedule.errors).toEqual([]);
    const last = async (query: string, member: "eraseSubject" | "exportSubject") => {
      for (let after: string | null = null; ; ) {
        const part: object = { subject: "alice", after };
        const answer = (await data(world, query, { variables: { ...part, input: part } }))[member];
        if (answer.cursor === null) return answer;
        after = answer.cursor;
      }
    };
    expect((await last(exportQuery, "exportSubject")).schedules).toEqual(["hers", "changed"]);
    expect((await last(eraseMutation, "eraseSubject")).erased.schedules).toEqual(["hers", "changed"]);
    expect([...world.schedules.views.keys()]).toEqual(["his"]);
  });

  it("[N761] lists what it registered with the last part; erased, that is kept and is of nobody", async () => {
    world.registrations = [
      { kind: "agent", name: "critic" },
      { kind: "server", name: "crm" },
    ];
    const last = async (query: string, member: "eraseSubject" | "exportSubject") => {
      const place: { after: string | null } = { after: null };
      for (;;) {
        const part = { subject: "alice", ...place };
        const answer = (await data(world, query, { variables: { ...part, input: part } }))[member];
        if (answer.cursor === null) return answer;
        expect(answer.registrations ?? answer.kept.registrations).toEqual([]);
        place.after = answer.cursor;
      }
    };
    const registrations = [
      { kind: "AGENT", name: "critic" },
      { kind: "SERVER", name: "crm" },
    ];
    expect(await last(exportQuery, "exportSubject")).toMatchObject({ registrations });
    expect(await last(eraseMutation, "eraseSubject")).toMatchObject({
      erased: { registrations: [] },
      kept: { registrations },
    });
    expect(world.calls).toContain("storage.forgetRegistrant alice");
  });

  it("[N691] keeps connections whose tokens are yet to be revoked, says which, and asks again when it is erased again", async () => {
    const connection = {
      url: "https://mcp.example/mcp",
      isConnected: true,
      waitingExecutions: 0,
      pendingRevocation: null,
    };
    const ids = Array.from({ length: 12 }, (_, place) => `c${place}`);
    world.connections = ids.map((id) => ({ ...connection, id, scope: "SUBJECT" }));
    world.revocation = { kind: "RETRYING", finding: "found 503", at: startTime };
    const erased = async () => {
      for (let after: string | null = null; ; ) {
        const input = { subject: "alice", after };
        const { eraseSubject } = await data(world, eraseMutation, { variables: { input } });
        if (eraseSubject.cursor === null) return eraseSubject;
        after = eraseSubject.cursor;
      }
    };
    expect(await erased()).toMatchObject({ erased: nothing, kept: { ...nothing, oauthConnectionIds: ids } });
    world.revocation = { kind: "REVOKED" };
    expect(await erased()).toMatchObject({ erased: { ...nothing, oauthConnectionIds: ids }, kept: nothing });
    expect(world.calls.filter((call) => call.startsWith("secrets.endConnection"))).toHaveLength(24);
  });

  it("[N581] needs the scopes for all that it reads and erases", async () => {
    const caller = { scopes: ["EXECUTION_READ", "EXECUTION_CONTROL", "SCHEDULE_WRITE", "CREDENTIALS_ADMIN"] } as const;
    const { errors } = await ask(world, eraseMutation, { variables: { input: { subject: "alice" } }, caller });
    expect(errors).toMatchObject([{ extensions: { code: "FORBIDDEN" } }]);
    expect(world.calls).toEqual([]);
  });
});
