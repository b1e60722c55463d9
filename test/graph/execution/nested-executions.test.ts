/** Executions that start one another, as the API shows them (O33). */
import { beforeEach, describe, expect, it } from "vitest";
import { ask, data, executePlan } from "../../support/graph/ask.ts";
import { FakeClients } from "../../support/graph/fake-clients.ts";
import { frame, startTime } from "../../support/graph/fake-views.ts";
import { summaryNamed } from "../../support/graph/list-model.ts";
import { freshExecution } from "../../support/graph/streams.ts";

let world: FakeClients;
let parent: { readonly id: string; readonly name: string };
let child: { readonly id: string; readonly name: string };
beforeEach(async () => {
  world = new FakeClients();
  parent = await freshExecution(world);
  child = await freshExecution(world);
  const [step] = world.view(parent.name).steps;
  if (step === undefined) throw new Error("there is no step");
  const origin = { root: parent.name, parent: { execution: parent.name, stepPath: step.id }, depth: 1, ancestors: [] };
  const callable = {
    kind: "AGENT",
    name: "writer",
    version: null,
    inputSchema: null,
    outputSchema: null,
    output: null,
  } as const;
  world.change(child.name, { origin, callable, startedWith: "AGENT", output: frame({ text: "Done" }, "output") });
  world.change(parent.name, {
    callables: world.view(parent.name).callables.map((each) => ({ ...each, kind: "AGENT" })),
    status: "WAITING",
    waitingFor: "CHILD",
  });
  world.changeStep(parent.name, step.id, { child: child.name, waitsFor: "CHILD", status: "WAITING" });
  world.summaries = [
    summaryNamed(parent.name, startTime),
    summaryNamed(child.name, startTime, { parent: parent.name, root: parent.name }),
  ];
});

const read = async (id: string, selection: string) =>
  (await data(world, `query ($id: ID!) { execution(by: { id: $id }) { ${selection} } }`, { variables: { id } }))
    .execution;

describe("the projection of an execution with children", () => {
  it("[O17, O33, N82] has for each step the id by which the execution that made its call can be queried, and no other", async () => {
    const steps = [{ exec_id: child.name, children: [{ exec_id: "key" }] }, { exec_id: parent.name }];
    world.projection = { success: true, steps };
    world.change(parent.name, { status: "SUCCEEDED", state: "completed", finishedAt: startTime + 9 });
    const { projection } = await read(parent.id, "projection(dialect: ORCHESTRATE)");
    expect(projection.steps).toEqual([{ exec_id: child.id, children: [{}] }, { exec_id: parent.id }]);
  });
});

describe("the account of an execution", () => {
  const account = "account { executions maxExecutions atWork maxAtWork storedBytes }";

  it("[N890] has its executions, those at work and its bytes beside the caps, and asks nobody unless it is selected", async () => {
    world.storedBytes = 30;
    world.descendants = { count: 4, atWork: 2, storedBytes: 500 };
    world.change(parent.name, { limits: { ...world.view(parent.name).limits, maxDescendants: 8 } });
    world.calls.length = 0;
    await read(parent.id, "status");
    expect(world.calls).not.toContain("index.descendants");
    const taken = { executions: 5, atWork: 2, storedBytes: 530 };
    expect((await read(parent.id, account)).account).toEqual({ ...taken, maxExecutions: null, maxAtWork: 8 });
    expect(world.calls.filter((call) => call.endsWith("storedBytes") || call === "index.descendants")).toHaveLength(2);
    world.settings = { maxExecutionsPerRoot: 50 };
    expect((await read(parent.id, account)).account).toEqual({ ...taken, maxExecutions: 50, maxAtWork: 8 });
    // One that another started counts for its root.
    expect((await read(child.id, account)).account).toMatchObject({ ...taken, maxExecutions: null });
  });
});

describe("a step that calls a workflow", () => {
  it("shows the run, what it was given as an artifact, and a remote task with what that waits for", async () => {
    const [step] = world.view(parent.name).steps;
    if (step === undefined) throw new Error("there is no step");
    const stored = world.giveArtifact("workflow_input_x.json", '{"a":1}', { owner: parent.name });
    world.change(parent.name, {
      callables: world.view(parent.name).callables.map((each) => ({ ...each, kind: "WORKFLOW" })),
      artifacts: [{ ...stored, step: step.id }],
    });
    const selection = `steps { __typename kind stepId ... on WorkflowStep {
      workflowName workflow { name } executionId inputArtifact { name json stepId } remoteTaskId waitNote } }`;
    const facts = {
      __typename: "WorkflowStep",
      kind: "WORKFLOW",
      stepId: step.id,
      workflowName: "echo",
      workflow: null,
    };
    expect((await read(parent.id, selection)).steps).toEqual([
      {
        ...{ ...facts, executionId: child.id, remoteTaskId: null, waitNote: null },
        inputArtifact: { name: "workflow_input_x.json", json: { a: 1 }, stepId: step.id },
      },
    ]);
    const remote = { child: null, remoteTaskId: "task-7", waitNote: "INPUT_REQUIRED: which?" };
    world.changeStep(parent.name, step.id, remote);
    world.change(parent.name, { artifacts: [] });
    expect((await read(parent.id, selection)).steps).toEqual([
      { ...facts, executionId: null, remoteTaskId: "task-7", waitNote: "INPUT_REQUIRED: which?", inputArtifact: null },
    ]);
  });
});

describe("the input of a step that calls an agent or a workflow", () => {
  it.each(["AgentStep", "WorkflowStep"])("names where each of its values came from, for %s", async (type) => {
    const given = { steps: [{ tool: { toolName: "echo", arguments: { topic: "{{bindings.topic}}", tone: "calm" } } }] };
    const started = await executePlan(world, { source: { plan: given }, bindings: { topic: "rivers" } });
    const name = [...world.executions.keys()].at(-1) ?? "";
    const kind = type === "AgentStep" ? "AGENT" : "WORKFLOW";
    world.change(name, { callables: world.view(name).callables.map((each) => ({ ...each, kind })) });
    const selection = `steps { __typename ... on ${type} { argumentSources { target kind stepId source } } }`;
    const { steps } = await read(started.execution.id, selection);
    expect(steps).toEqual([
      {
        __typename: type,
        argumentSources: [
          { target: "/tone", kind: "CALLER", stepId: null, source: null },
          { target: "/topic", kind: "BINDING", stepId: null, source: "/topic" },
        ],
      },
    ]);
  });
});

describe("a child", () => {
  it("[O33] names its parent, the step that started it and its root, and shows what it gave", async () => {
    const found = await read(
      child.id,
      "kind depth runOf { kind name } parent { executionId stepId execution { id } } root { id depth } output { value }",
    );
    expect(found).toMatchObject({
      ...{ kind: "AGENT", depth: 1, runOf: { kind: "AGENT", name: "writer" }, root: { id: parent.id, depth: 0 } },
      parent: { executionId: parent.id, execution: { id: parent.id } },
      output: { value: { text: "Done" } },
    });
  });

  it("[O33] is listed below its parent, and found from the step that waits for it", async () => {
    const found = await read(
      parent.id,
      `waitingFor depth root { id } children { nodes { id kind } pageInfo { hasNextPage } }
       steps { kind ... on AgentStep { executionId execution { id depth } remoteTaskId waitNote waitsFor } }`,
    );
    expect(found).toMatchObject({
      ...{ waitingFor: "CHILD", depth: 0, root: { id: parent.id } },
      children: { nodes: [{ id: child.id }], pageInfo: { hasNextPage: false } },
      steps: [{ kind: "AGENT", executionId: child.id, execution: { id: child.id, depth: 1 }, waitsFor: "CHILD" }],
    });
    expect((await read(child.id, "children { nodes { id } }")).children.nodes).toEqual([]);
  });

  it("[O33] is listed page by page, over those that were deleted since they were listed", async () => {
    const deleted = await freshExecution(world);
    const last = await freshExecution(world);
    world.executions.delete(deleted.name);
    const below = { parent: parent.name, root: parent.name };
    world.summaries.push(
      summaryNamed(deleted.name, startTime + 1, below),
      summaryNamed(last.name, startTime + 2, below),
    );
    const seen: string[] = [];
    let after: string | null = null;
    for (let pages = 0; pages < 3; pages++) {
      const selection =
        "children(first: 1, after: $after) { nodes { id requestId } pageInfo { hasNextPage endCursor } }";
      const query = `query ($id: ID!, $after: String) { execution(by: { id: $id }) { ${selection} } }`;
      const answer: Awaited<ReturnType<typeof data>> = await data(world, query, {
        variables: { id: parent.id, after },
      });
      const { children } = answer.execution;
      seen.push(...children.nodes.map((node: { readonly id: string }) => node.id));
      expect(children.pageInfo.hasNextPage).toBe(pages < 2);
      after = children.pageInfo.endCursor;
    }
    expect(seen).toEqual([child.id, last.id]);
  });

  it("is found by the filter of the list, and nothing is by an id of nobody", async () => {
    const query = "query ($filter: ExecutionFilter) { executions(filter: $filter) { nodes { id } } }";
    const listed = async (filter: object) => (await data(world, query, { variables: { filter } })).executions.nodes;
    expect(await listed({ parentId: parent.id })).toEqual([{ id: child.id }]);
    for (const parentId of ["forged", child.id]) expect(await listed({ parentId })).toEqual([]);
    expect(await listed({ root: true })).toEqual([{ id: parent.id }]);
  });

  it("that was removed, or never made, leaves what named it readable", async () => {
    world.executions.delete(child.name);
    const [step] = (await read(parent.id, "steps { ... on AgentStep { executionId execution { id } } }")).steps;
    expect(step).toEqual({ executionId: child.id, execution: null });
    const gone = { ...world.view(parent.name).origin, root: child.name };
    world.change(parent.name, { origin: gone });
    expect((await read(parent.id, "root { id }")).root).toBeNull();
  });

  it("costs a request what reading it takes", async () => {
    const { extensions } = await ask(world, `{ execution(by: { id: "${parent.id}" }) { children { nodes { id } } } }`);
    expect(extensions.cost.requested).toBe(1 + 10 + 25 + 0);
  });
});
