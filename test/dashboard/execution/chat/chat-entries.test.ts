/** The chat of an execution: what is said, once, in order; what is hidden is counted and never guessed. */
import { expect, test } from "vitest";
import { type ChatSources, chatEntries } from "../../../../dashboard/execution/chat/chat-entries.ts";
import { proseOf, stepTextsOf } from "../../../../dashboard/execution/chat/chat-step-texts.ts";
import type { ExecutionHead, LoggedEvent } from "../../../../dashboard/execution/store/execution-model.ts";
import { failure, logged, modelCall, origin } from "../logged-events.ts";

const none: ChatSources = { head: null, log: [], gap: null, texts: [], stepTexts: [] };

function headWith(more: Partial<ExecutionHead>): ExecutionHead {
  const at = new Date(origin).toISOString();
  return {
    ...{ createdAt: at, startedAt: at, finishedAt: null, startedBy: "mira", prompt: null, plan: null, modelCalls: [] },
    ...{ response: null, responseFailure: null, failure: null },
    ...more,
  } as unknown as ExecutionHead;
}

function message(sequence: number, text: string, author: "AGENT" | "PERSON" = "AGENT", uiHidden = false): LoggedEvent {
  const agentName = author === "AGENT" ? "Editor" : null;
  const turn = author === "AGENT" ? 2 : null;
  return logged(sequence, {
    __typename: "MessageAdded",
    stepId: null,
    message: { author, agentName, turn, uiHidden, text: { value: text } },
  });
}

function texts(sources: Partial<ChatSources>): readonly string[] {
  return chatEntries({ ...none, ...sources }).map((entry) =>
    entry.kind === "HIDDEN" ? `hidden ${entry.count}` : entry.text,
  );
}

test("messages that are missing in the log are counted where they are missing, and those of retention are none of them", () => {
  const started = logged(1, { __typename: "ExecutionStarted", stepId: null, kind: "MESSAGE", callableNames: [] });
  const log = [
    started,
    message(2, "Hello", "PERSON"),
    message(5, "Good day"),
    message(6, "What is it?"),
    message(8, "Bye"),
  ];
  expect(texts({ log })).toEqual(["Hello", "hidden 2", "Good day", "What is it?", "hidden 1", "Bye"]);
  expect(texts({ log: log.slice(2), gap: { lastSequence: 4 } })).toEqual([
    "Good day",
    "What is it?",
    "hidden 1",
    "Bye",
  ]);
});

test("hidden messages that are shown are marked, and nothing is counted beside them", () => {
  const log = [message(1, "NEXT", "AGENT", true), message(2, "Good day")];
  expect(chatEntries({ ...none, log })).toMatchObject([{ text: "NEXT", isHidden: true }, { isHidden: false }]);
});

test("a response is shown as it is written and, once there is one, in its place and not beside it", () => {
  const stream = { streamId: "respond/2", stepId: null, text: "Here is", startedAt: origin + 5_000, isOpen: true };
  const head = headWith({ prompt: "Research it" });
  const during = chatEntries({ ...none, head, texts: [stream] });
  expect(during).toMatchObject([
    { text: "Research it", name: "mira" },
    { text: "Here is", isWriting: true },
  ]);
  const after = chatEntries({
    ...none,
    head: headWith({
      prompt: "Research it",
      response: "Here is what came of it",
      finishedAt: new Date(origin + 9_000).toISOString(),
    }),
    texts: [{ ...stream, isOpen: false }],
  });
  expect(after).toMatchObject([{ text: "Research it" }, { text: "Here is what came of it", isWriting: false }]);
  expect(after[1]?.key).toBe(during[1]?.key);
});

test("what an agent writes is there until its message is, which is said once, also as the response", () => {
  const turn = logged(1, {
    __typename: "TurnStarted",
    stepId: "turns/2/agent",
    turn: 2,
    agentName: "Editor",
    cause: "MESSAGE",
  });
  const stream = { streamId: "agent/1", stepId: null, text: "Twelve", startedAt: origin + 500, isOpen: true };
  expect(chatEntries({ ...none, log: [turn], texts: [stream] })).toMatchObject([{ name: "Editor", isWriting: true }]);
  const head = headWith({ prompt: null, response: "Twelve claims hold" });
  const log = [turn, message(2, "Twelve claims hold")];
  expect(texts({ head, log, texts: [stream] })).toEqual(["Twelve claims hold"]);
});

test("[N601] what a text agent says in its turn is said once, as its message, and a hidden message by nobody", () => {
  const turn = { speaker: "AGENT", name: "Editor", at: origin + 3_000 } as const;
  const stepTexts = [
    { ...turn, stepId: "turns/2/agent", text: "Good day" },
    { ...turn, stepId: "check", text: "A step of a plan" },
  ];
  const log = [message(1, "Hello", "PERSON"), message(2, "Good day")];
  expect(texts({ log, stepTexts })).toEqual(["Hello", "Good day", "A step of a plan"]);
  const hidden = [message(1, "Hello", "PERSON"), message(3, "Bye")];
  expect(texts({ log: hidden, stepTexts })).toEqual(["Hello", "hidden 1", "Bye", "A step of a plan"]);
});

test("a prompt that is a message of the person too is shown once", () => {
  expect(texts({ head: headWith({ prompt: "Hello" }), log: [message(1, "Hello", "PERSON")] })).toEqual(["Hello"]);
});

test("the planner thinks before the steps speak, with what its call cost, and failures come last in words", () => {
  const failedStep = { ...failure, stepId: "write", retryable: false, details: null };
  const head = headWith({
    prompt: "Research it",
    plan: { reasoning: "First the sources.", directResponse: null } as ExecutionHead["plan"],
    modelCalls: [{ ...modelCall, startedAt: new Date(origin + 100).toISOString(), outcome: "ANSWERED" }],
    finishedAt: new Date(origin + 60_000).toISOString(),
    failure: failedStep,
  });
  const at = origin + 30_000;
  const stepTexts = [{ stepId: "verify", speaker: "AGENT", name: "fact-checker", text: "12 of 14 hold.", at }] as const;
  expect(chatEntries({ ...none, head, stepTexts })).toMatchObject([
    { speaker: "PERSON" },
    { speaker: "PLANNER", facts: ["gpt-4.1", "2.4 s", "$0.0101"] },
    { speaker: "AGENT", facts: ["step verify"] },
    { tone: "FAILED", name: "The execution failed at step write", facts: ["TOOL_ERROR"] },
  ]);
});

test("a tool speaks in prose alone: JSON is data, and other content has no words", () => {
  const blocks = [
    { type: "text", text: "Post created." },
    { type: "text", text: '{"id": 1}' },
    { type: "text", text: "[not JSON" },
    { type: "image", data: "AAAA", mimeType: "image/png" },
    { type: "text", text: 7 },
    null,
  ];
  expect(proseOf({ content: blocks, metadata: null })).toBe("Post created.\n\n[not JSON");
  for (const odd of [null, undefined, 7, "x", [], {}, { content: null }, { content: [] }])
    expect(proseOf(odd)).toBeNull();
});

test("steps within groups speak too, and none before it has ended", () => {
  const step = { __typename: "AgentStep", agentName: "editor", content: null, text: { value: "Done." } };
  const at = new Date(origin).toISOString();
  const ended = { ...step, stepId: "a", finishedAt: at };
  const group = { __typename: "ParallelStep", stepId: "g", finishedAt: null, children: [ended] };
  expect(stepTextsOf([group, { ...step, stepId: "b", finishedAt: null }]).map(({ stepId }) => stepId)).toEqual(["a"]);
});
