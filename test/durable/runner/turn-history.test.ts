/** What an agent is told of its conversation, and how much of it is read. */
import { describe, expect, it } from "vitest";
import { maxHistoryBytes, rejectedAnswer, turnMessages } from "../../../src/durable/runner/turn-history.ts";
import type { MessageAuthor } from "../../../src/execution/events/turn-event.ts";
import type { ModelCallState } from "../../../src/execution/state/model-state.ts";
import type { ExecutionState } from "../../../src/execution/state/state.ts";
import type { TurnState } from "../../../src/execution/state/turn-state.ts";
import type { Json } from "../../../src/json/json.ts";
import type { ValuePosition } from "../../../src/json/stored-value.ts";
import type { ConversationMessage } from "../../../src/plan/conversation.ts";

type Message = readonly [author: MessageAuthor, agentName: string | null, text: string];

/** Values by sequence, and which of them were read. */
function store(values: readonly Json[]) {
  const read: number[] = [];
  const positions = values.map(
    (value, sequence): ValuePosition =>
      ({ sequence, slot: "text", bytes: Buffer.byteLength(JSON.stringify(value)) }) as ValuePosition,
  );
  const reader = ({ sequence }: ValuePosition) => {
    read.push(sequence);
    return values[sequence];
  };
  return { positions, read, reader };
}

function told(messages: readonly Message[], history: readonly ConversationMessage[] = []) {
  const { positions, read, reader } = store(messages.map(([, , text]) => text));
  const turns = {
    ...{ turns: [], variables: {}, duplicates: 0 },
    messages: messages.map(([author, agentName], at) => ({
      ...{ author, agentName: agentName ?? undefined, turn: at, uiHidden: text(messages[at]) === "NEXT" },
      text: positions[at] as ValuePosition,
    })),
  };
  const said = turnMessages({ turns } as Pick<ExecutionState, "turns">, { history }, reader);
  return { said: said.map((message) => message && `${message.agentName ?? message.author}: ${message.text}`), read };
}

function text(message: Message | undefined): string {
  return message?.[2] ?? "";
}

const asked: Message = ["PERSON", null, "Tea"];

describe("the messages that an agent gets of its conversation", () => {
  it("is the history, the message of the person and what was said since, hidden messages included [T33]", () => {
    const history: readonly ConversationMessage[] = [
      { role: "USER", text: "Hello" },
      { role: "AGENT", agentName: "Interview", text: "What for?" },
    ];
    const since: readonly Message[] = [
      ["AGENT", "Interview", "NEXT"],
      ["RUNTIME", null, "Tool x reported status error."],
    ];
    expect(told([asked, ...since], history).said).toEqual([
      ...["PERSON: Hello", "Interview: What for?", "PERSON: Tea", "Interview: NEXT"],
      "RUNTIME: Tool x reported status error.",
    ]);
  });

  it("is the latest that fits, with the message of the person, and says where something is missing [E14]", () => {
    const half = "x".repeat(maxHistoryBytes / 2);
    const since: readonly Message[] = [
      ["AGENT", "A", "lost"],
      ["AGENT", "A", half],
      ["AGENT", "A", "kept"],
      ["AGENT", "A", half.slice(5)],
    ];
    const { read, said } = told([asked, ...since], [{ role: "USER", text: "lost" }]);
    expect(said).toEqual([undefined, "PERSON: Tea", undefined, "A: kept", `A: ${half.slice(5)}`]);
    expect(read.toSorted()).toEqual([0, 3, 4]);
  });

  it("is cut from the oldest of the history first", () => {
    const long = "é".repeat(maxHistoryBytes / 4);
    const history = ["lost", long, long.slice(1)].map((words) => ({ role: "USER" as const, text: words }));
    expect(told([asked], history).said).toEqual([undefined, `PERSON: ${long.slice(1)}`, "PERSON: Tea"]);
  });

  it("has no row that is larger than all the rest is allowed to be, but still the person's words", () => {
    const { read, said } = told([asked, ["AGENT", "A", "x".repeat(4 * maxHistoryBytes)]]);
    expect(said).toEqual(["PERSON: Tea", undefined]);
    expect(read).toEqual([0]);
  });
});

describe("what an agent is shown of the answer that it is to correct", () => {
  function rejected(answers: readonly (Json | null)[], turns: readonly Partial<TurnState>[], failed = false) {
    const { positions, reader } = store(answers);
    const modelCalls = answers.map((answer, at) => ({
      end: { reply: answer === null ? undefined : positions[at], failure: failed ? {} : null },
    }));
    const state = { modelCalls: modelCalls as unknown as readonly ModelCallState[], turns: { turns } };
    return rejectedAnswer(state as Pick<ExecutionState, "modelCalls" | "turns">, reader);
  }

  const invalid = { agentName: "A", reply: "INVALID" } as const;
  const now = { agentName: "A" };

  it("is the last that came, if it is the same agent and was no valid output", () => {
    expect(rejected(["first", "second"], [invalid, invalid, now])).toBe("second");
    expect(rejected(["first", null], [invalid, now])).toBe("first");
    expect(rejected(["first"], [{ ...invalid, reply: "OUTPUT" }, now])).toBeUndefined();
    expect(rejected(["first"], [invalid, { ...now, agentName: "B" }])).toBeUndefined();
    expect(rejected(["first"], [now])).toBeUndefined();
    expect(rejected(["first"], [invalid, now], true)).toBeUndefined();
  });

  it("is nothing if it was long, or no text", () => {
    expect(rejected(["x".repeat(8_190)], [invalid, now])).toHaveLength(8_190);
    expect(rejected(["x".repeat(8_191)], [invalid, now])).toBeUndefined();
    expect(rejected([{ text: "", functions: [] }], [invalid, now])).toBeUndefined();
  });
});
