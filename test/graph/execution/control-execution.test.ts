import { isEnumType } from "graphql";
import { beforeEach, describe, expect, it } from "vitest";
import { addressableScopes } from "../../../src/access/address.ts";
import type { GrantAction } from "../../../src/access/grant.ts";
import type { Caller } from "../../../src/graph/base/graph-context.ts";
import { buildSchema } from "../../../src/graph/schema.ts";
import { data, executePlan, schemaText } from "../../support/graph/ask.ts";
import { FakeClients } from "../../support/graph/fake-clients.ts";
import { frame, largeFrame, startTime } from "../../support/graph/fake-views.ts";
import { askedNamed } from "../../support/graph/inbox-model.ts";

let world: FakeClients;
let id: string;
let name: string;

const question = askedNamed("first/1", startTime, {
  expiresAt: startTime + 60_000,
  arguments: frame({ table: "users" }, "arguments", 2),
});

beforeEach(async () => {
  world = new FakeClients();
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

const grantOf = (execution: string) =>
  ({ thing: { kind: "EXECUTION", execution }, actions: ["ANSWER", "READ"], isVouched: true }) as const;

const respondMutation = /* GraphQL */ `
  mutation ($id: ID!, $response: HumanInputResponseInput!) {
    respondToHumanInput(input: { requestId: $id, response: $response }) {
      request { id status respondedBy reason response { value } context { value } execution { id } }
      errors {
        __typename
        code
        path
        message
        ... on InvalidStateError { status }
        ... on SchemaViolationError { violations { instance keyword message } }
      }
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
      request: { id: asked, status: "DECLINED", respondedBy: "anonymous", reason: "not today", execution: { id } },
      errors: [],
    });
    expect(world.calls).toEqual(["executions.respond"]);
    world.change(name, { humanInputs: [question] });
    expect(await respond(asked, { accept: {} })).toMatchObject({ request: { status: "ACCEPTED", execution: { id } } });
  });

  it("[N524] is permitted to an access token of the execution with that action, and to no other", async () => {
    const asked = await requestId();
    const browser = (execution: string, action: GrantAction): Partial<Caller> => ({
      scopes: ["HUMAN_INPUT_RESPOND", "EXECUTION_READ"],
      grant: { thing: { kind: "EXECUTION", execution }, actions: [action], isVouched: true },
    });
    for (const caller of [browser("another", "ANSWER"), browser(name, "CANCEL")])
      expect(await respond(asked, { accept: {} }, caller)).toMatchObject({
        request: null,
        errors: [{ code: "NOT_FOUND" }],
      });
    expect(world.calls).not.toContain("executions.respond");
    expect(await respond(asked, { accept: {} }, browser(name, "ANSWER"))).toMatchObject({
      request: { status: "ACCEPTED", execution: { id } },
      errors: [],
    });
  });

  it("[N509, N510] is refused to everybody but the addressees, with the reason, as the question says before", async () => {
    world.change(name, {
      humanInputs: [{ ...question, addressees: [{ subject: "bob" }, { group: "finance" }], notBy: ["alice"] }],
    });
    const asked = await requestId();
    const query =
      "query ($id: ID!) { execution(by: { id: $id }) { pendingHumanInputs { addressees { subject group scope } fourEyes refusal } } }";
    const finance = { groups: ["finance"] };
    for (const [caller, code, words] of [
      [
        { subject: "carol" },
        "NOT_ADDRESSED",
        'required the subject "bob" or the group "finance", found another caller',
      ],
      [{ subject: "alice", ...finance }, "FOUR_EYES", "other than the one who started the execution"],
      [{ subject: "alice", grant: grantOf(name) }, "FOUR_EYES", "four eyes"],
      [{ subject: "carol", ...finance, grant: grantOf(name) }, "NOT_ADDRESSED", "found another caller"],
    ] as const) {
      const shown = await data(world, query, { variables: { id }, caller });
      expect(shown.execution.pendingHumanInputs).toEqual([
        {
          addressees: [
            { subject: "bob", group: null, scope: null },
            { subject: null, group: "finance", scope: null },
          ],
          fourEyes: true,
          refusal: code,
        },
      ]);
      for (const response of [{ accept: {} }, { decline: "no" }])
        expect(await respond(asked, response, caller)).toMatchObject({
          request: null,
          errors: [
            { __typename: "GeneralError", code, path: ["input", "requestId"], message: expect.stringContaining(words) },
          ],
        });
    }
    expect(await respond(asked, { accept: {} }, { subject: "bob", grant: grantOf(name) })).toMatchObject({
      errors: [],
    });
    expect((await respond(asked, { decline: "no" }, { subject: "carol", ...finance })).errors).toMatchObject([
      { code: "ALREADY_RESOLVED", message: expect.stringContaining('ACCEPTED, answered by "bob"') },
    ]);
  });

  it("[N509] may be addressed to the callers with any scope of the schema", () => {
    const scopes = buildSchema(schemaText).getType("Scope");
    const names = isEnumType(scopes) ? scopes.getValues().map((value) => value.name) : [];
    expect([...addressableScopes].sort()).toEqual(names.sort());
  });

  it("hands over the data that was given and shows it", async () => {
    const asked = await requestId();
    const answer = { city: "Bern", count: 2 };
    expect(await respond(asked, { accept: answer })).toMatchObject({ request: { response: { value: answer } } });
  });

  it("counts the first answer only: any other is refused, the same one again is not, however large", async () => {
    const asked = await requestId();
    const given = { note: "x".repeat(5_000) };
    await respond(asked, { accept: given });
    const [answered = question] = world.view(name).humanInputs;
    world.keep(name, "9 response", given);
    world.change(name, { humanInputs: [{ ...answered, response: largeFrame(given, "response", 9) }] });
    expect(await respond(asked, { accept: given })).toMatchObject({ request: { status: "ACCEPTED" }, errors: [] });
    for (const [response, caller] of [
      [{ decline: "too late" }, {}],
      [{ accept: { note: "another" } }, {}],
      [{ accept: given }, { subject: "somebody else" }],
    ] as const) {
      expect(await respond(asked, response, caller)).toMatchObject({
        request: null,
        errors: [{ __typename: "GeneralError", code: "ALREADY_RESOLVED", path: ["input", "requestId"] }],
      });
    }
    expect(world.view(name).humanInputs).toMatchObject([{ status: "ACCEPTED", respondedBy: "anonymous" }]);
  });

  it("says of a request that lapsed when it did", async () => {
    const asked = await requestId();
    world.change(name, { humanInputs: [{ ...question, status: "EXPIRED" }] });
    expect((await respond(asked, { accept: {} })).errors).toMatchObject([
      { code: "EXPIRED", message: expect.stringContaining("2026-01-31T09:31:00.000Z") },
    ]);
  });

  it("[E2] says of one whose execution is parked that newer code is needed", async () => {
    const asked = await requestId();
    world.change(name, { parkedBy: "LoopEntered", humanInputs: [{ ...question, status: "WITHDRAWN" }] });
    expect((await respond(asked, { accept: {} })).errors).toMatchObject([
      { code: "INVALID_STATE", status: "RUNNING", message: expect.stringContaining("LoopEntered") },
    ]);
  });

  it("[R10] says at which place data breaks the schema, and leaves the request open", async () => {
    const asked = await requestId();
    world.responseViolations = [{ pointer: "/count", keyword: "minimum", message: "2 is less than 3" }];
    expect(await respond(asked, { accept: { count: 2 } })).toMatchObject({
      request: null,
      errors: [
        {
          ...{ code: "SCHEMA_VIOLATION", path: ["input", "response", "accept"] },
          violations: [{ instance: "/count", keyword: "minimum", message: "2 is less than 3" }],
        },
      ],
    });
    world.responseViolations = [];
    expect((await respond(asked, { accept: { count: 3 } })).errors).toEqual([]);
  });

  it("refuses a reason or data that is too large before anything is called", async () => {
    const asked = await requestId();
    expect((await respond(asked, { decline: "x".repeat(1_001) })).errors).toMatchObject([
      { code: "INVALID_INPUT", path: ["input", "response", "decline"] },
    ]);
    expect((await respond(asked, { accept: { a: "é".repeat(131_072) } })).errors).toMatchObject([
      { code: "INVALID_INPUT", path: ["input", "response", "accept"] },
    ]);
    expect(world.calls).toEqual([]);
  });

  it.each([
    ["another tenant", { tenant: "elsewhere" }],
    ["another tenant that may do everything", { tenant: "elsewhere", subject: "admin" }],
  ])("cannot be used on a request by %s, and wakes nothing", async (_, caller) => {
    const asked = await requestId();
    expect((await respond(asked, { accept: {} }, caller)).errors).toMatchObject([
      { code: "NOT_FOUND", path: ["input", "requestId"] },
    ]);
    expect((await respond(id, { accept: {} })).errors, "the id of an execution").toMatchObject([{ code: "NOT_FOUND" }]);
    expect((await respond("forged", { accept: {} })).errors).toMatchObject([{ code: "NOT_FOUND" }]);
    expect(world.calls).toEqual([]);
    expect(world.view(name).humanInputs).toEqual([question]);
  });
});
