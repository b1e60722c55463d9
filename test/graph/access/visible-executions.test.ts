/** Executions inside a tenant: who sees one, and that a hidden one is answered as an unknown one is. */
import { beforeEach, describe, expect, it } from "vitest";
import type { Caller } from "../../../src/graph/base/graph-context.ts";
import type { Scope } from "../../../src/graph/base/schema.generated.ts";
import { type Answer, ask, exampleDocument, executePlan } from "../../support/graph/ask.ts";
import { FakeClients } from "../../support/graph/fake-clients.ts";
import { startTime } from "../../support/graph/fake-views.ts";
import { askedNamed } from "../../support/graph/inbox-model.ts";

const user: readonly Scope[] = ["EXECUTION_START", "EXECUTION_READ", "EXECUTION_CONTROL", "HUMAN_INPUT_RESPOND"];
const alice: Partial<Caller> = { subject: "alice", groups: ["sales"], scopes: user };
const bob: Partial<Caller> = { subject: "bob", groups: ["sales"], scopes: user };
const carol: Partial<Caller> = { subject: "carol", groups: [], scopes: user };
const operator: Partial<Caller> = { subject: "operator", groups: [], scopes: ["EXECUTION_READ_ALL"] };

let world: FakeClients;
beforeEach(() => {
  world = new FakeClients();
});

async function started(options: object, caller: Partial<Caller> = alice): Promise<string> {
  const { errors, execution } = await executePlan(
    world,
    { source: { document: exampleDocument }, options },
    { caller },
  );
  expect(errors).toEqual([]);
  return execution.id;
}

async function seen(id: string, caller: Partial<Caller>): Promise<Answer> {
  const query =
    "query ($id: ID!) { node(id: $id) { id } execution(by: { id: $id }) { id startedBy visibility group events { nodes { sequence } } } }";
  const { data: found, errors } = await ask(world, query, { variables: { id }, caller });
  expect(errors).toBeUndefined();
  return found.execution;
}

describe("an execution", () => {
  it("[N503] is seen by its owner, its group or the tenant, and by those who read everything", async () => {
    const own = await started({ visibility: "OWN" });
    const group = await started({ visibility: "GROUP", group: "sales" });
    const tenant = await started({});
    const who = async (id: string) => {
      const callers = { alice, bob, carol, operator };
      const seers: string[] = [];
      for (const [name, caller] of Object.entries(callers)) if ((await seen(id, caller)) !== null) seers.push(name);
      return seers;
    };
    expect(await who(own)).toEqual(["alice", "operator"]);
    expect(await who(group)).toEqual(["alice", "bob", "operator"]);
    expect(await who(tenant)).toEqual(["alice", "bob", "carol", "operator"]);
    expect(await seen(group, bob)).toMatchObject({ startedBy: "alice", visibility: "GROUP", group: "sales" });
    expect(await seen(own, alice)).toMatchObject({ visibility: "OWN", group: null });
    expect(await seen(tenant, { ...bob, scopes: ["EXECUTION_READ_OWN"] })).toBeNull();
    expect(await seen(own, { ...alice, scopes: ["EXECUTION_READ_OWN"] })).toMatchObject({ id: own });
  });

  it("[N503] that is hidden is cancelled, answered and deleted by nobody, with the answer that an unknown one gets", async () => {
    const own = await started({ visibility: "OWN" });
    const unknown = await started({}, alice);
    world.executions.delete([...world.executions.keys()].at(-1) ?? "");
    const requests = [
      "mutation ($id: ID!) { cancelExecution(input: { executionId: $id }) { execution { id } errors { code message path } } }",
      "mutation ($id: ID!) { deleteExecution(input: { executionId: $id }) { errors { code message path } } }",
      "mutation ($id: ID!) { retryExecution(input: { executionId: $id }) { execution { id } errors { code message path } } }",
      'query ($id: ID!) { previewFork(input: { executionId: $id, fromStepId: "a" }) { errors { code message path } } }',
    ];
    for (const query of requests) {
      const caller = { ...bob, scopes: [...user, "REGISTRY_READ"] as const };
      const hidden = await ask(world, query, { variables: { id: own }, caller });
      expect(hidden).toEqual(await ask(world, query, { variables: { id: unknown }, caller }));
      expect(JSON.stringify(hidden)).toContain("NOT_FOUND");
    }
    expect((await seen(own, alice)).id).toBe(own);
  });

  it("[N708] that is hidden is followed by nobody, with the refusal of one that does not exist", async () => {
    await started({ visibility: "OWN" });
    const [name = ""] = world.executions.keys();
    const signal = AbortSignal.abort();
    for (const caller of [bob, carol, { ...bob, scopes: ["EXECUTION_READ_OWN"] as const }]) {
      const { executions } = world.context(caller).clients;
      const pages = executions.watch(name, { after: 0, heartbeatMs: 5_000, signal });
      await expect(pages[Symbol.asyncIterator]().next()).rejects.toMatchObject({
        message: "Cannot follow the execution: it does not exist, or it was removed by retention",
        extensions: { code: "NOT_FOUND" },
      });
    }
    expect(world.calls).not.toContain("executions.watch");
  });

  it("[N503] is controlled within the reach of its scope, independent of what the caller may read", async () => {
    const own = await started({ visibility: "OWN" });
    const cancel =
      "mutation ($id: ID!) { cancelExecution(input: { executionId: $id }) { execution { id status events { nodes { sequence } } } errors { code } } }";
    const as = async (scopes: readonly Scope[], subject = "bob") =>
      (await ask(world, cancel, { variables: { id: own }, caller: { subject, scopes } })).data.cancelExecution;
    expect(await as(["EXECUTION_CONTROL", "EXECUTION_READ_ALL"])).toMatchObject({
      execution: null,
      errors: [{ code: "NOT_FOUND" }],
    });
    expect(await as(["EXECUTION_CONTROL_OWN"])).toMatchObject({ errors: [{ code: "NOT_FOUND" }] });
    // Who may cancel it is shown it with the answer.
    expect(await as(["EXECUTION_CONTROL_ALL"])).toMatchObject({ execution: { id: own }, errors: [] });
    expect(await as(["EXECUTION_CONTROL_OWN"], "alice")).toMatchObject({ execution: { id: own } });
  });

  it("[N503] is shown to who has cancelled it, and not to who came too late", async () => {
    const scopes = ["EXECUTION_READ_OWN", "EXECUTION_CONTROL"] as const;
    const read: unknown[] = [];
    for (const status of ["SUCCEEDED", "CANCELLED", "RUNNING"] as const) {
      await started({});
      const name = [...world.executions.keys()].at(-1) ?? "";
      world.change(name, { status, finishedAt: status === "RUNNING" ? null : startTime });
      const { executions } = world.context({ subject: "bob", scopes }).clients;
      const { kind } = await executions.cancel(name, "bob", null);
      read.push([kind, (await executions.read(name, false)) !== null]);
    }
    expect(read).toEqual([
      ["ALREADY_FINISHED", false],
      ["ALREADY_FINISHED", true],
      ["CANCELLED", true],
    ]);
  });

  it("[N503] is shown to who has answered it, and not to who only tried to", async () => {
    await started({});
    const [name = ""] = world.executions.keys();
    world.change(name, {
      humanInputs: [
        askedNamed("a/1", startTime, { addressees: [{ subject: "carol" }] }),
        askedNamed("b/1", startTime, { status: "ACCEPTED", respondedBy: "carol", resolvedAt: startTime }),
        askedNamed("c/1", startTime, { status: "EXPIRED", resolvedAt: startTime }),
        askedNamed("d/1", startTime),
      ],
    });
    const scopes = ["EXECUTION_READ_OWN", "HUMAN_INPUT_RESPOND"] as const;
    const { executions } = world.context({ subject: "bob", scopes }).clients;
    const given = { isAccepted: true, response: null, reason: null, by: "bob" };
    const found: unknown[] = [];
    for (const requestId of ["a/1", "b/1", "c/1", "d/1", "d/1"]) {
      const { kind } = await executions.respond(name, { ...given, requestId });
      found.push([kind, (await executions.read(name, false)) !== null]);
    }
    expect(found).toEqual([
      ["REFUSED", false],
      ["ALREADY_RESOLVED", false],
      ["EXPIRED", false],
      ["RESOLVED", true],
      ["ALREADY_RESOLVED", true],
    ]);
    const again = world.context({ subject: "bob", scopes }).clients.executions;
    expect(await again.respond(name, { ...given, requestId: "d/1" })).toMatchObject({ kind: "ALREADY_RESOLVED" });
    expect(await again.read(name, false)).not.toBeNull();
  });

  it("[N502] refuses a visibility that cannot be meant, and starts nothing", async () => {
    for (const options of [{ visibility: "GROUP" }, { visibility: "GROUP", group: "law" }, { group: "sales" }]) {
      const { errors, execution } = await executePlan(
        world,
        { source: { document: exampleDocument }, options },
        { caller: alice },
      );
      expect(execution).toBeNull();
      expect(errors).toMatchObject([{ code: "INVALID_INPUT", path: ["input", "options", "group"] }]);
    }
    expect(world.executions.size).toBe(0);
  });

  it("[N502] has the visibility of the deployment where the request says none", async () => {
    world.defaultVisibility = "OWN";
    expect(await seen(await started({}), bob)).toBeNull();
    expect(await seen(await started({ visibility: "TENANT" }), bob)).toMatchObject({ visibility: "TENANT" });
    const [first, second] = [...world.executions.values()].map(({ request }) => request.visibility);
    expect([first, second]).toEqual(["OWN", undefined]);
  });

  it("[N511] has the four eyes of the deployment on every surface, or its own; what cannot be answered starts nothing", async () => {
    const requestOf = async (options: object, caller = alice) => {
      await started(options, caller);
      return [...world.executions.values()].at(-1)?.request;
    };
    const approvers = [{ group: "finance" }, { scope: "REGISTRY_WRITE" }];
    expect(await requestOf({})).not.toHaveProperty("fourEyes");
    expect(await requestOf({ fourEyes: false })).not.toHaveProperty("fourEyes");
    expect(await requestOf({ approvers, fourEyes: true })).toMatchObject({ approvers, fourEyes: true });
    const count = world.executions.size;
    const refusedAs = async (options: object, caller: Partial<Caller> = alice) => {
      const input = { source: { document: exampleDocument }, options };
      const { errors, execution } = await executePlan(world, input, { caller });
      expect(execution).toBeNull();
      return errors[0].path.at(-1);
    };
    expect(await refusedAs({ approvers: [] })).toBe("approvers");
    expect(await refusedAs({ approvers: [{ group: "g".repeat(256) }] })).toBe("approvers");
    expect(await refusedAs({ approvers: Array.from({ length: 11 }, (_, at) => ({ subject: `s${at}` })) })).toBe(
      "approvers",
    );
    expect(await refusedAs({ approvers: [{ subject: "alice" }], fourEyes: true })).toBe("approvers");
    expect(await refusedAs({ fourEyes: true }, { ...alice, subject: "anonymous" })).toBe("fourEyes");
    expect(world.executions.size).toBe(count);
    world.fourEyes = true;
    expect(await requestOf({ fourEyes: false })).toMatchObject({ fourEyes: true });
    expect(await refusedAs({ approvers: [{ subject: "alice" }] })).toBe("approvers");
  });

  it("[N503] costs one reading the first time that an isolate hears of it, none for those who read everything", async () => {
    const id = await started({}, alice);
    world.calls.length = 0;
    const cancel = "mutation ($id: ID!) { cancelExecution(input: { executionId: $id }) { errors { code } } }";
    await ask(world, cancel, { variables: { id }, caller: { subject: "operator", scopes: ["EXECUTION_CONTROL_ALL"] } });
    expect(world.calls).toEqual(["executions.cancel"]);
    world.calls.length = 0;
    await ask(world, cancel, { variables: { id }, caller: bob });
    expect(world.calls).toEqual(["executions.read", "executions.cancel"]);
  });

  it("[N501] a caller with EXECUTION_READ_OWN or _ALL reads where EXECUTION_READ is required, and nothing else does", async () => {
    const id = await started({}, alice);
    const query = "query ($id: ID!) { execution(by: { id: $id }) { id } }";
    for (const scopes of [["EXECUTION_READ_OWN"], ["EXECUTION_READ_ALL"]] as const)
      expect(
        (await ask(world, query, { variables: { id }, caller: { subject: "alice", scopes } })).data.execution,
      ).toEqual({ id });
    const { errors } = await ask(world, query, {
      variables: { id },
      caller: { subject: "alice", scopes: ["EXECUTION_CONTROL_ALL"] },
    });
    expect(errors[0].message).toContain("required the scope EXECUTION_READ");
  });
});
