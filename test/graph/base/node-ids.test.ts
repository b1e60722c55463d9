import { beforeEach, describe, expect, it } from "vitest";
import { data, executePlan } from "../../support/graph/ask.ts";
import { exampleTools, fakeCatalog, localAgent } from "../../support/graph/fake-catalog.ts";
import { FakeClients } from "../../support/graph/fake-clients.ts";
import { frame, startTime } from "../../support/graph/fake-views.ts";
import { askedNamed } from "../../support/graph/inbox-model.ts";

const readNode = /* GraphQL */ `
  query ($id: ID!) {
    node(id: $id) {
      __typename
      id
      ... on Execution { requestId }
      ... on Step { stepId }
      ... on Tool { name }
      ... on McpServer { name }
      ... on HumanInputRequest { prompt }
      ... on Agent { name }
      ... on Workflow { version }
      ... on Manifest { hash }
      ... on Artifact { name }
    }
  }
`;

let world: FakeClients;
let execution: string;

/** Ids of one object of each kind. */
async function idsOfEveryKind(): Promise<{ readonly [kind: string]: string }> {
  const query = `query ($id: ID!) {
    execution(by: { id: $id }) { id steps { id } pendingHumanInputs { id } artifacts { nodes { id } } }
    tool(by: { name: "echo" }) { id mcpServer { id } }
    agent(by: { name: "writer" }) { id }
    workflow(by: { name: "report" }) { id }
    manifest(name: "talk") { id }
  }`;
  const read = await data(world, query, { variables: { id: execution } });
  return {
    Execution: read.execution.id,
    ToolStep: read.execution.steps[0].id,
    ParallelStep: read.execution.steps[1].id,
    AgentStep: read.execution.steps[2].id,
    WorkflowStep: read.execution.steps[3].id,
    Agent: read.agent.id,
    Workflow: read.workflow.id,
    Manifest: read.manifest.id,
    Artifact: read.execution.artifacts.nodes[0].id,
    HumanInputRequest: read.execution.pendingHumanInputs[0].id,
    Tool: read.tool.id,
    McpServer: read.tool.mcpServer.id,
  };
}

beforeEach(async () => {
  world = new FakeClients();
  const steps = [
    { tool: { stepId: "first", toolName: "echo" } },
    { parallel: { stepId: "group", steps: [{ tool: { stepId: "child", toolName: "echo" } }] } },
    { tool: { stepId: "agent", toolName: "writer", arguments: { text: "x" } } },
    { tool: { stepId: "flow", toolName: "report", arguments: { text: "x" } } },
  ];
  const source = { plan: { steps: steps.slice(0, 1) } };
  const save = "mutation ($input: SaveWorkflowInput!) { saveWorkflow(input: $input) { errors { message } } }";
  await data(world, save, { variables: { input: { name: "report", description: "Reports", source } } });
  const [saved] = world.savedWorkflows;
  if (saved === undefined) throw new Error("nothing was saved");
  const workflow = { ...saved, createdAt: startTime };
  world.catalog = fakeCatalog("2", exampleTools, "blog", [localAgent("writer")], [workflow]);
  ({
    execution: { id: execution },
  } = await executePlan(world, { source: { plan: { steps } } }));
  const [name = ""] = world.executions.keys();
  world.change(name, {
    humanInputs: [askedNamed("first/1", startTime, { arguments: frame({ table: "users" }, "arguments", 2) })],
  });
  const manifest = { agents: { A: { system_message: "Be brief" } } };
  const apply = "mutation ($input: ApplyManifestInput!) { applyManifest(input: $input) { errors { message } } }";
  await data(world, apply, { variables: { input: { name: "talk", manifest } } });
  world.giveArtifact("out.json", "{}", { owner: name });
  world.calls.length = 0;
});

describe("ids", () => {
  it("fetch every kind of object again, and stay the same", async () => {
    for (const [kind, id] of Object.entries(await idsOfEveryKind())) {
      const { node } = await data(world, readNode, { variables: { id } });
      expect(node).toMatchObject({ __typename: kind, id });
    }
    expect(await idsOfEveryKind()).toEqual(await idsOfEveryKind());
  });

  it("that were forged are null and reach no object", async () => {
    const ids = await idsOfEveryKind();
    world.calls.length = 0;
    const [real = ""] = Object.values(ids);
    const flipped = `${real.slice(0, 20)}${real[20] === "A" ? "B" : "A"}${real.slice(21)}`;
    const [name = ""] = world.executions.keys();
    for (const id of [
      "",
      "x",
      "1",
      name,
      flipped,
      real.slice(0, -2),
      `${real}AA`,
      btoa(JSON.stringify(["default", "EXECUTION", name])),
    ]) {
      const { node } = await data(world, readNode, { variables: { id } });
      expect(node).toBeNull();
      const { execution: found } = await data(world, "query ($id: ID!) { execution(by: { id: $id }) { id } }", {
        variables: { id },
      });
      expect(found).toBeNull();
    }
    expect(world.calls).toEqual([]);
  });

  it("of another tenant are null and reach no object", async () => {
    const ids = await idsOfEveryKind();
    world.calls.length = 0;
    for (const id of Object.values(ids)) {
      const { node } = await data(world, readNode, { variables: { id }, caller: { tenant: "elsewhere" } });
      expect(node).toBeNull();
    }
    expect(world.calls).toEqual([]);
  });

  it("of one kind do not pass for another", async () => {
    const ids = await idsOfEveryKind();
    world.calls.length = 0;
    const answer = await data(
      world,
      `mutation ($tool: ID!, $step: ID!) {
        cancelExecution(input: { executionId: $step }) { errors { code path } }
        removeMcpServer(input: { mcpServerId: $tool }) { errors { code path } }
        respondToHumanInput(input: { requestId: $tool, response: { accept: {} } }) { errors { code path } }
        removeAgent(input: { agentId: $tool }) { errors { code path } }
        removeWorkflow(input: { workflowId: $tool }) { errors { code path } }
        deleteArtifact(input: { artifactId: $tool }) { errors { code path } }
      }`,
      { variables: { tool: ids.Tool, step: ids.ToolStep } },
    );
    expect(answer).toEqual({
      cancelExecution: { errors: [{ code: "NOT_FOUND", path: ["input", "executionId"] }] },
      removeMcpServer: { errors: [{ code: "NOT_FOUND", path: ["input", "mcpServerId"] }] },
      respondToHumanInput: { errors: [{ code: "NOT_FOUND", path: ["input", "requestId"] }] },
      removeAgent: { errors: [{ code: "NOT_FOUND", path: ["input", "agentId"] }] },
      removeWorkflow: { errors: [{ code: "NOT_FOUND", path: ["input", "workflowId"] }] },
      deleteArtifact: { errors: [{ code: "NOT_FOUND", path: ["input", "artifactId"] }] },
    });
    expect(world.calls).toEqual([]);
  });

  it("of objects that the caller lacks the scope for are null and reach no object", async () => {
    const ids = await idsOfEveryKind();
    world.calls.length = 0;
    for (const id of Object.values(ids)) {
      const { node } = await data(world, readNode, { variables: { id }, caller: { scopes: ["EXECUTION_START"] } });
      expect(node).toBeNull();
    }
    expect(world.calls).toEqual([]);
  });

  it("are fetched in the order asked for, 100 at most, null where one is nothing", async () => {
    const { Execution: id = "", Tool: tool = "" } = await idsOfEveryKind();
    const query = "query ($ids: [ID!]!) { nodes(ids: $ids) { id } }";
    const { nodes } = await data(world, query, { variables: { ids: [tool, "forged", id] } });
    expect(nodes).toEqual([{ id: tool }, null, { id }]);
    await expect(data(world, query, { variables: { ids: Array(101).fill(tool) } })).rejects.toThrow("BAD_USER_INPUT");
  });
});
