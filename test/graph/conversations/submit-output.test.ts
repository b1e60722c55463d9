/** Structured output from agents that run elsewhere: what is refused at the client, and what the execution's answer is to the caller. */
import { beforeEach, describe, expect, it } from "vitest";
import type { SubmissionResult } from "../../../src/execution/turns/turn-request.ts";
import { exampleTurns } from "../../support/catalog/example-manifest.ts";
import { type Answer, ask, data, executePlan } from "../../support/graph/ask.ts";
import { FakeClients } from "../../support/graph/fake-clients.ts";

const mutation = /* GraphQL */ `
  mutation ($input: SubmitStructuredOutputInput!) {
    submitStructuredOutput(input: $input) {
      duplicate
      accepted
      turn
      errors { __typename code message path ... on LimitError { limit maximum } ... on IdempotencyConflictError { executionId } }
    }
  }
`;

const key = "turn_chat_abc123_ContextAgent_5_e4f2a1b";
let world: FakeClients;
let id: string;
let name: string;

beforeEach(async () => {
  world = new FakeClients();
  id = (await executePlan(world, { source: { plan: { steps: [{ tool: { toolName: "echo" } }] } } })).execution.id;
  [name = ""] = world.executions.keys();
  const { appId, chatId, conversation, manifest } = exampleTurns();
  world.change(name, {
    turns: { appId, chatId, conversation, manifest, turns: [], variables: {}, waitingTurnKey: key },
  });
  world.calls.length = 0;
});

function eventOf(more: object = {}) {
  return {
    ...{ executionId: id, agentName: "ContextAgent", modelName: "ActionPlanCall", autoToolMode: true },
    structuredData: { ActionPlan: { workflow: {} }, agent_message: "Review" },
    turnIdempotencyKey: key,
    ...more,
  };
}

async function submit(more: object = {}): Promise<Answer> {
  return (await data(world, mutation, { variables: { input: eventOf(more) } })).submitStructuredOutput;
}

/** The errors of an event that no execution was handed. */
async function refusal(more: object): Promise<Answer> {
  const { errors, ...rest } = await submit(more);
  expect(rest).toEqual({ duplicate: false, accepted: false, turn: null });
  expect(world.submissions).toEqual([]);
  return errors;
}

describe("submitStructuredOutput", () => {
  it("[T6] hands the event to its execution in one call, with the number of the turn out of its key", async () => {
    world.submissionAnswer = { kind: "ACCEPTED", turn: 5 };
    expect(await submit()).toEqual({ duplicate: false, accepted: true, turn: 5, errors: [] });
    expect(world.calls).toEqual(["executions.submit"]);
    expect(world.submissions).toEqual([
      {
        ...{ agentName: "ContextAgent", modelName: "ActionPlanCall", autoToolMode: true, turnKey: key, turn: 5 },
        structuredData: { ActionPlan: { workflow: {} }, agent_message: "Review" },
        submittedBy: "anonymous",
      },
    ]);
  });

  it("[C9, C11] takes the number that comes with a key of the caller's, whatever the key looks like", async () => {
    await submit({ turnIdempotencyKey: "mine", turnNumber: 7 });
    await submit({ turnNumber: 8 });
    expect(world.submissions.map(({ turn }) => turn)).toEqual([7, 8]);
    world.submissions.length = 0;
    expect(await refusal({ turnIdempotencyKey: "mine" })).toMatchObject([
      { code: "INVALID_INPUT", path: ["input", "turnNumber"] },
    ]);
    expect(await refusal({ turnNumber: 0 })).toMatchObject([{ path: ["input", "turnNumber"] }]);
  });

  it("[T8, C9] says what the execution made of it", async () => {
    const nothing = { duplicate: false, accepted: false, turn: null };
    const conflict = { code: "IDEMPOTENCY_CONFLICT", executionId: id, path: ["input", "turnIdempotencyKey"] };
    const message = "Cannot take the output: required turn 6, found turn 5";
    const cases: readonly (readonly [SubmissionResult, object, readonly object[]])[] = [
      [{ kind: "IGNORED" }, nothing, []],
      [{ kind: "DUPLICATE" }, { ...nothing, duplicate: true }, []],
      [{ kind: "CONFLICT" }, nothing, [conflict]],
      [
        { kind: "BELOW_WINDOW", turn: 5, highestEvicted: 9 },
        { ...nothing, duplicate: true },
        [{ code: "TURN_BELOW_WINDOW" }],
      ],
      [{ kind: "NOT_DUE", message }, nothing, [{ code: "TURN_NOT_DUE", message }]],
      [
        { kind: "INVALID", field: "turnKey", message },
        nothing,
        [{ code: "INVALID_INPUT", message, path: ["input", "turnIdempotencyKey"] }],
      ],
      [{ kind: "NOT_FOUND" }, nothing, [{ code: "NOT_FOUND", path: ["input", "executionId"] }]],
    ];
    for (const [answer, payload, errors] of cases) {
      world.submissionAnswer = answer;
      const { errors: told, ...rest } = await submit();
      expect(rest, answer.kind).toEqual(payload);
      expect(told, answer.kind).toMatchObject(errors);
      expect(told).toHaveLength(errors.length);
    }
  });

  it("[T6] refuses a context that is not that of the execution, member by member, and members that it does not know", async () => {
    const context = { workflow_name: "Generator", chat_id: "chat_abc123", app_id: "app_1" };
    for (const given of [context, { chat_id: "chat_abc123" }, {}, null]) {
      expect((await submit({ context: given })).errors).toEqual([]);
    }
    world.submissions.length = 0;
    const wrong = { workflow_name: "generator", chat_id: 1, app_id: null, turn: 5 };
    const errors = await refusal({ context: wrong });
    expect(errors.map(({ path }: Answer) => path.at(-1))).toEqual(["workflow_name", "chat_id", "app_id", "turn"]);
    expect(errors[0].message).toContain('required "Generator"');
    const proto = JSON.parse('{"__proto__": "Generator"}');
    expect(await refusal({ context: proto })).toMatchObject([{ path: ["input", "context", "__proto__"] }]);
  });

  it("takes null for an application that the conversation does not have", async () => {
    const { conversation, chatId, manifest } = exampleTurns();
    const turns = { appId: null, chatId, conversation, manifest, turns: [], variables: {}, waitingTurnKey: key };
    world.change(name, { turns });
    expect((await submit({ context: { app_id: null } })).errors).toEqual([]);
    world.submissions.length = 0;
    expect(await refusal({ context: { app_id: "app_1" } })).toMatchObject([{ path: ["input", "context", "app_id"] }]);
  });

  it("refuses data above 1 MB, data that is nested too deeply, and keys out of bounds", async () => {
    // Short as it is sent, and long as it is kept.
    const long = `[${Array(60_000).fill("1e20").join(",")}]`;
    const input = JSON.stringify(eventOf({ structuredData: "DATA" })).replace('"DATA"', long);
    const answer = (await data(world, mutation, { variablesText: `{"input":${input}}` })).submitStructuredOutput;
    expect(answer.errors).toMatchObject([{ code: "LIMIT_EXCEEDED", limit: "structuredDataBytes", maximum: 1_048_576 }]);
    const deep = JSON.parse(`${"[".repeat(80)}${"]".repeat(80)}`);
    expect(await refusal({ structuredData: deep })).toMatchObject([{ path: ["input", "structuredData"] }]);
    for (const turnIdempotencyKey of ["", "k".repeat(256)]) {
      expect(await refusal({ turnIdempotencyKey, turnNumber: 1 })).toMatchObject([
        { code: "INVALID_INPUT", path: ["input", "turnIdempotencyKey"] },
      ]);
    }
    expect(world.calls).toEqual([]);
  });

  it("refuses keys and names that are no line of text, and names longer than any can be, before anything is asked", async () => {
    const wrong = [
      ...["a\nb", "a\u2028b", "\ud800"].map((turnIdempotencyKey) => ({ turnIdempotencyKey, turnNumber: 1 })),
      ...["", "x".repeat(129), "a\nb"].flatMap((name) => [{ agentName: name }, { modelName: name }]),
    ];
    for (const more of wrong) {
      const [member = ""] = Object.keys(more);
      const errors = await refusal(more);
      expect(errors).toMatchObject([{ code: "INVALID_INPUT", path: ["input", member] }]);
      expect(errors[0].message.length).toBeLessThan(200);
    }
    expect(world.calls).toEqual([]);
  });

  it("reaches no execution of another tenant, and none by a forged id", async () => {
    for (const { caller, more } of [
      { more: { executionId: "forged" }, caller: {} },
      { more: {}, caller: { tenant: "other" } },
    ]) {
      const answer = await data(world, mutation, { variables: { input: eventOf(more) }, caller });
      expect(answer.submitStructuredOutput.errors).toMatchObject([{ code: "NOT_FOUND" }]);
    }
    expect(world.calls).toEqual([]);
  });

  it("needs the scope to start executions", async () => {
    const caller = { scopes: ["EXECUTION_READ"] } as const;
    const answer = await ask(world, mutation, { variables: { input: eventOf() }, caller });
    expect(answer.errors[0].extensions.code).toBe("FORBIDDEN");
    expect(world.submissions).toEqual([]);
  });
});
