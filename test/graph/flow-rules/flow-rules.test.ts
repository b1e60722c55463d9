/** Rules of what may reach what through the API: those of a tenant, those that one execution adds, and what the check of a plan says of them. */
import { beforeEach, describe, expect, it } from "vitest";
import { data, executePlan } from "../../support/graph/ask.ts";
import { FakeClients } from "../../support/graph/fake-clients.ts";
import { attackedCatalog } from "../../support/plan/attack-plans.ts";

let world: FakeClients;
beforeEach(() => {
  world = new FakeClients();
  world.catalog = attackedCatalog();
});

const set = async (rules: readonly object[]) =>
  (
    await data(
      world,
      `mutation ($input: SetFlowRulesInput!) { setFlowRules(input: $input) {
        flowRules { label callable effectClass argument action } catalogRevision errors { code message path }
      } }`,
      { variables: { input: { rules } } },
    )
  ).setFlowRules;

const validate = async (plan: object, flowRules?: readonly object[]) =>
  (
    await data(
      world,
      `query ($input: ValidatePlanInput!) { validatePlan(input: $input) {
        valid steps { stepId flows { label argument path action } } warnings { code message path stepId } errors { code message path }
      } }`,
      { variables: { input: { source: { plan }, ...(flowRules !== undefined && { flowRules }) } } },
    )
  ).validatePlan;

const pays = {
  steps: [
    { tool: { stepId: "bill", toolName: "read_file", arguments: { path: "bill.txt" } } },
    { tool: { stepId: "pay", toolName: "send_money", arguments: { recipient: "{{steps.bill.output.iban}}" } } },
  ],
};
const path = ["bill.output (read_file)", "pay.arguments.recipient"];
const place = ["input", "source", "plan", "steps", "1", "tool", "arguments", "recipient"];
/** Warnings of the compiler about other things are left out. */
const asking = ({ code }: { readonly code: string }) => code.startsWith("FLOW");

describe("rules of a tenant", () => {
  it("[N558] are set as a whole, shown under lasting names, and hold for what is checked and started from then on", async () => {
    expect((await validate(pays)).warnings.filter(asking)).toMatchObject([
      { code: "FLOW_ASKS", stepId: "pay", path: place },
    ]);
    const refused = { label: "UNTRUSTED", callable: "send_money", argument: "/recipient", action: "REFUSE" };
    const shown = { ...refused, callable: "bank.send_money", effectClass: null };
    expect(await set([refused])).toEqual({ flowRules: [shown], catalogRevision: expect.any(String), errors: [] });
    expect(await data(world, "{ flowRules { label callable effectClass argument action } }")).toEqual({
      flowRules: [shown],
    });
    expect(await validate(pays)).toMatchObject({
      valid: false,
      errors: [
        { code: "FLOW_REFUSED", path: place, message: expect.stringContaining(`UNTRUSTED: ${path.join(" → ")}`) },
      ],
    });
    expect((await executePlan(world, { source: { plan: pays } })).errors).toMatchObject([{ code: "FLOW_REFUSED" }]);
    expect(world.executions.size).toBe(0);
    await set([{ ...refused, action: "ALLOW" }]);
    expect((await validate(pays)).warnings.filter(asking)).toEqual([]);
    await executePlan(world, { source: { plan: pays } });
    const [started] = [...world.executions.values()];
    expect(started?.request.definitions.flow).toEqual({
      base: "ASK",
      rules: [{ label: "UNTRUSTED", callable: "bank.send_money", argument: "/recipient", action: "ALLOW" }],
    });
  });

  it.each<[string, object, string]>([
    ["a label that nobody declares", { label: "secrets", action: "ASK" }, 'found "secrets"'],
    ["the absence of labels", { label: "TRUSTED", action: "ASK" }, "absence of labels"],
    ["a name of nothing", { label: "web", callable: "send_monney", action: "ASK" }, "nearest: send_money"],
    ["an argument of everything", { label: "web", argument: "/to", action: "ASK" }, "required a callable"],
    ["a callable and a class", { label: "web", callable: "page", effectClass: "UNSAFE", action: "ASK" }, "found both"],
  ])("[N558] are refused with %s, at its place, and those from before stay", async (_, wrong, words) => {
    const right = { label: "web", action: "ASK" };
    await set([right]);
    const { catalogRevision, errors, flowRules } = await set([{ label: "mail", action: "REFUSE" }, wrong]);
    expect([flowRules, catalogRevision]).toEqual([null, null]);
    expect(errors).toMatchObject([
      { code: "INVALID_INPUT", path: ["input", "rules", "1"], message: expect.stringContaining(words) },
    ]);
    expect(world.catalog.flowRules).toEqual([right]);
  });

  it("[N558] that contradict one another under two names of one tool are refused", async () => {
    const rule = { label: "web", callable: "send_money", action: "ASK" };
    const { errors } = await set([rule, { ...rule, callable: "bank.send_money", action: "ALLOW" }]);
    expect(errors).toMatchObject([{ message: expect.stringContaining("found ASK and ALLOW in rules 0 and 1") }]);
  });
});

describe("the flows of a checked plan", () => {
  it("[N556] are shown with their paths, and nothing of them where the deployment checks nothing", async () => {
    expect((await validate(pays)).steps).toEqual([
      { stepId: "bill", flows: [] },
      { stepId: "pay", flows: [{ label: "UNTRUSTED", argument: "/recipient", path, action: "ASK" }] },
    ]);
    world.settings = { taintPolicy: "ALLOW" };
    expect((await validate(pays)).steps[1].flows).toEqual([]);
    world.settings = { taintPolicy: "REFUSE" };
    expect((await validate(pays)).errors).toMatchObject([{ code: "FLOW_REFUSED" }]);
  });
});

describe("a workflow that is saved", () => {
  const thanks = { tool: { toolName: "send_mail", after: ["pay"], arguments: { to: "{{input.text}}" } } };
  const plan = { steps: [...pays.steps, thanks] };
  const saved = async () =>
    (
      await data(
        world,
        `mutation ($input: SaveWorkflowInput!) { saveWorkflow(input: $input) {
          workflow { name } warnings { code message path stepId } errors { code message path }
        } }`,
        { variables: { input: { name: "settle", description: "Settles a bill", source: { plan } } } },
      )
    ).saveWorkflow;
  const rule = (action: string) => ({ label: "UNTRUSTED", callable: "send_money", argument: "/recipient", action });
  const words = `UNTRUSTED: ${path.join(" → ")}`;

  it("[N932] is stored with a warning of what a person is asked about or the rules refuse, and none of its input", async () => {
    const cases = [
      ["FLOW_ASKS", undefined],
      ["FLOW_REFUSED", "REFUSE"],
      [undefined, "ALLOW"],
    ] as const;
    for (const [code, action] of cases) {
      if (action !== undefined) await set([rule(action)]);
      const { errors, warnings, workflow } = await saved();
      expect([errors, workflow]).toEqual([[], { name: "settle" }]);
      const expected = { code, stepId: "pay", path: place, message: expect.stringContaining(words) };
      expect(warnings.filter(asking)).toEqual(code === undefined ? [] : [expected]);
    }
    world.settings = { taintPolicy: "ALLOW" };
    await set([]);
    expect((await saved()).warnings.filter(asking)).toEqual([]);
    expect(world.savedWorkflows).toHaveLength(4);
  });

  it("[N932] says the same in a file, at its place there, also of what comes out of another workflow of the file", async () => {
    const bill = { name: "bill", description: "Reads a bill", plan: { steps: [pays.steps[0]] } };
    const called = { tool: { stepId: "bill", toolName: "workflow_bill", arguments: { text: "{{input.text}}" } } };
    const settle = { name: "settle", description: "Settles it", plan: { steps: [called, pays.steps[1]] } };
    const { importWorkflows: answer } = await data(
      world,
      `mutation ($input: ImportWorkflowsInput!) { importWorkflows(input: $input) {
        warnings { message path } errors { code message path }
      } }`,
      { variables: { input: { source: { json: JSON.stringify({ schemaVersion: 1, workflows: [settle, bill] }) } } } },
    );
    expect(answer.errors).toEqual([]);
    expect(answer.warnings.filter(({ message }: { message: string }) => message.includes("UNTRUSTED"))).toEqual([
      {
        path: ["workflows", "0", ...place.slice(2)],
        message: expect.stringMatching(
          /UNTRUSTED: .*read_file.* → bill\.output \(workflow_bill\) → pay\.arguments\.recipient/,
        ),
      },
    ]);
  });
});

describe("rules of one execution", () => {
  const start = (flowRules: readonly object[]) =>
    executePlan(world, { source: { plan: pays }, options: { flowRules } });

  it("[N588] are taken by the check of a plan as by its start: what they refuse is refused by both, at its place", async () => {
    const rule = { label: "UNTRUSTED", callable: "bank.send_money", argument: "/recipient", action: "REFUSE" };
    const message = expect.stringContaining(`UNTRUSTED: ${path.join(" → ")}`);
    expect(await validate(pays, [rule])).toMatchObject({
      valid: false,
      errors: [{ code: "FLOW_REFUSED", path: place, message }],
    });
    expect((await start([rule])).errors).toMatchObject([{ code: "FLOW_REFUSED", path: place }]);
    expect(world.executions.size).toBe(0);
    expect(await validate(pays, [{ ...rule, argument: "/amount" }])).toMatchObject({ valid: true });
    expect(await validate(pays, [{ ...rule, action: "ALLOW" }])).toMatchObject({
      valid: false,
      errors: [{ code: "INVALID_INPUT", path: ["input", "flowRules", "0"] }],
    });
  });

  it("[N559] are pinned with its start", async () => {
    const rule = { label: "UNTRUSTED", callable: "bank.send_money", argument: "/amount", action: "REFUSE" };
    expect((await start([rule])).errors).toEqual([]);
    expect([...world.executions.values()].map(({ request }) => request.flowRules)).toEqual([[rule]]);
  });

  it.each<[string, object, string]>([
    ["what allows", { label: "UNTRUSTED", action: "ALLOW" }, "an execution can only be stricter"],
    ["a label that nothing in it gives", { label: "web", action: "ASK" }, 'found "web"'],
    [
      "a callable that it does not call",
      { label: "UNTRUSTED", callable: "web.page", action: "ASK" },
      'found "web.page"',
    ],
  ])("[N559] are refused with %s, and nothing is started", async (_, rule, words) => {
    const { errors } = await start([rule]);
    expect(errors).toMatchObject([
      { code: "INVALID_INPUT", path: ["input", "options", "flowRules", "0"], message: expect.stringContaining(words) },
    ]);
    expect(world.executions.size).toBe(0);
  });

  it("[N559] are 50 at most, and those of a tenant 200", async () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, at) => ({
        label: "UNTRUSTED",
        callable: "bank.send_money",
        argument: `/a${at}`,
        action: "ASK",
      }));
    expect((await start(many(51))).errors).toMatchObject([
      { message: expect.stringContaining("at most 50 rules, found 51") },
    ]);
    expect((await start(many(50))).errors).toEqual([]);
    expect((await set(many(201))).errors).toMatchObject([{ path: ["input", "rules"] }]);
    expect((await set(many(200))).errors).toEqual([]);
  });
});
