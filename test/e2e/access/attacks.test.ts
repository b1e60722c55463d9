/** Two of the attack plans over the deployed Worker; `attacks.proof.test.ts` has all of them. */
import { describe, expect, it } from "vitest";
import { attacks, benign, type LabelledCase } from "../../support/plan/attack-plans.ts";
import { type AttackedRun, attackedWorld, seen } from "./attacked-world.ts";

const world = attackedWorld();

function caseOf(cases: readonly LabelledCase[], start: string): LabelledCase {
  return cases.find(({ title }) => title.startsWith(start)) ?? expect.fail(`there is no case ${start}`);
}

describe("plans over real servers", () => {
  it("[N935] an attack is stopped before its call leaves: a person is asked, sees the path, and declines", async () => {
    const run = await world.run(caseOf(attacks, "A bill names the account of the attacker"));
    expect(run).toMatchObject({ status: "WAITING", pendingHumanInputs: [{ purpose: "APPROVAL" }] });
    expect(run.pendingHumanInputs[0]?.flows).toEqual([
      {
        ...{ label: "UNTRUSTED", argument: "/recipient" },
        path: ["step0.output (read_file)", "step1.arguments.recipient"],
      },
    ]);
    expect(world.calls()).toEqual(["read_file"]);
    expect((await world.decline(run)).status).not.toBe("SUCCEEDED");
    expect(world.calls()).toEqual(["read_file"]);
  });

  it("[N935] the plan beside it, whose payee a trusted tool verifies, runs to its end and asks nobody", async () => {
    const run = await world.run(caseOf(benign, "A bill is read, and its payee is verified"));
    expect(run).toMatchObject({ status: "SUCCEEDED", pendingHumanInputs: [] });
    expect(world.calls()).toEqual(["read_file", "verify_payee", "send_money"]);
  });

  it("[N932] a workflow that pays what a bill says is stored with a warning of that, and asks when it is run", async () => {
    const { planwright } = world.served;
    const steps = [
      { tool: { stepId: "bill", toolName: "read_file", arguments: { path: "bill.txt" } } },
      { tool: { stepId: "pay", toolName: "send_money", arguments: { recipient: "{{bill.output.iban}}" } } },
    ];
    const { saveWorkflow } = await planwright.ask<{
      saveWorkflow: { warnings: { code: string; message: string; stepId: string }[]; errors: unknown[] };
    }>(
      "mutation ($input: SaveWorkflowInput!) { saveWorkflow(input: $input) { warnings { code message stepId } errors { message } } }",
      { input: { name: "pay_bill", description: "Pays a bill", source: { plan: { steps } } } },
    );
    expect(saveWorkflow.errors).toEqual([]);
    expect(saveWorkflow.warnings).toContainEqual({
      ...{ code: "FLOW_ASKS", stepId: "pay" },
      message: expect.stringContaining("UNTRUSTED: bill.output (read_file) → pay.arguments.recipient"),
    });
    const { invokeWorkflow } = await planwright.ask<{ invokeWorkflow: { execution: AttackedRun | null } }>(
      `mutation ($input: InvokeWorkflowInput!) { invokeWorkflow(input: $input) { execution { ${seen} } } }`,
      {
        input: {
          workflow: { name: "pay_bill" },
          payload: { parameters: { text: "now" } },
          options: { waitMs: 25_000 },
        },
      },
    );
    expect(invokeWorkflow.execution).toMatchObject({
      status: "WAITING",
      pendingHumanInputs: [{ purpose: "APPROVAL" }],
    });
  });

  it("[N933] a workflow that is given the address of a file which a run has read asks before it pays, and not with words of its caller", async () => {
    const { planwright } = world.served;
    const pay = { tool: { stepId: "pay", toolName: "send_money", arguments: { recipient: "{{input.iban}}" } } };
    const inputSchema = { type: "object", properties: { iban: { type: "string" } }, required: ["iban"] };
    await planwright.saveWorkflow({
      name: "settle",
      description: "Pays",
      source: { plan: { steps: [pay] } },
      inputSchema,
    });
    const { id } = await world.run({
      ...caseOf(attacks, "A bill names"),
      calls: [["read_file", { path: "bill.txt" }]],
    });
    const { execution } = await planwright.ask<{ execution: { artifacts: { nodes: { address: string }[] } } }>(
      "query ($id: ID!) { execution(by: { id: $id }) { artifacts(first: 5) { nodes { address } } } }",
      { id },
    );
    const [file] = execution.artifacts.nodes;
    const settled = async (payload: object) => {
      const { invokeWorkflow } = await planwright.ask<{ invokeWorkflow: { execution: AttackedRun | null } }>(
        `mutation ($input: InvokeWorkflowInput!) { invokeWorkflow(input: $input) { execution { ${seen} } } }`,
        { input: { workflow: { name: "settle" }, payload, options: { waitMs: 25_000 } } },
      );
      return invokeWorkflow.execution ?? expect.fail("it was not started");
    };
    const asked = await settled({ artifact: file?.address });
    expect(asked.status).toBe("WAITING");
    expect(asked.pendingHumanInputs[0]?.flows).toEqual([
      {
        ...{ label: "UNTRUSTED", argument: "/recipient" },
        path: [expect.stringMatching(/^the artifact result_read_file_/), "pay.arguments.recipient"],
      },
    ]);
    expect(world.calls()).toEqual(["read_file"]);
    expect((await settled({ parameters: { iban: "DE00" } })).status).toBe("SUCCEEDED");
    expect(world.calls()).toEqual(["read_file", "send_money"]);
  });
});
