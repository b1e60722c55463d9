/**
 * Questions, as the document Host contract has them: the agent is chosen, sent an ExecutionRequest, answers an ExecutionResponse with one
 * of the three statuses, and the responder words it. Against the example agent and the scripted model.
 */
import { beforeAll, describe, expect, it } from "vitest";
import { deployedWorld } from "../../support/deployed/deployed-world.ts";
import { ask, type ModelExecution } from "../../support/deployed/model-executions.ts";

const served = deployedWorld({ isShared: true });

beforeAll(async () => {
  await served.planwright.registerAgent({
    name: "CostAgent",
    description: "Reports what machines cost",
    tags: ["costs"],
    exampleQueries: ["What did our machines cost?"],
    source: {
      http: {
        endpoint: `${served.agentUrl}/execute`,
        healthUrl: `${served.agentUrl}/health`,
        effectClass: "READ_ONLY",
        usageHints: "Amounts are in US dollars",
      },
    },
  });
});

const question = "What did our machines cost in the last seven days?";
const byHand = { manual: "CostAgent" };

async function answered(input: object): Promise<ModelExecution> {
  const { execution, errors } = await ask(served.planwright, input);
  if (execution === null) throw new Error(`Cannot ask: ${JSON.stringify(errors)}`);
  return execution;
}

async function responseProjection(id: string): Promise<unknown> {
  const { execution } = await served.planwright.ask<{ execution: { projection: unknown } }>(
    "query ($id: ID!) { execution(by: { id: $id }) { projection(dialect: EXECUTION_RESPONSE) } }",
    { id },
  );
  return execution.projection;
}

const purposes = async () => (await served.sentToModel()).map(({ purpose }) => purpose);

describe("an agent that answers", () => {
  it("[H1, H2, H3, H5, H6, H13] is chosen by the router, sent the question to the letter, and its result is worded: two model calls", async () => {
    const execution = await answered({
      query: question,
      sessionContext: { timezone: "UTC" },
      agentInstructions: "Costs only",
    });
    expect(execution).toMatchObject({
      ...{ kind: "ASK", status: "SUCCEEDED", routing: { mode: "AUTO", agentName: "CostAgent" } },
      usage: { modelCalls: 2, agentCalls: 1, toolCalls: 0 },
    });
    expect(await purposes()).toEqual(["ROUTE", "RESPOND"]);
    const [request] = await served.sentToAgent();
    expect(request?.body).toEqual({
      request_id: execution.requestId,
      user_query: question,
      routing_mode: "auto",
      selected_agent: "CostAgent",
      parsed_parameters: {},
      session_context: { timezone: "UTC" },
      agent_instructions: "Costs only",
    });
    expect(execution.requestId).toMatch(/^req-\d{4}-\d{2}-\d{2}-/);
    const [, responded] = await served.sentToModel();
    const report = JSON.stringify(responded?.body);
    for (const part of [question, "74.33", "Amounts are in US dollars", "Reports what machines cost"])
      expect(report).toContain(part);
    expect(execution.response).toContain("74.33");
  });

  it.each([
    ["an object", question, { costs_last_7_days: 74.33, trend: "increasing", recommendation: "scale down one runner" }],
    ["a text", "Machine costs as text", "74.33 dollars in the last seven days"],
    [
      "a list",
      "Machine costs as list",
      [
        { machine: "runner-1", cost: 51.2 },
        { machine: "runner-2", cost: 23.13 },
      ],
    ],
  ])("[H7, H9, H10, H12] success with %s, chosen by hand: one model call", async (_, query, result) => {
    const execution = await answered({ query, routing: byHand });
    expect(execution).toMatchObject({ status: "SUCCEEDED", routing: { mode: "MANUAL", agentName: "CostAgent" } });
    expect(execution.steps[0]?.output?.value).toEqual(result);
    expect(await purposes()).toEqual(["RESPOND"]);
    expect((await served.sentToAgent())[0]?.body).toMatchObject({ routing_mode: "manual" });
    expect(await responseProjection(execution.id)).toMatchObject({ status: "success", result });
    expect(await responseProjection(execution.id)).not.toHaveProperty("error");
    expect(await responseProjection(execution.id), "[N74]").toMatchObject({
      metadata: { duration_ms: 12, tool_used: "cost_report", agent_version: "v1.0.0", model_calls: 1 },
    });
  });

  it("[H9, H14] error: the execution fails with what the agent said, and the answer invents nothing", async () => {
    const execution = await answered({ query: "Will machine costs fail?", routing: byHand });
    expect(execution).toMatchObject({ status: "FAILED", failure: { code: "AGENT_ERROR" } });
    expect(execution.failure?.message).toContain("The cost report timed out");
    expect(execution.response).toContain("The cost report timed out");
    expect(await purposes()).toEqual(["RESPOND"]);
    expect(await responseProjection(execution.id)).toMatchObject({ status: "error", error: expect.any(String) });
  });

  it("[H9, H14] partial: the output is kept and said to be partial", async () => {
    const execution = await answered({ query: "Costs of everything", routing: byHand });
    expect(execution).toMatchObject({ status: "PARTIAL", failure: null });
    expect(execution.steps[0]?.status).toBe("PARTIAL");
    expect(JSON.stringify((await served.sentToModel())[0]?.body.messages.at(-1))).toContain("partial");
    expect(await responseProjection(execution.id)).toMatchObject({ status: "partial" });
  });

  it("[H8, R25] for another request is refused", async () => {
    const execution = await answered({ query: "Costs under the wrong id", routing: byHand, respond: false });
    expect(execution).toMatchObject({ status: "FAILED", failure: { code: "PROTOCOL" } });
  });
});

describe("a question", () => {
  it("[H1, R28] for an agent that nobody registered starts nothing and names the nearest", async () => {
    const { execution, errors } = await ask(served.planwright, { query: question, routing: { manual: "CostAgant" } });
    expect(execution).toBeNull();
    expect(errors).toMatchObject([{ code: "AGENT_NOT_FOUND", path: ["input", "routing", "manual"] }]);
    expect(errors[0]?.message).toContain("CostAgent");
    expect(await served.sentToAgent()).toEqual([]);
  });

  it("[C30] that no agent fits is answered by the responder", async () => {
    const execution = await answered({ query: "Tell me a joke" });
    expect(execution).toMatchObject({ status: "SUCCEEDED", routing: { mode: "AUTO", agentName: null }, steps: [] });
    expect(execution.response).toContain("No agent fits");
    expect(await purposes()).toEqual(["ROUTE", "RESPOND"]);
  });

  it("[C30] that no agent fits fails if no responder is asked for", async () => {
    const execution = await answered({ query: "Tell me a joke", respond: false });
    expect(execution).toMatchObject({ status: "FAILED", failure: { code: "NO_ROUTE" }, response: null });
    expect(await purposes()).toEqual(["ROUTE"]);
  });

  it("[H14, R26, N83] is answered by the responder if the router names somebody who is no candidate, and that name is shown", async () => {
    const said = { selected_agent: "not CostAgent", confidence: 0.9, reasoning: "no" };
    await served.script({ for: "ROUTE", answer: { text: JSON.stringify(said) } });
    const execution = await answered({ query: question });
    const routing = { mode: "AUTO", agentName: null, unknownAgentName: "not CostAgent", reason: "no" };
    expect(execution).toMatchObject({ status: "SUCCEEDED", routing, steps: [] });
    expect(execution.response).not.toBeNull();
    expect(await served.sentToAgent()).toEqual([]);
    expect(await purposes()).toEqual(["ROUTE", "RESPOND"]);
  });
});
