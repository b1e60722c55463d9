/** Workflows as the API saves, shows, runs and removes them. */
import { beforeEach, describe, expect, it } from "vitest";
import type { RegisteredWorkflow } from "../../../src/catalog/workflow-registration.ts";
import { readArtifactUrl } from "../../../src/execution/events/artifact-record.ts";
import { ask, data } from "../../support/graph/ask.ts";
import { exampleTools, fakeCatalog, localAgent } from "../../support/graph/fake-catalog.ts";
import { FakeClients } from "../../support/graph/fake-clients.ts";
import { startTime } from "../../support/graph/fake-views.ts";

let world: FakeClients;
beforeEach(() => {
  world = new FakeClients();
});

const saveMutation = /* GraphQL */ `
  mutation ($input: SaveWorkflowInput!) {
    saveWorkflow(input: $input) {
      workflow {
        id name version description public toolName createdAt
        inputSchema inputSchemaSource outputSchema outputSchemaSource output
        plan { schedule steps { stepId kind callableName when whenReferences { sourceStepId source } inputSchema outputSchema arguments } }
      }
      catalogRevision
      errors { __typename code message path }
    }
  }
`;
const save = async (input: object) => (await data(world, saveMutation, { variables: { input } })).saveWorkflow;

const topic = { type: "object", properties: { topic: { type: "string" } }, required: ["topic"] } as const;
const url = { type: "object", properties: { url: { type: "string" } }, required: ["url"] } as const;
const steps = [
  { tool: { stepId: "research", toolName: "research_blog", arguments: { topic: "{{input.topic}}" } } },
  {
    tool: {
      stepId: "write",
      toolName: "create_blog_post",
      arguments: { artifact_id: "{{steps.research.output.artifact_id}}" },
      when: "{{steps.research.output.artifact_id}} != ''",
    },
  },
];
const report = { name: "report", description: "Writes a report", source: { plan: { steps } }, inputSchema: topic };

/** Saves a workflow and registers it in the catalog, as its object would. */
async function registered(input: object = report): Promise<RegisteredWorkflow> {
  expect((await save(input)).errors).toEqual([]);
  const workflow = { ...(world.savedWorkflows.at(-1) ?? expect.fail("nothing was saved")), createdAt: startTime };
  world.catalog = fakeCatalog("2", exampleTools, "blog", [], [workflow]);
  world.workflowVersions.unshift(workflow);
  world.calls.length = 0;
  return workflow;
}

describe("saveWorkflow", () => {
  it("[W3] compiles against the catalog, stores what it made, and shows where each schema comes from", async () => {
    const template = { link: "{{steps.write.output.url}}" };
    const { catalogRevision, errors, workflow } = await save({ ...report, output: template, public: true });
    expect(errors).toEqual([]);
    expect(catalogRevision).toBe("1");
    expect(workflow).toMatchObject({
      ...{
        name: "report",
        version: expect.stringMatching(/^[0-9a-f]{64}$/),
        public: true,
        toolName: "workflow_report",
      },
      ...{ inputSchema: topic, inputSchemaSource: "EXPLICIT", outputSchema: null, outputSchemaSource: null },
      ...{ output: template, createdAt: "2026-01-31T09:30:00.000Z" },
    });
    expect(workflow.plan.steps).toMatchObject([
      { stepId: "research", kind: "TOOL", when: null, arguments: { topic: "{{input.topic}}" } },
      { stepId: "write", whenReferences: [{ sourceStepId: "research", source: "/artifact_id" }] },
    ]);
    expect(workflow.plan.steps[1].when).toContain("!= ''");
    expect(world.calls).toEqual(["catalog.CACHED", "catalog.saveWorkflow"]);
    expect(world.savedWorkflows).toMatchObject([{ name: "report", version: workflow.version, public: true }]);
  });

  it("[W3] [C22] reports INFERRED only for what a step itself declares, and DEFAULT beside callables with rich schemas", async () => {
    const bare = [{ tool: { toolName: "research_blog", arguments: { topic: "{{input.text}}" } } }];
    const byDefault = (await save({ ...report, inputSchema: null, source: { plan: { steps: bare } } })).workflow;
    expect(byDefault).toMatchObject({
      ...{ inputSchemaSource: "DEFAULT", outputSchema: null, outputSchemaSource: null },
      inputSchema: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
    });
    const declared = [
      { tool: { toolName: "echo", arguments: { topic: "{{input.topic}}" }, inputSchema: topic } },
      { tool: { toolName: "echo", arguments: {}, outputSchema: url } },
    ];
    const { errors, workflow: inferred } = await save({
      ...report,
      inputSchema: null,
      source: { plan: { steps: declared } },
    });
    expect(errors).toEqual([]);
    expect(inferred).toMatchObject({
      inputSchemaSource: "INFERRED",
      outputSchemaSource: "INFERRED",
      outputSchema: url,
    });
    expect(inferred.plan.steps).toMatchObject([{ inputSchema: topic }, { outputSchema: url }]);
  });

  it("tells everything that is wrong at its place, and stores nothing", async () => {
    const cases: readonly (readonly [object, object])[] = [
      [{ name: "no spaces" }, { code: "INVALID_INPUT", path: ["input", "name"] }],
      [{ name: "echo" }, { code: "INVALID_INPUT", path: ["input", "name"] }],
      [{ description: "" }, { code: "INVALID_INPUT", path: ["input", "description"] }],
      [{ inputSchema: { type: "string" } }, { code: "INVALID_INPUT", path: ["input", "inputSchema"] }],
      [{ inputSchema: { $ref: "https://example.com/schema" } }, { path: ["input", "inputSchema"] }],
      [{ source: { prompt: { text: "Do it" } } }, { code: "INVALID_INPUT", path: ["input", "source", "prompt"] }],
      [{ source: {} }, { code: "INVALID_INPUT", path: ["input", "source"] }],
      [{ minCatalogRevision: "99" }, { code: "INVALID_INPUT", path: ["input", "minCatalogRevision"] }],
      [{ output: { a: "{{steps.gone.output}}" } }, { code: "TEMPLATE_INVALID", path: ["input", "output", "a"] }],
      [
        { source: { plan: { steps: [{ tool: { toolName: "workflow_report", arguments: {} } }] } } },
        { code: "INVALID_INPUT", path: ["input", "source", "plan"] },
      ],
    ];
    for (const [wrong, error] of cases) {
      const { catalogRevision, errors, workflow } = await save({ ...report, ...wrong });
      expect({ catalogRevision, workflow }, JSON.stringify(wrong)).toEqual({ catalogRevision: null, workflow: null });
      expect(errors, JSON.stringify(wrong)).toContainEqual(expect.objectContaining(error));
    }
    expect(world.savedWorkflows).toEqual([]);
  });

  it("passes on what only the catalog's object can know", async () => {
    world.saveAnswer = { kind: "REFUSED", code: "INVALID_INPUT", message: "It calls itself", member: "plan" };
    expect((await save(report)).errors).toMatchObject([{ message: "It calls itself", path: ["input", "source"] }]);
  });

  it("takes a workflow as large as any request may permit", async () => {
    const many = Array.from({ length: 13 }, () => ({ tool: { toolName: "echo" } }));
    expect((await save({ ...report, source: { plan: { steps: many } } })).errors).toEqual([]);
  });
});

describe("workflows", () => {
  const query = `query ($by: WorkflowSelector!) { workflow(by: $by) { id name version versions { workflowId version createdAt } } }`;
  const found = async (by: object) => (await data(world, query, { variables: { by } })).workflow;

  it("are found by name, by version, by id and as nodes, and listed in the order of their names", async () => {
    const older = await registered();
    const newer = await registered({ ...report, source: { plan: { steps: steps.slice(0, 1) } } });
    const newest = await found({ name: "report" });
    expect(newest).toMatchObject({
      version: newer.version,
      versions: [{ version: newer.version, workflowId: newest.id }, { version: older.version }],
    });
    expect(world.calls).toEqual(["catalog.CACHED", "catalog.workflowVersions"]);
    const old = await found({ version: { name: "report", version: older.version } });
    expect(old).toMatchObject({ version: older.version });
    expect(await found({ id: old.id })).toEqual(old);
    const node = "query ($id: ID!) { node(id: $id) { __typename ... on Workflow { version } } }";
    expect((await data(world, node, { variables: { id: old.id } })).node).toEqual({
      __typename: "Workflow",
      version: older.version,
    });
    for (const by of [
      { name: "Report" },
      { name: "__proto__" },
      { version: { name: "report", version: "0" } },
      { id: "x" },
    ])
      expect(await found(by)).toBeNull();
    const list = "{ workflows(first: 5) { nodes { name version } pageInfo { hasNextPage } } }";
    expect((await data(world, list)).workflows).toEqual({
      nodes: [{ name: "report", version: newer.version }],
      pageInfo: { hasNextPage: false },
    });
  });

  it("are removed by the id of any version, once", async () => {
    await registered();
    const { id } = await found({ name: "report" });
    const remove =
      "mutation ($id: ID!) { removeWorkflow(input: { workflowId: $id }) { removedId catalogRevision errors { code path } } }";
    const removed = async () => (await data(world, remove, { variables: { id } })).removeWorkflow;
    expect(await removed()).toEqual({ removedId: id, catalogRevision: "2", errors: [] });
    world.catalog = fakeCatalog("3", exampleTools);
    expect(await removed()).toEqual({
      ...{ removedId: null, catalogRevision: null },
      errors: [{ code: "NOT_FOUND", path: ["input", "workflowId"] }],
    });
  });
});

const invokeMutation = /* GraphQL */ `
  mutation ($input: InvokeWorkflowInput!) {
    invokeWorkflow(input: $input) {
      replayed
      execution {
        id kind depth parent { stepId }
        runOf { kind name version workflow { name } agent { name } }
        invocationMessage { value }
      }
      inputArtifact { name description mediaType json address execution { id } }
      errors { __typename code message path ... on SchemaViolationError { violations { instance keyword } } }
    }
  }
`;
const invoke = async (input: object, more: object = {}) =>
  (await data(world, invokeMutation, { variables: { input }, ...more })).invokeWorkflow;
const started = () => [...world.executions.values()].map(({ request }) => request);

describe("invokeWorkflow", () => {
  const by = { workflow: { name: "report" }, payload: { parameters: { topic: "edge" } } };

  it("[N773] [N933] stores with the parameters their labels, and who may see the run, unless the whole tenant does", async () => {
    await registered();
    const alice = { caller: { subject: "alice", groups: ["sales"] } };
    for (const options of [{}, { visibility: "OWN" }, { visibility: "GROUP", group: "sales" }] as const)
      expect((await invoke({ ...by, options }, alice)).errors).toEqual([]);
    world.defaultVisibility = "OWN";
    expect((await invoke(by, alice)).errors).toEqual([]);
    expect([...world.artifacts.values()].map((one) => "labels" in one && one.labels)).toEqual(
      [...Array(4)].map(() => ["CALLER"]),
    );
    expect([...world.artifacts.values()].map(({ audience }) => audience)).toEqual([
      undefined,
      { owner: "alice", visibility: "OWN" },
      { owner: "alice", visibility: "GROUP", group: "sales" },
      { owner: "alice", visibility: "OWN" },
    ]);
  });

  it("[W8] [W10] stores the parameters as an artifact of the run and starts it with the message that a step would send", async () => {
    const { version } = await registered();
    const { errors, execution, inputArtifact, replayed } = await invoke(by);
    expect({ errors, replayed }).toEqual({ errors: [], replayed: false });
    expect(execution).toMatchObject({
      ...{ kind: "WORKFLOW", depth: 0, parent: null },
      runOf: { kind: "WORKFLOW", name: "report", version, workflow: { name: "report" }, agent: null },
    });
    expect(inputArtifact).toEqual({
      name: expect.stringMatching(
        /^workflow_input_report_[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\.json$/,
      ),
      description: "Auto-generated input payload for workflow 'report' invocation.",
      ...{ mediaType: "application/json", json: { topic: "edge" }, address: expect.stringMatching(/^artifact:\/\//) },
      execution: { id: execution.id },
    });
    const { invocationMessage: message } = execution;
    expect(message.value).toMatchObject({
      role: "ROLE_USER",
      parts: [{ url: inputArtifact.address, filename: inputArtifact.name, mediaType: "application/json" }],
      metadata: {
        sessionBehavior: "RUN_BASED",
        "dev.planwright/execution": { depth: 0, ancestors: [], userId: "anonymous" },
      },
    });
    const [request] = started();
    expect(request).toMatchObject({
      ...{ startedWith: "WORKFLOW", surface: "graphql", input: { kind: "ARTIFACT", url: inputArtifact.address } },
      callable: { kind: "WORKFLOW", name: "report", version, inputSchema: topic },
      origin: { parent: null, depth: 0, ancestors: [], root: request?.execution },
    });
    expect(request?.definitions.callables.map(({ name }) => name)).toEqual(["research_blog", "create_blog_post"]);
    expect(readArtifactUrl(inputArtifact.address)?.owner).toBe(request?.execution);
  });

  it("[W5] [W9] passes an artifact on by its address, given or of any execution, and reads nothing of it", async () => {
    await registered();
    world.giveArtifact("order.json", '{"topic":"x"}');
    const byName = await invoke({ ...by, payload: { artifact: "order.json" } });
    expect(byName).toMatchObject({ errors: [], inputArtifact: { name: "order.json", execution: null } });
    expect(world.calls.filter((call) => call === "artifacts.store")).toEqual([]);
    const byAddress = await invoke({ ...by, payload: { artifact: "artifact://given/order.json" } });
    expect(byAddress).toMatchObject({ errors: [], inputArtifact: { name: "order.json" } });
    expect(started()[0]?.input).toEqual({ kind: "ARTIFACT", url: "artifact://given/order.json" });
  });

  it("runs the version that is named, by name and version or by its id", async () => {
    const older = await registered();
    const newer = await registered({ ...report, source: { plan: { steps: steps.slice(0, 1) } } });
    await invoke({ ...by, workflow: { version: { name: "report", version: older.version } } });
    await invoke(by);
    expect(started().map(({ callable }) => callable?.version)).toEqual([older.version, newer.version]);
  });

  it("[R17] takes null for a parameter that may be left out, as a step does", async () => {
    const words = { ...topic, properties: { ...topic.properties, words: { type: "integer" } } };
    await registered({ ...report, inputSchema: words });
    const { errors, inputArtifact } = await invoke({ ...by, payload: { parameters: { topic: "edge", words: null } } });
    expect(errors).toEqual([]);
    expect(inputArtifact.json).toEqual({ topic: "edge" });
  });

  it("[W6] refuses parameters that do not satisfy the schema, and stores nothing", async () => {
    await registered();
    const { errors, execution, inputArtifact } = await invoke({ ...by, payload: { parameters: { topic: 7 } } });
    expect({ execution, inputArtifact }).toEqual({ execution: null, inputArtifact: null });
    expect(errors).toMatchObject([
      {
        __typename: "SchemaViolationError",
        path: ["input", "payload", "parameters"],
        violations: [{ instance: "/topic" }],
      },
    ]);
    expect(world.artifacts.size + world.executions.size).toBe(0);
  });

  it("refuses what is not there, and options that mean nothing here", async () => {
    await registered();
    const cases = [
      [{ workflow: { name: "gone" } }, { code: "NOT_FOUND", path: ["input", "workflow"] }],
      [{ payload: { artifact: "gone.json" } }, { code: "NOT_FOUND", path: ["input", "payload", "artifact"] }],
      [{ options: { schedule: "SEQUENTIAL" } }, { code: "INVALID_INPUT", path: ["input", "options", "schedule"] }],
      [{ options: { limits: { maxDepth: 99 } } }, { path: ["input", "options", "limits", "maxDepth"] }],
      // [O25][R10] A bound that the workflow does not keep is refused; without one a workflow is as large as it was saved.
      [{ options: { limits: { maxSteps: 1 } } }, { path: ["input", "options", "limits", "maxSteps"] }],
    ] as const;
    for (const [wrong, error] of cases) {
      const { errors, execution } = await invoke({ ...by, ...wrong });
      expect(execution).toBeNull();
      expect(errors).toMatchObject([error]);
    }
    const both = { ...by, payload: { parameters: {}, artifact: "x" } };
    const { errors } = await ask(world, invokeMutation, { variables: { input: both } });
    expect(errors).toMatchObject([{ extensions: { code: "BAD_USER_INPUT" } }]);
    expect(world.artifacts.size + world.executions.size).toBe(0);
  });

  it("[E1] answers a repeated key with the first run and its artifact, and a conflict without touching it", async () => {
    await registered();
    const options = { idempotencyKey: "once" };
    const first = await invoke({ ...by, options });
    const stored = JSON.stringify([...world.artifacts]);
    const again = await invoke({ ...by, options });
    expect(again).toMatchObject({ replayed: true, execution: { id: first.execution.id } });
    expect(again.inputArtifact).toEqual(first.inputArtifact);
    const other = await invoke({ ...by, payload: { parameters: { topic: "other" } }, options });
    expect(other).toMatchObject({ execution: null, errors: [{ code: "IDEMPOTENCY_CONFLICT" }] });
    world.catalog = fakeCatalog("9", exampleTools);
    expect(await invoke({ ...by, options })).toMatchObject({ replayed: true, errors: [] });
    expect(JSON.stringify([...world.artifacts])).toBe(stored);
    expect(world.executions.size).toBe(1);
  });

  it("takes back nothing where the tenant has as many executions as it may: the same key may have started a run meanwhile", async () => {
    await registered();
    const facts = { limit: "maxConcurrentExecutions", maximum: 1, retryAt: startTime + 9_000 } as const;
    world.tenantLimit = { kind: "TENANT_LIMIT", ...facts };
    const { errors } = await ask(world, invokeMutation, { variables: { input: by } });
    expect(errors).toMatchObject([{ extensions: { code: "RATE_LIMITED" } }]);
    expect(world.calls.filter((call) => call.startsWith("artifacts."))).toEqual(["artifacts.store"]);
    expect([world.artifacts.size, world.executions.size]).toEqual([1, 0]);
  });

  it("[E15] refuses a workflow that calls something which cannot be run", async () => {
    const workflow = await registered();
    world.catalog = fakeCatalog("3", exampleTools.slice(0, 1), "blog", [], [workflow]);
    expect((await invoke(by)).errors).toMatchObject([
      { __typename: "UnknownCallableError", code: "UNKNOWN_CALLABLE", path: ["input", "workflow"] },
    ]);
  });

  it("is bounded in what it pins, with everything that runs below it", async () => {
    const agent = localAgent("talker", { instructions: "x".repeat(60_000), tools: [] });
    const agents = Array.from({ length: 20 }, (_, number) => ({ ...agent, name: `talker${number}` }));
    world.catalog = fakeCatalog("1", exampleTools, "blog", agents);
    const callAll = agents.map(({ name }) => ({ tool: { toolName: name, arguments: { text: "x" } } }));
    const { errors } = await save({ ...report, schedule: "SEQUENTIAL", source: { plan: { steps: callAll } } });
    expect(errors).toEqual([]);
    const saved = world.savedWorkflows.at(-1) ?? expect.fail("nothing was saved");
    world.catalog = fakeCatalog("2", exampleTools, "blog", agents, [{ ...saved, createdAt: 0 }]);
    expect((await invoke(by)).errors).toMatchObject([{ __typename: "LimitError", path: ["input", "workflow"] }]);
  });
});
