/** A tenant in memory in which ids and names lead somewhere: executions that run, wait and have ended, a workflow, agents, a conversation. */

import type { RegisteredWorkflow } from "../../../src/catalog/workflow-registration.ts";
import type { StartRequest } from "../../../src/execution/commands/start-request.ts";
import { eventCursor } from "../../../src/graph/base/event-cursor.ts";
import { type NodeName, nodeId } from "../../../src/graph/base/node-id.ts";
import { changeCursor } from "../../../src/graph/lists/change-cursor.ts";
import { sealedIdentity } from "../../../src/worker/platform/sealed-id.ts";
import { exampleManifest } from "../../support/catalog/example-manifest.ts";
import { data, executePlan } from "../../support/graph/ask.ts";
import { a2aAgent, exampleTools, fakeCatalog, httpAgent, localAgent } from "../../support/graph/fake-catalog.ts";
import { FakeClients } from "../../support/graph/fake-clients.ts";
import { finishedEvent, frame, freshView, startTime } from "../../support/graph/fake-views.ts";
import { askedNamed } from "../../support/graph/inbox-model.ts";
import { summaryNamed } from "../../support/graph/list-model.ts";
import { hello, sentMessage } from "../../support/graph/sent-message.ts";
import type { KnownThings } from "./graph-operations.ts";

const steps = [
  { tool: { stepId: "a", toolName: "research_blog", arguments: { topic: "{{bindings.topic}}" } } },
  {
    parallel: {
      stepId: "g",
      steps: [{ tool: { stepId: "c", toolName: "drop_table" } }, { tool: { toolName: "echo" } }],
    },
  },
  { tool: { stepId: "b", toolName: "create_blog_post", arguments: { artifact_id: "{{a.output.artifact_id}}" } } },
];
const plan = { source: { plan: { steps } }, bindings: { topic: "edge" } };
const topic = { type: "object", properties: { topic: { type: "string" } }, required: ["topic"] };
const workflowInput = {
  ...{ name: "report", description: "Writes a report", inputSchema: topic },
  source: { plan: { steps: [{ tool: { toolName: "research_blog", arguments: { topic: "{{input.topic}}" } } }] } },
};

const agents = [httpAgent("peer"), a2aAgent("remote"), localAgent("role", { tools: ["echo"] })];

/** Made once through the real API, then given to the tenant of every case. */
const template = new FakeClients();
template.catalog = fakeCatalog("1", exampleTools, "blog", agents);
const requests: StartRequest[] = [];
for (const key of ["k1", "k2", "k3"]) {
  await executePlan(template, { ...plan, options: { idempotencyKey: key } });
  requests.push(...[...template.executions.values()].slice(requests.length).map(({ request }) => request));
}
await data(template, "mutation ($input: SaveWorkflowInput!) { saveWorkflow(input: $input) { errors { message } } }", {
  variables: { input: workflowInput },
});
const workflows: readonly RegisteredWorkflow[] = template.savedWorkflows.map((saved) => ({
  ...saved,
  createdAt: startTime,
}));
const catalog = fakeCatalog("1", exampleTools, "blog", agents, workflows);

/** The tenant of one case. The changes of the case are gone with it. */
export async function knownTenant(): Promise<FakeClients> {
  const world = new FakeClients();
  world.catalog = catalog;
  world.workflowVersions.push(...workflows);
  for (const [at, request] of requests.entries()) {
    world.executions.set(request.execution, { request, view: freshView(request), events: [], values: new Map() });
    const { execution } = request;
    world.append(execution, { kind: "ExecutionResumed", count: 1 });
    if (at === 1) {
      world.change(execution, {
        status: "SUCCEEDED",
        state: "completed",
        finishedAt: startTime + 9,
        output: frame({ a: 1 }, "output"),
      });
      world.append(execution, finishedEvent());
    }
    if (at === 2) world.change(execution, { humanInputs: [askedNamed("c/1", startTime)] });
  }
  world.summaries = requests.map(({ execution }, at) => summaryNamed(execution, startTime - at));
  world.giveManifest(exampleManifest());
  world.giveArtifact("notes", '{"a":1}');
  return world;
}

async function knownThings(): Promise<KnownThings> {
  const world = await knownTenant();
  const context = world.context();
  const first = requests[0]?.execution ?? "";
  const { hash, name } = exampleManifest();
  const workflow = workflows[0];
  const named: readonly NodeName[] = [
    ...requests.map(({ execution }) => ({ kind: "EXECUTION", execution }) as const),
    ...["a", "g", "c", "nope"].map((stepId) => ({ kind: "STEP", execution: first, stepId }) as const),
    { kind: "HUMAN_INPUT", execution: requests[2]?.execution ?? "", requestId: "c/1" },
    ...["echo", "nope"].map((tool) => ({ kind: "TOOL", name: tool }) as const),
    { kind: "MCP_SERVER", name: "blog" },
    ...["peer", "remote", "role"].map((agent) => ({ kind: "AGENT", name: agent }) as const),
    { kind: "WORKFLOW", name: "report", version: workflow?.version ?? "" },
    { kind: "MANIFEST", name, hash },
    { kind: "ARTIFACT", owner: "given", name: "notes" },
    { kind: "MESSAGE", conversation: "x", position: 1 },
  ];
  const ids = await Promise.all(named.map((one) => nodeId(one, context)));
  // Sealed by another deployment, or for another tenant.
  const foreign = {
    clients: { identity: sealedIdentity("the secret of somebody else, long enough") },
    caller: context.caller,
  };
  ids.push(await nodeId({ kind: "EXECUTION", execution: first }, foreign));
  ids.push(await nodeId({ kind: "EXECUTION", execution: first }, { ...context, caller: { tenant: "other" } }));
  const cursors = [
    ...[0, 1, 2, 99].map((sequence) => eventCursor(first, sequence)),
    ...[changeCursor("list", "default", { epoch: "e1", change: 0 }), "", "MQ==", "__proto__"],
  ];
  const { conversation } = await sentMessage(world, hello);
  if (conversation !== null) ids.push(conversation.id);
  return {
    ...{ ids, cursors: cursors.map(String) },
    names: [
      "echo",
      "research_blog",
      "drop_table",
      "blog",
      "peer",
      "remote",
      "role",
      "report",
      "notes",
      name,
      "k1",
      "k2",
      "chat_abc123",
      "planner",
      "a",
    ],
  };
}

export const known: KnownThings = await knownThings();
