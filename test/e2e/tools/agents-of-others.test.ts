/** Agents in the shapes that other software serves, and a workflow as another deployment serves it, called by plans through the real Worker. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { type AgentsOfOthers, agentsOfOthers } from "../../support/callees/agents-of-others.ts";
import { deployedWorld } from "../../support/deployed/deployed-world.ts";
import { tool } from "../../support/deployed/planwright.ts";

const served = deployedWorld({ isShared: true });
let others: AgentsOfOthers;
beforeAll(async () => {
  others = await agentsOfOthers();
});
afterAll(() => others.close());

it("[N40][N42][N84] agents whose cards and replies have gaps are registered with warnings, and a plan joins their answers", async () => {
  const register = (url: string, description: string | null) =>
    served.worker.planwright.ask<{ registerAgent: object }>(
      `mutation ($input: RegisterAgentInput!) {
        registerAgent(input: $input) { agent { name description protocolVersion } warnings { code } errors { message } }
      }`,
      { input: { description, source: { a2a: { url } } } },
    );
  expect(await register(others.oldCard, "Answers customers")).toEqual({
    registerAgent: {
      agent: { name: "support", description: "Answers customers", protocolVersion: "0.3" },
      warnings: [{ code: "PROTOCOL_VERSION_MISSING" }, { code: "RELATIVE_ADDRESS" }],
      errors: [],
    },
  });
  expect(await register(others.newUrl, null)).toMatchObject({
    registerAgent: {
      agent: { name: "a2a-mock", description: "A2A mock agent", protocolVersion: "1.0" },
      warnings: [
        { code: "MODES_MISSING" },
        { code: "MODES_MISSING" },
        { code: "FIELD_MISSING" },
        { code: "FIELD_MISSING" },
      ],
    },
  });
  const steps = [
    tool("first", "a2a-mock", { text: "hello" }),
    tool("second", "support", { text: "{{steps.first.output.text}}" }),
    tool("third", "a2a-mock", { text: "later" }),
  ];
  const { id } = await served.worker.planwright.start({ source: { plan: { steps } }, options: { waitMs: 10_000 } });
  const read = await served.worker.planwright.ask(
    `query ($id: ID!) { execution(by: { id: $id }) { status steps { status ... on AgentStep { warning { code } output { value } } } } }`,
    { id },
  );
  expect(read).toEqual({
    execution: {
      status: "SUCCEEDED",
      steps: [
        { status: "SUCCEEDED", warning: null, output: { value: { text: "heard hello" } } },
        { status: "SUCCEEDED", warning: { code: "PROTOCOL" }, output: { value: { text: "heard heard hello" } } },
        { status: "SUCCEEDED", warning: { code: "PROTOCOL" }, output: { value: { text: "done later" } } },
      ],
    },
  });
});

it("[N85] a workflow behind A2A that asks for one text is answered in words, and its question shows what it says of it", async () => {
  const { planwright } = served.worker;
  const responseSchema = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };
  const asking = { humanInput: { stepId: "ask", prompt: "Which city?", responseSchema } };
  await planwright.saveWorkflow({
    name: "asker",
    description: "Asks",
    public: true,
    source: { plan: { steps: [asking] } },
  });
  const url = `${new URL(planwright.endpoint).origin}/a2a/default/asker`;
  await planwright.registerAgent({ name: "far", source: { a2a: { url } } });
  const steps = [tool("only", "far", { text: "Ask" })];
  const { id, pendingHumanInputs } = await planwright.start({
    source: { plan: { steps } },
    options: { waitMs: 5_000 },
  });
  const { execution: waiting } = await planwright.ask<{ execution: object }>(
    "query ($id: ID!) { execution(by: { id: $id }) { pendingHumanInputs { prompt } } }",
    { id },
  );
  expect(waiting).toEqual({
    pendingHumanInputs: [{ prompt: expect.stringMatching(/^Which city\?\n\{"requestId":/) }],
  });
  await planwright.ask(
    "mutation ($input: RespondToHumanInputInput!) { respondToHumanInput(input: $input) { errors { message } } }",
    { input: { requestId: pendingHumanInputs[0]?.id, response: { accept: { text: "Rome" } } } },
  );
  await expect.poll(() => output(id)).toEqual({ city: "Rome" });
});

async function output(id: string): Promise<unknown> {
  const { execution } = await served.worker.planwright.ask<{
    execution: { readonly steps: readonly { readonly output: { readonly value: unknown } | null }[] };
  }>("query ($id: ID!) { execution(by: { id: $id }) { steps { ... on WorkflowStep { output { value } } } } }", { id });
  return execution.steps[0]?.output?.value;
}
