/** What of the log of a conversation's execution readers are shown: frames, messages, and nothing that only coordinates agents. */
import { beforeEach, describe, expect, it } from "vitest";
import { isSuppressedFrame } from "../../../packages/client/src/resumable.ts";
import type { ExecutionEvent } from "../../../src/execution/events/event.ts";
import type { AutoToolCall } from "../../../src/execution/events/turn-event.ts";
import type { Caller } from "../../../src/graph/base/graph-context.ts";
import { type Answer, ask, data, executePlan } from "../../support/graph/ask.ts";
import { FakeClients } from "../../support/graph/fake-clients.ts";
import { finishedEvent, storedValue } from "../../support/graph/fake-views.ts";
import { sendFor } from "../../support/graph/streams.ts";

const key = "turn_chat_abc123_ContextAgent_2_e4f2a1b";
const secret = "NEXT";
const endUser: Partial<Caller> = { scopes: ["EXECUTION_READ"] };

const autoTool: AutoToolCall = {
  ...{ turn: 2, key, agentName: "ContextAgent", toolName: "action_plan", component: "ActionPlan", mode: "artifact" },
  ...{ workflowName: "Generator", chatId: "chat_abc123", appId: null },
};

function said(text: string, uiHidden: boolean, turn = 1): ExecutionEvent {
  return {
    ...{ kind: "MessageAdded", messageId: `m/${text}`, author: "AGENT", agentName: "InterviewAgent", turn, uiHidden },
    text: storedValue(text),
  };
}

function toolEnd(more: Partial<Extract<ExecutionEvent, { kind: "StepFinished" }>> = {}): ExecutionEvent {
  return {
    ...{ kind: "StepFinished", step: "turns/2/tool", group: null, status: "SUCCEEDED", attempt: 1, callId: "c" },
    ...{ outcome: "ANSWERED", output: storedValue({ status: "success" }), content: null, failure: null, warning: null },
    ...{ reused: false, autoTool },
    ...more,
  };
}

const toolStart: ExecutionEvent = {
  ...{ kind: "StepStarted", step: "turns/2/tool", group: null, turn: 2, item: 0, generation: 0, attempt: 1 },
  ...{ callId: "c", callableName: "ui.action_plan", autoTool },
  // Left out of its row.
  arguments: { bytes: 100_000, digest: "d" },
};

let world: FakeClients;
let id: string;
let name: string;

beforeEach(async () => {
  world = new FakeClients();
  id = (await executePlan(world, { source: { plan: { steps: [{ tool: { toolName: "echo" } }] } } })).execution.id;
  [name = ""] = world.executions.keys();
  world.append(name, said("What would you like to automate?", false));
  world.append(name, said(secret, true), { hidden: true });
  // Hidden by what it says of itself, should its row not say so.
  world.append(name, said(`${secret} again`, true));
  world.append(
    name,
    {
      ...{ kind: "TextProduced", streamId: "agent/1", call: 1, attempt: 1, offset: 0, text: secret },
    } as ExecutionEvent,
    { hidden: true },
  );
  world.append(name, toolStart);
  world.append(name, toolEnd());
  world.append(name, toolEnd({ status: "FAILED", output: null }));
  world.append(name, finishedEvent());
  world.change(name, { status: "SUCCEEDED", finishedAt: 1 });
  world.keep(name, "5 arguments", { ActionPlan: { workflow: { name: "Posts" } }, context_variables: { chat_id: "x" } });
});

const subscription = /* GraphQL */ `
  subscription ($id: ID!, $filter: ExecutionEventFilter) {
    executionEvents(executionId: $id, filter: $filter) {
      events { sequence hidden chatFrame ... on MessageAdded { message { text { value } uiHidden } } ... on TextProduced { text } }
      cursor
    }
  }
`;

/** Everything that a subscription says, to its end. */
async function sent(filter: object | null, caller: Partial<Caller>): Promise<string> {
  const variables = { id, filter };
  return (await sendFor(world, { accept: "text/event-stream", query: subscription, variables, caller })).text();
}

/** The sequences of all events that a subscription delivers, with everything that it said. */
async function followed(filter: object | null, caller: Partial<Caller> = endUser) {
  const text = await sent(filter, caller);
  const items: Answer[] = [...text.matchAll(/^event: next\ndata:(.*)$/gm)].map(([, body = ""]) => JSON.parse(body));
  const events = items.flatMap(({ data: item }: Answer) => item.executionEvents.events);
  return { sequences: events.map(({ sequence }: Answer) => sequence), text, events };
}

describe("executionEvents", () => {
  it("[T33] leaves out events that only coordinate agents, whatever else is filtered", async () => {
    const { sequences, text } = await followed(null);
    expect(sequences).toEqual([1, 5, 6, 7, 8]);
    expect(text).not.toContain(secret);
    expect((await followed({ types: ["MESSAGE_ADDED", "TEXT_PRODUCED"] })).sequences).toEqual([1]);
    expect((await followed({ stepId: "turns/1/agent" })).sequences).toEqual([1]);
    expect((await followed({ includeHidden: false })).sequences).toEqual([1, 5, 6, 7, 8]);
  });

  it("[T33] shows them with the scope for it, and refuses to without", async () => {
    const { events, sequences } = await followed({ includeHidden: true }, {});
    expect(sequences).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(events.map(({ hidden }: Answer) => hidden)).toEqual([false, true, true, true, false, false, false, false]);
    const text = await sent({ includeHidden: true }, endUser);
    expect(text).toContain("FORBIDDEN");
    expect(text).not.toContain(secret);
  });

  it("[T33] shares no page with hidden events among readers with and without the scope", async () => {
    const [shown, hidden] = await Promise.all([followed({ includeHidden: true }, {}), followed(null)]);
    expect(shown.text).toContain(secret);
    expect(hidden.text).not.toContain(secret);
  });

  it("[T29] leaves out successes of auto-tools on request, and shows their failures", async () => {
    const all = await followed({ suppressAutoToolSuccesses: false });
    const { events, sequences } = await followed({ suppressAutoToolSuccesses: true });
    expect(sequences).toEqual([1, 5, 7, 8]);
    const frames = all.events.filter(({ chatFrame }: Answer) => chatFrame !== null && !isSuppressedFrame(chatFrame));
    expect(events.flatMap(({ chatFrame }: Answer) => (chatFrame === null ? [] : [chatFrame]))).toEqual(
      frames.map(({ chatFrame }: Answer) => chatFrame),
    );
  });

  it("[T24] reads what a frame shows whole, and without context variables", async () => {
    const { events } = await followed({ types: ["STEP_STARTED"] });
    expect(events[0].chatFrame).toMatchObject({
      ...{ kind: "tool_call", tool_call_id: key, component_type: "ActionPlan" },
      payload: { tool_args: { ActionPlan: { workflow: { name: "Posts" } } } },
      flatPayload: { workflow: { name: "Posts" } },
    });
    expect(JSON.stringify(events)).not.toContain("context_variables");
  });
});

describe("Execution.events", () => {
  const query = /* GraphQL */ `
    query ($id: ID!, $first: Int, $after: EventCursor, $includeHidden: Boolean) {
      execution(by: { id: $id }) {
        events(first: $first, after: $after, includeHidden: $includeHidden) {
          nodes { sequence ... on MessageAdded { message { text { value } } } ... on TextProduced { text } }
          pageInfo { hasNextPage endCursor }
        }
      }
    }
  `;

  it("[T33] leaves hidden events out and leads on past a page of nothing else", async () => {
    const seen: number[] = [];
    let after: string | null = null;
    for (let pages = 0; pages < 8; pages++) {
      const answer: Answer = await ask(world, query, { variables: { id, first: 1, after }, caller: endUser });
      expect(answer.errors).toBeUndefined();
      expect(JSON.stringify(answer)).not.toContain(secret);
      const { nodes, pageInfo } = answer.data.execution.events;
      seen.push(...nodes.map(({ sequence }: Answer) => sequence));
      after = pageInfo.endCursor;
      if (!pageInfo.hasNextPage) break;
    }
    expect(seen).toEqual([1, 5, 6, 7, 8]);
  });

  it("[T33] shows hidden events with the scope for it, and refuses to without", async () => {
    const answer: Answer = await ask(world, query, { variables: { id, includeHidden: true } });
    expect(answer.data.execution.events.nodes.map(({ sequence }: Answer) => sequence)).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8,
    ]);
    const refused: Answer = await ask(world, query, { variables: { id, includeHidden: true }, caller: endUser });
    expect(JSON.stringify(refused)).toContain("FORBIDDEN");
    expect(JSON.stringify(refused)).not.toContain(secret);
  });
});

it("every fact of a turn answers each of its fields", async () => {
  const events: readonly ExecutionEvent[] = [
    {
      ...{ kind: "TurnStarted", turn: 2, key, agentName: "ContextAgent", cause: "HANDOFF", isElsewhere: true },
      until: null,
    },
    {
      ...{ kind: "OutputSubmitted", turn: 2, key, agentName: "ContextAgent", bodyHash: "h", submittedBy: "ada" },
    },
    {
      ...{ kind: "StructuredOutputChecked", turn: 2, key, agentName: "ContextAgent", modelName: "ActionPlanCall" },
      ...{ data: storedValue({ a: 1 }), willCorrect: true, parameters: null },
      violations: [{ pointer: "/a", message: "expected a string, found a number" }],
    },
    { kind: "DuplicateSuppressed", key, agentName: "ContextAgent" },
    { kind: "BindingSet", name: "interview_complete", value: true, source: "DERIVED", turn: 1 },
    {
      ...{ kind: "HandoffMade", from: "InterviewAgent", rule: 0, turn: 1 },
      target: { kind: "AGENT", agentName: "ContextAgent" },
    },
    { kind: "HandoffMade", from: "ContextAgent", rule: 1, turn: 2, target: { kind: "USER" } },
    { kind: "StepWaiting", step: "turns/2/agent", group: null, waitsFor: "SUBMISSION", handle: key },
  ];
  for (const event of events) world.append(name, event);
  const query = /* GraphQL */ `
    query ($id: ID!) {
      execution(by: { id: $id }) {
        events(first: 100) {
          nodes {
            __typename type stepId chatFrame
            ... on TurnStarted { turn turnKey agentName cause isElsewhere }
            ... on OutputSubmitted { turn turnKey agentName submittedBy }
            ... on StructuredOutputChecked { turn turnKey agentName modelName data { value } violations { pointer message } willCorrect startsTool }
            ... on DuplicateSuppressed { turnKey agentName }
            ... on BindingSet { name value source }
            ... on HandoffMade { sourceAgentName target targetAgentName rule }
            ... on StepWaiting { awaitedTurnKey }
          }
        }
      }
    }
  `;
  const { nodes } = (await data(world, query, { variables: { id } })).execution.events;
  const agent = "turns/2/agent";
  const turn = { turn: 2, turnKey: key, agentName: "ContextAgent" };
  expect(nodes.slice(-8)).toEqual([
    {
      ...{ __typename: "TurnStarted", type: "TURN_STARTED", stepId: agent, chatFrame: null, ...turn },
      ...{ cause: "HANDOFF", isElsewhere: true },
    },
    {
      ...{ __typename: "OutputSubmitted", type: "OUTPUT_SUBMITTED", stepId: agent, chatFrame: null, ...turn },
      submittedBy: "ada",
    },
    {
      ...{ __typename: "StructuredOutputChecked", type: "STRUCTURED_OUTPUT_CHECKED", stepId: agent, chatFrame: null },
      ...{ ...turn, modelName: "ActionPlanCall", data: { value: { a: 1 } }, willCorrect: true, startsTool: false },
      violations: [{ pointer: "/a", message: "expected a string, found a number" }],
    },
    {
      ...{ __typename: "DuplicateSuppressed", type: "DUPLICATE_SUPPRESSED", stepId: null, chatFrame: null },
      ...{ turnKey: key, agentName: "ContextAgent" },
    },
    {
      ...{ __typename: "BindingSet", type: "BINDING_SET", stepId: null, chatFrame: null },
      ...{ name: "interview_complete", value: true, source: "DERIVED" },
    },
    {
      ...{ __typename: "HandoffMade", type: "HANDOFF_MADE", stepId: null, chatFrame: null },
      ...{ sourceAgentName: "InterviewAgent", target: "AGENT", targetAgentName: "ContextAgent", rule: 0 },
    },
    {
      ...{ __typename: "HandoffMade", type: "HANDOFF_MADE", stepId: null, chatFrame: null },
      ...{ sourceAgentName: "ContextAgent", target: "USER", targetAgentName: null, rule: 1 },
    },
    { __typename: "StepWaiting", type: "STEP_WAITING", stepId: agent, chatFrame: null, awaitedTurnKey: key },
  ]);
});
