/** Events of turns as chunks, read by the parser and the reader of the AI SDK itself. */
import {
  lastAssistantMessageIsCompleteWithApprovalResponses,
  lastAssistantMessageIsCompleteWithToolCalls,
  type UIMessage,
} from "ai";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ExecutionEvent } from "../../../src/execution/events/event.ts";
import { callIdOf } from "../../../src/execution/ui-messages/call-id.ts";
import { uiMessage } from "../../../src/execution/ui-messages/ui-message.ts";
import { volume } from "../../support/engine/volume.ts";
import { readBySdk } from "./sdk-reader.ts";
import {
  answeredWith,
  asked,
  called,
  chunksOf,
  ended,
  message,
  started,
  stepEnded,
  text,
  turn,
} from "./turn-events.ts";

const tool = "turns/1/tool";

async function read(events: readonly ExecutionEvent[]) {
  const { chunks } = chunksOf(events);
  const { errors, message: seen } = await readBySdk(chunks);
  return { chunks, errors, parts: (seen as UIMessage | undefined)?.parts ?? [], seen: seen as UIMessage };
}

const textsOf = (parts: UIMessage["parts"]) => parts.flatMap((part) => (part.type === "text" ? [part.text] : []));

describe("the chunks of a turn", () => {
  it("[N481] tell text while it comes, and the text of a message is what is stored", async () => {
    const { errors, parts, seen } = await read([
      started,
      turn(1),
      text("agent/1", 0, "Hello "),
      text("agent/1", 6, "world"),
      // Told again, as by an object that was gone.
      text("agent/1", 6, "world"),
      message(1, "Hello world."),
      ended("SUCCEEDED"),
    ]);
    expect(errors).toEqual([]);
    expect(textsOf(parts)).toEqual(["Hello world."]);
    expect(seen).toMatchObject({ id: "message", metadata: { executionId: "message", status: "SUCCEEDED" } });
  });

  it("[N481] take back the text of a model call that failed, when another begins and when none does", async () => {
    const begun = [started, turn(1), text("agent/1", 0, "I thi")];
    const again = await read([...begun, text("agent/2", 0, "Yes"), message(1, "Yes"), ended("SUCCEEDED")]);
    expect(textsOf(again.parts)).toEqual(["Yes"]);
    const failed = await read([...begun, stepEnded("turns/1/agent", "FAILED"), ended("FAILED")]);
    expect(textsOf(failed.parts)).toEqual([]);
    expect(failed.errors).toEqual(["Error: no more"]);
    expect(failed.seen).toMatchObject({ metadata: { status: "FAILED", failure: { code: "TOOL_ERROR" } } });
  });

  it("[N481] show nothing of a hidden message", async () => {
    const { parts } = await read([
      started,
      turn(1),
      message(1, "NEXT", true),
      turn(2),
      message(2, "Go"),
      ended("SUCCEEDED"),
    ]);
    expect(textsOf(parts)).toEqual(["Go"]);
  });

  it("[N482] show a call once, with its output or its failure, and without the context of the runtime", async () => {
    const given = { topic: "tea", context_variables: { chat_id: "x" } };
    const calls = [started, turn(1, "Planner"), called(tool, given), called(tool, given, 2)];
    const { errors, parts } = await read([...calls, stepEnded(tool, "SUCCEEDED", { found: 1 }), ended("SUCCEEDED")]);
    expect(errors).toEqual([]);
    const part = { type: "dynamic-tool", toolName: "action_plan", input: { topic: "tea" }, providerExecuted: true };
    const toolMetadata = { step: tool, agentName: "Planner", component: "ActionPlan", mode: "artifact" };
    expect(parts.filter(({ type }) => type === "dynamic-tool")).toMatchObject([
      {
        ...part,
        state: "output-available",
        output: { found: 1 },
        toolMetadata,
        toolCallId: callIdOf("execution", tool),
      },
    ]);
    const failed = await read([...calls, stepEnded(tool, "FAILED"), ended("SUCCEEDED")]);
    expect(failed.parts).toContainEqual(
      expect.objectContaining({ ...part, state: "output-error", errorText: "it broke" }),
    );
    const unbegun = await read([started, turn(1, "Planner"), stepEnded(tool, "FAILED"), ended("SUCCEEDED")]);
    expect(unbegun.errors).toEqual([]);
    expect(unbegun.parts).toContainEqual(expect.objectContaining({ state: "output-error", errorText: "it broke" }));
  });

  it("[N483] ask for an approval as the SDK does, and end there", async () => {
    const before = [started, turn(1, "Planner"), asked(tool, "APPROVAL")];
    const { chunks, errors, parts } = await read(before);
    expect(errors).toEqual([]);
    expect(chunks.at(-1)).toMatchObject({ type: "finish", finishReason: "tool-calls" });
    const approval = { id: `id of ${tool}/1`, requestReason: "May it?" };
    expect(parts.at(-1)).toMatchObject({ state: "approval-requested", input: { topic: "tea" }, approval });
    const permitted = [...before, answeredWith(`${tool}/1`, "ACCEPTED"), called(tool, { topic: "tea" })];
    const done = await read([...permitted, stepEnded(tool, "SUCCEEDED", { ok: true }), ended("SUCCEEDED")]);
    expect(done.parts.at(-1)).toMatchObject({ state: "output-available", approval: { approved: true } });
    const declined = [...before, answeredWith(`${tool}/1`, "DECLINED")];
    const denied = await read([
      ...declined,
      stepEnded(tool, "FAILED", undefined, "REJECTED_BY_HUMAN"),
      ended("SUCCEEDED"),
    ]);
    expect(denied.parts.at(-1)).toMatchObject({ state: "output-denied", approval: { approved: false } });
  });

  it("[N483] hand a question for data to the client as a call of its own, and leave it nothing to send in the end", async () => {
    const before = [started, turn(1, "Asker"), called(tool, { topic: "tea" }), asked(tool, "STEP")];
    const { parts } = await read(before);
    expect(parts.at(-1)).toMatchObject({
      ...{ toolName: "ask", state: "input-available", providerExecuted: false, input: { topic: "tea" } },
      toolMetadata: {
        questionId: `id of ${tool}/1`,
        kind: "UI_TOOL",
        component: "Card",
        responseSchema: { type: "object" },
      },
    });
    const done = await read([
      ...before,
      answeredWith(`${tool}/1`, "ACCEPTED", { yes: true }),
      stepEnded(tool, "SUCCEEDED", { yes: true }),
      ended("SUCCEEDED"),
    ]);
    expect(done.parts).toContainEqual(expect.objectContaining({ state: "output-available", output: { yes: true } }));
    expect(lastAssistantMessageIsCompleteWithToolCalls({ messages: [done.seen] })).toBe(false);
    const callee = await read([started, turn(1, "Planner"), called(tool, {}), asked(tool, "CALLEE")]);
    expect(callee.parts.at(-1)).toMatchObject({
      ...{ toolName: "planwright_question", state: "input-available", providerExecuted: false },
      input: { prompt: "May it?" },
    });
  });

  it("[N1034] show a value whose members the SDK refuses to parse as the text of its JSON", async () => {
    const json = (text: string) => JSON.parse(text) as never;
    const [input, output] = ['{"a":[{"__proto__":0}]}', '{"constructor":{"prototype":{"x":1}}}'];
    const events = [called(tool, json(input), 1), stepEnded(tool, "SUCCEEDED", json(output), "TOOL_ERROR")];
    const { errors, message: seen } = await readBySdk(chunksOf([started, ...events, ended("SUCCEEDED")]).chunks);
    expect(errors).toEqual([]);
    const part = expect.objectContaining({ input, output, state: "output-available" });
    expect(seen).toMatchObject({ parts: expect.arrayContaining([part]) });
    const { errors: none, message: plain } = await readBySdk(
      chunksOf([started, called(tool, json('{"constructor":"a","prototype":1}'), 1), ended("SUCCEEDED")]).chunks,
    );
    expect(none).toEqual([]);
    const whole = expect.objectContaining({ input: { constructor: "a", prototype: 1 } as never });
    expect(plain).toMatchObject({ parts: expect.arrayContaining([whole]) });
  });

  it("[N481, N482, N483] are read by the SDK without a complaint in any order of events, and the history has the same message", async () => {
    const step = fc.constantFrom("turns/1/agent", tool, "turns/2/tool", "other");
    const word = fc.string({ maxLength: 4, unit: "grapheme" });
    const some = fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<never>;
    const event = fc.oneof(
      fc.tuple(fc.nat(3), fc.constantFrom("Writer", "Planner", "Asker")).map(([number, name]) => turn(number, name)),
      fc.tuple(fc.nat(2), fc.nat(4), word).map(([stream, offset, words]) => text(`agent/${stream}`, offset, words)),
      fc.tuple(fc.nat(3), word, fc.boolean()).map(([number, words, hidden]) => message(number, words, hidden)),
      fc.tuple(step, some, fc.integer({ min: 1, max: 2 })).map(([at, given, attempt]) => called(at, given, attempt)),
      fc
        .tuple(step, fc.constantFrom("APPROVAL", "CALLEE", "IN_DOUBT", "STEP"), fc.integer({ min: 1, max: 2 }))
        .map(([at, purpose, number]) => asked(at, purpose, number)),
      fc
        .tuple(step, fc.integer({ min: 1, max: 2 }), fc.constantFrom("ACCEPTED", "DECLINED", "EXPIRED"), some)
        .map(([at, number, resolution, response]) => answeredWith(`${at}/${number}`, resolution, response)),
      fc
        .tuple(
          step,
          fc.constantFrom("SUCCEEDED", "FAILED", "CANCELLED", "SKIPPED"),
          fc.option(some, { nil: undefined }),
          fc.constantFrom("TOOL_ERROR", "REJECTED_BY_HUMAN"),
        )
        .map(([at, status, output, code]) => stepEnded(at, status, output, code)),
      fc.constantFrom(
        { kind: "ExecutionResumed", count: 1 },
        { kind: "StepProgressed", step: tool, attempt: 1, progress: 1 },
        { kind: "HandoffMade", from: "Writer", target: { kind: "USER" }, rule: 0, turn: 1 },
      ) as fc.Arbitrary<ExecutionEvent>,
    );
    const end = fc.option(fc.constantFrom("SUCCEEDED", "FAILED", "CANCELLED"), { nil: undefined });
    await fc.assert(
      fc.asyncProperty(fc.array(event, { maxLength: 14 }), end, async (events, status) => {
        const all = [started, ...events, ...(status === undefined ? [] : [ended(status)])];
        // The reader gives the message as it is only after a chunk with something to show.
        const last = { type: "message-metadata", messageMetadata: { status: "RUNNING" } } as const;
        const chunks = [...chunksOf(all).chunks, ...(status === undefined ? [last] : [])];
        const { errors, message: seen } = await readBySdk(chunks);
        expect(errors).toEqual(status === "FAILED" ? ["Error: no more"] : []);
        expect(seen).toEqual(JSON.parse(JSON.stringify(uiMessage(chunks))));
        if (status === undefined) return;
        const messages = [seen as UIMessage];
        expect(lastAssistantMessageIsCompleteWithApprovalResponses({ messages }), "sends no answer by itself").toBe(
          false,
        );
        expect(lastAssistantMessageIsCompleteWithToolCalls({ messages }), "sends no output by itself").toBe(false);
      }),
      { numRuns: volume({ sample: 50, whole: 200 }) },
    );
  });
});
