/** Agents in the shapes that other software serves, registered as they come and called by one plan, through the real Worker. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { type AgentsOfOthers, agentsOfOthers } from "../fakes/agents-of-others.ts";
import { tool } from "./planwright.ts";
import { servedExample } from "./served-example.ts";

const served = servedExample({});
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
