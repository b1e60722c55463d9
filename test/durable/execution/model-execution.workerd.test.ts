import { describe, expect, it, vi } from "vitest";
import type { ExecutionObject } from "../../../src/durable/execution/execution-object.ts";
import type { ExecutionOptions } from "../../../src/durable/ports/execution-options.ts";
import type { MonthlyBudgetPort } from "../../../src/durable/ports/monthly-budget-port.ts";
import type { Clock } from "../../../src/durable/ports/ports.ts";
import { systemClock } from "../../../src/durable/ports/system-clock.ts";
import type { StartRequest } from "../../../src/execution/commands/start-request.ts";
import type { ExecutionView } from "../../../src/execution/views/execution-view.ts";
import type { Json } from "../../../src/json/json.ts";
import type { CallModel, ModelReply, ModelRequest } from "../../../src/model/port.ts";
import type { Conversation } from "../../../src/plan/conversation.ts";
import type { ModelDefinition } from "../../../src/plan/model-definition.ts";
import { objectOf, storedEvents, withInstance } from "../../support/objects/executions.ts";
import { requestFor } from "../../support/objects/start-request.ts";
import { tool } from "../../support/plan/typed-tool.ts";

const model: ModelDefinition = {
  ...{ name: "scripted", provider: "OPENAI_COMPATIBLE", model: "scripted-1", baseUrl: "https://models.example/v1" },
  ...{ keySecret: null, maxOutputTokens: 500, timeoutMs: 10_000, price: null },
};

const conversation: Conversation = {
  ...{ agent: null, systemPrompt: null, skills: [], history: [], message: "What does my note say?", usageHints: null },
  ...{ sessionContext: {}, agentInstructions: null },
};

const usage = { inputTokens: 100, cachedInputTokens: 0, outputTokens: 20 };

function replied(more: Partial<ModelReply>): ModelReply {
  return { text: "", functions: [], stop: "COMPLETE", model: "scripted-1", usage, ...more };
}

/** Plans one call, then writes in two pieces. Everything between is real: prompts, objects, rows, the call of the tool. */
function scripted(seen: ModelRequest[]): CallModel {
  return async (request, { onText }) => {
    seen.push(request);
    if (request.answer.kind === "FUNCTION") {
      const calls = [{ tool_name: "read_note", arguments: { name: "x" } }];
      const plan = { type: "tool_calls", reasoning: "to see it", calls };
      return {
        kind: "ANSWERED",
        reply: replied({ functions: [{ name: "__planning__", arguments: plan, isJson: true }] }),
      };
    }
    for (const piece of ["It is ", "empty."]) onText?.(piece);
    return { kind: "ANSWERED", reply: replied({ text: "It is empty." }) };
  };
}

/** A request with a prompt in place of the plan, over what that plan may call. */
async function prompted(more: Partial<StartRequest> = {}): Promise<StartRequest> {
  const request = await requestFor({ steps: [tool("a", "read_note", { name: "x" })] } as Json, { waitMs: 15_000 });
  return {
    ...request,
    ...{ startedWith: "PROMPT", dialect: "TOOL_CALLS", plan: null, planHash: null, onInvalidPlan: "RESPOND" },
    conversation,
    modelWork: {
      route: null,
      plan: { model, encoding: "FUNCTION", schedule: null, maxCorrections: 0, maxPlanBytes: 100_000 },
      respond: { model, reservedMs: 60_000 },
    },
    ...more,
  };
}

function start(
  request: StartRequest,
  options: Partial<ExecutionOptions>,
): Promise<{ view: ExecutionView; rows: number }> {
  return withInstance(request, options, async (instance: ExecutionObject) => {
    const answer = await instance.start(request);
    if (answer.kind !== "STARTED") throw new Error(answer.kind);
    return { view: answer.view, rows: instance.writes().rows };
  });
}

/** A budget that grants everything and keeps what it was told. */
function granting(told: string[], pending: () => boolean): MonthlyBudgetPort {
  return {
    reserve: async ({ reservedTokens }) => {
      told.push(`reserve ${reservedTokens > 500 ? "a request and its answer" : reservedTokens}`);
      return undefined;
    },
    note: ({ inputTokens, isFinal, modelCalls, reservedTokens }) => {
      if (reservedTokens === 0) told.push(`${modelCalls} calls, ${inputTokens} in${isFinal ? ", final" : ""}`);
    },
    get pending() {
      return pending();
    },
    flush: async () => undefined,
  };
}

describe("executions with models in real objects", () => {
  it("[E2, P8] a prompt with one call and an answer in one burst is eleven events in four rows, and two model calls", async () => {
    const seen: ModelRequest[] = [];
    const request = await prompted();
    const { rows, view } = await start(request, { callModel: async () => scripted(seen) });
    expect(view.title).toBe("What does my note say?");
    expect(view).toMatchObject({ status: "SUCCEEDED", usage: { modelCalls: 2, toolCalls: 1, inputTokens: 200 } });
    expect(view.response?.inline).toBe("It is empty.");
    expect(seen).toHaveLength(2);
    expect((await storedEvents(request)).map(({ kind }) => kind)).toEqual([
      ...["ExecutionStarted", "ModelCallStarted", "ModelCalled", "PlanProposed", "StepStarted", "StepFinished"],
      ...["ModelCallStarted", "TextProduced", "TextProduced", "ModelCalled", "ExecutionFinished"],
    ]);
    // The platform counts the fresh table as two.
    expect(rows).toBe(2 + 4);
  });

  it("[N604] what models are asked is kept in the rows of their calls, one row more for what is long, and not at all where that is off", async () => {
    const cases = [
      ["short", {}, true, 2 + 4],
      // The conversation is long too, and its table is new: two rows and one. Both calls are sent the same long text.
      ["long and off", { systemPrompt: "Be brief. ".repeat(10_000) }, false, 2 + 4 + 2 + 1],
      ["long", { systemPrompt: "Be brief. ".repeat(10_000) }, true, 2 + 4 + 2 + 1 + 1],
      ["off", {}, false, 2 + 4],
    ] as const;
    for (const [name, more, keepsModelRequests, expected] of cases) {
      const seen: ModelRequest[] = [];
      const request = await prompted({ conversation: { ...conversation, ...more } });
      const { rows, view } = await start(request, { callModel: async () => scripted(seen), keepsModelRequests });
      expect([name, rows]).toEqual([name, expected]);
      expect(view.modelCalls.map(({ stop }) => stop)).toEqual(["COMPLETE", "COMPLETE"]);
      for (const [at, { request: kept }] of view.modelCalls.entries()) {
        if (!keepsModelRequests) {
          expect(kept).toBeUndefined();
          continue;
        }
        // The frame has a place and a size, and no beginning that somebody could be shown.
        expect(Object.keys(kept ?? {}).toSorted()).toEqual(["bytes", "digest", "sequence", "slot"]);
        const stored = await objectOf(request).value(kept?.sequence ?? 0, "request");
        const { messages } = (stored as { value: { messages: object[] } }).value;
        expect(messages).toEqual(seen[at]?.messages.map(({ role, text }) => ({ role: role.toLowerCase(), text })));
        expect(kept?.bytes).toBe(new TextEncoder().encode(JSON.stringify((stored as { value: Json }).value)).length);
      }
    }
  });

  it("[N234, P8] a prompt whose answer is shown in 25 pieces writes just the rows that it writes for one: six", async () => {
    const pieces = Array.from({ length: 25 }, (_, n) => `word${n} `);
    let skippedMs = 0;
    const clock: Clock = { now: () => systemClock.now() + skippedMs, after: systemClock.after };
    const plan = scripted([]);
    const call: CallModel = async (request, context) => {
      if (request.answer.kind === "FUNCTION") return plan(request, context);
      for (const piece of pieces) {
        context.onText?.(piece);
        skippedMs += 300;
      }
      return { kind: "ANSWERED", reply: replied({ text: pieces.join("") }) };
    };
    const request = await prompted();
    const { rows, view } = await start(request, { callModel: async () => call, clock });
    const told = (await storedEvents(request)).filter(({ kind }) => kind === "TextProduced");
    expect([told.length, view.response?.inline]).toEqual([25, pieces.join("")]);
    // The platform counts the fresh table as two.
    expect(rows).toBe(2 + 4);
  });

  it("names a key that is missing, and calls nothing", async () => {
    const seen: ModelRequest[] = [];
    const keyed = { ...model, keySecret: "NOWHERE" };
    const plan = {
      model: keyed,
      encoding: "FUNCTION",
      schedule: null,
      maxCorrections: 0,
      maxPlanBytes: 100_000,
    } as const;
    const request = await prompted({ modelWork: { route: null, plan, respond: null } });
    const { view } = await start(request, { callModel: async () => scripted(seen) });
    expect(seen).toEqual([]);
    expect(view.failure).toMatchObject({
      code: "UPSTREAM_UNAUTHORIZED",
      message: expect.stringContaining("MODEL_SECRET_NOWHERE"),
    });
    expect(view.modelCalls[0]).toMatchObject({ outcome: "NOT_SENT", inputTokens: 0 });
  });

  it("bounds what a tool answers, and not what a model does, which its own tokens bound", async () => {
    const text = "x".repeat(50_000);
    const real = globalThis.fetch;
    vi.stubGlobal("fetch", async (url: string, init?: RequestInit) =>
      url.startsWith("https://models.example/") ? new Response(text) : real(url, init),
    );
    try {
      const read: number[] = [];
      const callModel: CallModel = async (_request, { fetch }) => {
        read.push((await (await fetch("https://models.example/v1")).text()).length);
        return { kind: "ANSWERED", reply: replied({ text: '{"type": "direct_response", "content": "Hello"}' }) };
      };
      const options = { callModel: async () => callModel, maxResponseBytes: 1_024 };
      const { view } = await start(await prompted(), options);
      expect(read).toEqual([50_000]);
      expect(view).toMatchObject({ status: "SUCCEEDED" });
    } finally {
      vi.unstubAllGlobals();
    }
  });

  it("[O19] an adapter that cannot be loaded is a failure of the call, and the object lives on", async () => {
    const request = await prompted();
    const { view } = await start(request, { callModel: () => Promise.reject(new Error("no such module")) });
    expect(view).toMatchObject({ status: "FAILED", failure: { code: "INTERNAL" } });
  });

  it("does not tell the index of every piece of text, which changes nothing that is listed", async () => {
    const told: number[] = [];
    const index = () => ({
      put: async ({ revision }: { readonly revision: number }) => void told.push(revision),
      putMany: async () => [],
      restore: async () => undefined,
      remove: async () => undefined,
      forgetWords: async () => undefined,
      park: async () => undefined,
      putConversation: async () => undefined,
      removeConversation: async () => undefined,
      hadHostsFromTheFirst: async () => true,
    });
    let skippedMs = 0;
    const clock: Clock = {
      now: () => systemClock.now() + skippedMs,
      // The second between two summaries, and the pause between two pieces of text, are over at once.
      after: (delayMs, task) => systemClock.after(delayMs <= 1_000 ? 0 : delayMs, task),
    };
    let toldOfText = Number.NaN;
    const plan = scripted([]);
    const call: CallModel = async (request, context) => {
      if (request.answer.kind === "FUNCTION") return plan(request, context);
      const next = async () => {
        skippedMs += 2_000;
        await scheduler.wait(20);
      };
      await next();
      const before = told.length;
      for (const piece of ["It ", "is ", "empty."]) {
        context.onText?.(piece);
        await next();
      }
      toldOfText = told.length - before;
      return { kind: "ANSWERED", reply: replied({ text: "It is empty." }) };
    };
    const request = await prompted();
    await start(request, { callModel: async () => call, clock, index });
    expect((await storedEvents(request)).filter(({ kind }) => kind === "TextProduced")).toHaveLength(3);
    expect(told.length).toBeGreaterThan(0);
    expect(toldOfText).toBe(0);
  });

  it("asks the budget before each call, tells it what was used, and keeps the alarm until it knows", async () => {
    const told: string[] = [];
    let isPending = true;
    const request = await prompted();
    const options = { callModel: async () => scripted([]), budget: () => granting(told, () => isPending) };
    await withInstance(request, options, async (instance, { storage }) => {
      await instance.start(request);
      expect(told.filter((line) => line.startsWith("reserve"))).toEqual([
        "reserve a request and its answer",
        "reserve a request and its answer",
      ]);
      expect(told).toContain("1 calls, 100 in");
      expect(told.at(-1)).toBe("2 calls, 200 in, final");
      await instance.alarm();
      expect(await storage.getAlarm()).toBeLessThan(Date.now() + 60_000);
      isPending = false;
      await instance.alarm();
      // Only retention is left to wake for.
      expect(await storage.getAlarm()).toBeGreaterThan(Date.now() + 60_000);
    });
  });
});
