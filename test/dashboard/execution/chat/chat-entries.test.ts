/** The chat of an execution: what is said, once, in order; what is hidden is counted and never guessed. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { type ChatSources, chatEntries } from "../../../../dashboard/execution/chat/chat-entries.ts";
import type { ChatEntry } from "../../../../dashboard/execution/chat/chat-entry.ts";
import { ChatLog } from "../../../../dashboard/execution/chat/chat-log.ts";
import { proseOf, stepTextsOf } from "../../../../dashboard/execution/chat/chat-step-texts.ts";
import type { ExecutionHead, LoggedEvent } from "../../../../dashboard/execution/store/execution-model.ts";
import { failure, logged, modelCall, origin } from "../logged-events.ts";

interface Sources extends Omit<ChatSources, "words"> {
  readonly log: readonly LoggedEvent[];
  /** Number of the last event before the log. */
  readonly begin: number;
}

function entries(sources: Partial<Sources>): readonly ChatEntry[] {
  const { begin = 0, log = [], ...more } = sources;
  return chatEntries({ head: null, texts: [], stepTexts: [], words: new ChatLog().grow(log, begin), ...more });
}

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

function texts(sources: Partial<Sources>): readonly string[] {
  return entries(sources).map((entry) => (entry.kind === "HIDDEN" ? `hidden ${entry.count}` : entry.text));
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
  expect(texts({ log: log.slice(2), begin: 4 })).toEqual(["Good day", "What is it?", "hidden 1", "Bye"]);
});

test("hidden messages that are shown are marked, and nothing is counted beside them", () => {
  const log = [message(1, "NEXT", "AGENT", true), message(2, "Good day")];
  expect(entries({ log })).toMatchObject([{ text: "NEXT", isHidden: true }, { isHidden: false }]);
});

test("a response is shown as it is written and, once there is one, in its place and not beside it", () => {
  const stream = { streamId: "respond/2", stepId: null, text: "Here is", startedAt: origin + 5_000, isOpen: true };
  const head = headWith({ prompt: "Research it" });
  const during = entries({ head, texts: [stream] });
  expect(during).toMatchObject([
    { text: "Research it", name: "mira" },
    { text: "Here is", isWriting: true },
  ]);
  const after = entries({
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
  expect(entries({ log: [turn], texts: [stream] })).toMatchObject([{ name: "Editor", isWriting: true }]);
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
  expect(entries({ head, stepTexts })).toMatchObject([
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

test("[N855] each event of a log is looked at once, and events that say nothing make no entry anew", () => {
  const looked: number[] = [];
  const counted = (event: LoggedEvent): LoggedEvent =>
    new Proxy(event, {
      get(target, name, receiver) {
        if (name === "__typename") looked.push(target.sequence);
        return Reflect.get(target, name, receiver);
      },
    });
  const quiet = (sequence: number) =>
    logged(sequence, { __typename: "StepStarted", stepId: "s", attempt: 1, callableName: "c", groupId: null });
  const log = Array.from({ length: 10_000 }, (_, at) => counted(at % 100 === 0 ? message(at + 1, "m") : quiet(at + 1)));
  const chatLog = new ChatLog();
  const before = chatLog.grow(log, 0);
  expect(before.entries).toHaveLength(100);
  const [first] = before.entries;
  looked.length = 0;
  log.push(counted(quiet(10_001)));
  expect(chatLog.grow(log, 0)).toBe(before);
  log.push(counted(message(10_002, "new")));
  const after = chatLog.grow(log, 0);
  expect(after).not.toBe(before);
  expect(after.entries).toHaveLength(101);
  expect(after.entries[0]).toBe(first);
  expect(new Set(looked)).toEqual(new Set([10_001, 10_002]));
});

test("[N855] a log that comes in batches, begins elsewhere or is read again says what one says that is read at once", () => {
  const shape = fc.constantFrom("message", "hidden", "turn", "route", "step");
  const happening = fc.record({ shape, isEnd: fc.boolean(), isRead: fc.constantFrom(false, false, false, true) });
  fc.assert(
    fc.property(fc.array(happening, { maxLength: 30 }), fc.nat(3), (happenings, skipped) => {
      const chatLog = new ChatLog();
      let log: LoggedEvent[] = [];
      let begin = 0;
      for (const [at, { isEnd, isRead, shape: kind }] of happenings.entries()) {
        const sequence = at + 1;
        if (kind === "message") log.push(message(sequence, `m${at}`));
        else if (kind === "turn")
          log.push(
            logged(sequence, {
              ...{ __typename: "TurnStarted", stepId: "turns/1/agent", turn: 1, agentName: `a${at}`, cause: "MESSAGE" },
            }),
          );
        else if (kind === "step")
          log.push(logged(sequence, { __typename: "BindingSet", stepId: null, name: "audience" }));
        else if (kind === "route")
          log.push(
            logged(sequence, {
              __typename: "HandoffMade",
              stepId: null,
              sourceAgentName: "a",
              target: "PERSON",
              targetAgentName: null,
            }),
          );
        if (isRead) {
          begin = log[skipped]?.sequence ?? 0;
          log = log.slice(begin === 0 ? 0 : skipped + 1).map((event) => ({ ...event }));
        }
        if (isEnd) expect(chatLog.grow(log, begin)).toEqual(new ChatLog().grow(log, begin));
      }
    }),
  );
});
