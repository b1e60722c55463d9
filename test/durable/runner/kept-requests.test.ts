/** What models were asked, kept for readers: whole, each text once, within bounds, and decided by nothing. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { KeptRequests, wholeRequest } from "../../../src/durable/runner/kept-requests.ts";
import type { RecordedEvent } from "../../../src/execution/events/event.ts";
import { eventPreview } from "../../../src/execution/events/value-slots.ts";
import type { ModelCallState } from "../../../src/execution/state/model-state.ts";
import type { Json } from "../../../src/json/json.ts";
import type { StoredValue, ValuePosition } from "../../../src/json/stored-value.ts";
import type { ModelMessage, ModelRequest } from "../../../src/model/port.ts";
import type { ModelDefinition } from "../../../src/plan/model-definition.ts";

const model: ModelDefinition = {
  ...{ name: "m", provider: "OPENAI_COMPATIBLE", model: "m-1", baseUrl: "https://models.example/v1" },
  ...{ keySecret: "MODEL_KEY", maxOutputTokens: 500, timeoutMs: 10_000, price: null },
};

function asking(texts: readonly string[], answer: ModelRequest["answer"] = { kind: "TEXT" }): ModelRequest {
  const messages = texts.map((text, at): ModelMessage => ({ role: at === 0 ? "SYSTEM" : "USER", text }));
  return { model, messages, answer };
}

/** Keeps requests one after another as an execution does, and reads them as its object does. */
class Kept {
  readonly calls: ModelCallState[] = [];
  readonly stored = new Map<number, StoredValue>();
  readonly #read = (position: ValuePosition) => this.stored.get(position.sequence)?.inline;
  #requests = new KeptRequests(this.#read);

  add(request: ModelRequest): void {
    const call = this.calls.length + 1;
    const kept = this.#requests.keep(this.calls, call, request);
    const sequence = call * 10;
    if (!("request" in kept)) {
      this.calls.push({ call } as ModelCallState);
      return;
    }
    this.stored.set(sequence, kept.request);
    const { bytes, digest } = kept.request;
    const position = { sequence, slot: "request", bytes, digest } as const;
    this.calls.push({ call, request: position, requestBytes: kept.requestBytes } as ModelCallState);
  }

  /** The object was lost and is made again. */
  lose(): void {
    this.#requests = new KeptRequests(this.#read);
  }

  whole(call: number): Json | undefined {
    return wholeRequest(this.calls, call * 10, this.#read);
  }
}

const long = "What there is to call. ".repeat(400);
const parameters = {
  type: "object",
  properties: { list: { type: "array", items: { enum: long.split(" ") } } },
} as const;
const planning = { kind: "FUNCTION", function: { name: "plan", description: "Makes a plan.", parameters } } as const;

describe("[N604] requests to models", () => {
  it("[N604] are kept word for word, with what the model may call and how its answer is bounded, and without any key", () => {
    const kept = new Kept();
    kept.add(asking(["Be brief.", "Hello"], planning));
    kept.add(asking(["Be brief."], { kind: "JSON", name: "choice", schema: { type: "string" } }));
    expect(kept.whole(1)).toEqual({
      messages: [
        { role: "system", text: "Be brief." },
        { role: "user", text: "Hello" },
      ],
      tools: [{ name: "plan", description: "Makes a plan.", parameters }],
      maxOutputTokens: 500,
    });
    expect(kept.whole(2)).toMatchObject({ answerSchema: { name: "choice", schema: { type: "string" } } });
    expect(JSON.stringify([...kept.stored.values()])).not.toContain("MODEL_KEY");
    expect(kept.calls[0]?.requestBytes).toBe(new TextEncoder().encode(JSON.stringify(kept.whole(1))).length);
  });

  it("[N604] store a text that an earlier call was sent too only once, also after the object was lost", () => {
    const kept = new Kept();
    kept.add(asking([long, "first"], planning));
    const before = kept.calls[0]?.request?.bytes ?? 0;
    kept.add(asking([long, "first", "second"], planning));
    kept.lose();
    kept.add(asking([long, "first", "second", "third"], planning));
    for (const { request } of kept.calls.slice(1)) expect(request?.bytes).toBeLessThan(300);
    expect(before).toBeGreaterThan(long.length);
    expect(kept.whole(3)).toMatchObject({
      messages: [{ text: long }, {}, {}, { text: "third" }],
      tools: [{ parameters }],
    });
  });

  it("[N604] take one row each at most, however long, and say what was cut", () => {
    const kept = new Kept();
    const hostile = "\u0000\ud800é".repeat(300_000);
    kept.add(asking(["Be brief.", hostile, "Hello"], planning));
    const text = JSON.stringify(kept.stored.get(10)?.inline);
    expect(text.length).toBeLessThan(500_000);
    expect(new TextEncoder().encode(text).length).toBeLessThan(2_000_000);
    const { messages } = kept.whole(1) as {
      messages: { text: string; omittedCharacters?: number }[];
    };
    expect((messages[1]?.text.length ?? 0) + (messages[1]?.omittedCharacters ?? 0)).toBe(hostile.length);
  });

  it("[N604] of one execution take 8 MB at most: those beyond are not kept, and nothing else changes", () => {
    const kept = new Kept();
    for (let call = 0; call < 24; call += 1) kept.add(asking([`${call} ${"x".repeat(400_000)}`]));
    const bytes = kept.calls.map(({ request }) => request?.bytes ?? 0);
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(8_388_608 + 1_000);
    expect(bytes.at(-1)).toBe(0);
    expect(kept.whole(24)).toBeUndefined();
    expect(kept.whole(1)).toBeDefined();
  });

  it("[N604] are sent to nobody with their event, not even their beginning", () => {
    const kept = new Kept();
    kept.add(asking(["a secret plan", long]));
    const request = kept.stored.get(10);
    if (request === undefined) throw new Error("nothing was kept");
    const reserved = { inputTokens: 1, outputTokens: 1, costMicros: null };
    const event = { kind: "ModelCallStarted", purpose: "PLAN", call: 1, model: "m", reserved, request } as const;
    const record = { sequence: 10, occurredAt: 0, hidden: false, transitions: [], event };
    expect(JSON.stringify(eventPreview(record as unknown as RecordedEvent))).not.toContain("secret");
    expect(eventPreview(record as unknown as RecordedEvent).event).toMatchObject({ request: { bytes: request.bytes } });
  });

  it("[N604] come back as they were asked, whatever they are and whenever the object was lost", () => {
    const text = fc.oneof(fc.string(), fc.constantFrom(long, `${long}!`, ""));
    const request = fc.tuple(fc.array(text, { maxLength: 5 }), fc.boolean(), fc.boolean());
    fc.assert(
      fc.property(fc.array(request, { maxLength: 6 }), (requests) => {
        const kept = new Kept();
        for (const [texts, hasTools, isLost] of requests) {
          if (isLost) kept.lose();
          kept.add(asking(texts, hasTools ? planning : { kind: "TEXT" }));
        }
        for (const [at, [texts]] of requests.entries()) {
          const { messages } = kept.whole(at + 1) as { messages: { text: string }[] };
          expect(messages.map((message) => message.text)).toEqual(texts);
        }
      }),
      { numRuns: 100 },
    );
  });
});
