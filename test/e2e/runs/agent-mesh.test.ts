/** Definitions of Solace Agent Mesh through the real Worker: imported as text, run, and told from the calls that reached the model. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { meshFile } from "../../support/catalog/mesh-definitions.ts";
import { deployedWorld } from "../../support/deployed/deployed-world.ts";
import { type AgentCalled, failing, startFunctionModel } from "../../support/deployed/function-model.ts";

const model = startFunctionModel();
const served = deployedWorld({ settings: async () => ({ MODELS: (await model).models }) });
afterAll(async () => (await model).close());

/** What the order of the test is worth, and which rounds its parcel takes. */
let order = { worth: 20, kind: "book", rounds: 1 };

const importing = /* GraphQL */ `
  mutation ($json: String!) {
    importWorkflows(input: { source: { json: $json } }) {
      agents { name } workflows { name timeoutMs } errors { message path }
    }
  }
`;
const invoking = /* GraphQL */ `
  mutation ($input: InvokeWorkflowInput!) {
    invokeWorkflow(input: $input) {
      execution { status limits { timeoutMs } output { value } steps { stepId status } }
      errors { message }
    }
  }
`;

interface Ran {
  readonly status: string;
  readonly limits: { readonly timeoutMs: number };
  readonly output: { readonly value: unknown } | null;
  readonly steps: readonly { readonly stepId: string; readonly status: string }[];
}

async function run(parameters: object, limits: object = {}) {
  const own = { maxModelCalls: 40, maxDepth: 4, ...limits };
  const input = { workflow: { name: "order" }, payload: { parameters }, options: { waitMs: 25_000, limits: own } };
  const { invokeWorkflow } = await served.planwright.ask<{
    readonly invokeWorkflow: { readonly execution: Ran; readonly errors: readonly object[] };
  }>(invoking, { input });
  expect(invokeWorkflow.errors).toEqual([]);
  const { execution } = invokeWorkflow;
  const statuses = Object.fromEntries(execution.steps.map(({ status, stepId }) => [stepId, status]));
  const calls = (await model).taken();
  return { ...execution, statuses, calls, of: (agent: string) => inputsOf(calls, agent) };
}

function inputsOf(calls: readonly AgentCalled[], agent: string) {
  return calls.flatMap((call) => (call.agent === agent ? [call.input] : []));
}

beforeAll(async () => {
  const { importWorkflows } = await served.planwright.ask<{ readonly importWorkflows: object }>(importing, {
    json: JSON.stringify(meshFile),
  });
  expect(importWorkflows).toEqual({
    agents: [{ name: "Appraiser" }, { name: "Packer" }, { name: "Courier" }, { name: "Clerk" }],
    workflows: [
      { name: "order", timeoutMs: 120_000 },
      { name: "letter", timeoutMs: null },
    ],
    errors: [],
  });
  (await model).serve([
    {
      ...{ name: "Appraiser", words: "You say what an order is worth." },
      answer: () => (order.worth < 0 ? failing : { worth: order.worth, kind: order.kind }),
    },
    {
      name: "Packer",
      words: "You pack one item.",
      answer: ({ name, position }) => ({ parcel: `${position}:${name}` }),
    },
    {
      ...{ name: "Courier", words: "You look where a parcel is." },
      answer: ({ round }) => ({ arrived: Number(round) + 1 >= order.rounds, place: `stop ${round}` }),
    },
    { name: "Clerk", words: "You write a letter.", answer: ({ about }) => ({ letter: `Dear: ${about}` }) },
  ]);
});

const items = [{ name: "a" }, { name: "b" }, { name: "c" }];

describe("a definition of Agent Mesh", () => {
  it("[N354] packs each item, looks until the parcel has arrived, and runs the exits of a success alone", async () => {
    order = { worth: 20, kind: "book", rounds: 2 };
    const ran = await run({ id: "7", items, note: "please" });
    expect(ran.output?.value).toEqual({
      parcels: [{ parcel: "0:a" }, { parcel: "1:b" }, { parcel: "2:c" }],
      place: "stop 1",
      letter: "Dear: Dear: stop 1",
      rounds: 2,
    });
    expect(ran.statuses).toMatchObject({
      decline: "SKIPPED",
      ask: "SKIPPED",
      thank: "SUCCEEDED",
      complain: "SKIPPED",
      close: "SUCCEEDED",
    });
    expect(ran.of("Appraiser")).toEqual([{ id: "7", items, instruction: "Appraise order 7." }]);
    expect(ran.of("Courier")).toEqual([{ round: 0 }, { round: 1, last: "stop 0" }]);
    const told = ran.of("Clerk").map(({ about }) => about);
    // Exits run at the same time.
    expect([...told.slice(0, 2), ...told.slice(2).sort()]).toEqual(["stop 1", "Dear: stop 1", "closed", "done 20"]);
    // The letter is a workflow, of which each call is one of the same agent.
    expect(ran.calls).toHaveLength(1 + 3 + 2 + 4);
  });

  it("[N354] takes the other branch, skips all behind the one that was not chosen, and what a condition does not want", async () => {
    order = { worth: 20, kind: "scrap", rounds: 1 };
    const ran = await run({ id: "8", items });
    expect(ran.statuses).toMatchObject({
      decline: "SUCCEEDED",
      ask: "SKIPPED",
      pack: "SKIPPED",
      follow: "SKIPPED",
      write: "SKIPPED",
    });
    expect(ran.output?.value).toEqual({ parcels: null, place: null, letter: null, rounds: 0 });
    expect(ran.of("Clerk").map(({ about }) => about)).toContain("no 8");
    order = { worth: 3, kind: "book", rounds: 1 };
    const asked = await run({ id: "9", items, note: "n" });
    expect(asked.statuses).toMatchObject({ decline: "SKIPPED", ask: "SUCCEEDED", pack: "SKIPPED", write: "SUCCEEDED" });
    expect(asked.of("Clerk").map(({ about }) => about)).toEqual(expect.arrayContaining(["what is 9", "nothing"]));
  });

  it("[N354] ends a loop at its maximum without a failure", async () => {
    order = { worth: 20, kind: "book", rounds: 99 };
    const ran = await run({ id: "10", items: [] });
    expect([ran.status, ran.output?.value]).toEqual([
      "SUCCEEDED",
      { parcels: [], place: "stop 3", letter: null, rounds: 4 },
    ]);
    expect(ran.of("Courier")).toHaveLength(4);
  });

  it("[N354] runs the exits of a failure after one", async () => {
    order = { worth: -1, kind: "book", rounds: 1 };
    const ran = await run({ id: "11", items });
    expect(ran.status).toBe("FAILED");
    expect(ran.statuses).toMatchObject({
      appraise: "FAILED",
      thank: "SKIPPED",
      complain: "SUCCEEDED",
      close: "SUCCEEDED",
    });
    expect(ran.of("Clerk").map(({ about }) => about)).toContain("closed");
  });

  it("[N355] has the time that it says, within that of its parent", async () => {
    order = { worth: 20, kind: "scrap", rounds: 1 };
    expect((await run({ id: "12", items })).limits.timeoutMs).toBe(120_000);
    expect((await run({ id: "13", items }, { timeoutMs: 60_000 })).limits.timeoutMs).toBe(60_000);
  });
});
