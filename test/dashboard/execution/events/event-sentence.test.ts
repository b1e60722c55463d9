/** The log in words: every type of event, texts of others within a line, newer servers. */

import { readFileSync } from "node:fs";
import { buildSchema, isObjectType } from "graphql";
import { expect, test } from "vitest";
import { eventSubject, eventTone } from "../../../../dashboard/execution/events/event-look.ts";
import { offset } from "../../../../dashboard/execution/events/event-offset.ts";
import { eventSentence } from "../../../../dashboard/execution/events/event-sentence.ts";
import type { LoggedEvent } from "../../../../dashboard/execution/store/execution-model.ts";
import { everyShape, logged, modelCall, origin } from "../logged-events.ts";

const every = everyShape.map((shape, at) => logged(at + 1, shape));

test("every type of event that the schema has is said in words of its own", () => {
  const schema = buildSchema(readFileSync("schema.graphql", "utf8"));
  const types = Object.values(schema.getTypeMap()).filter(
    (type) => isObjectType(type) && type.getInterfaces().some(({ name }) => name === "ExecutionEvent"),
  );
  expect(every.map(({ __typename }) => __typename).sort()).toEqual(types.map(({ name }) => name).sort());
  const sentences = every.map((event) => eventSentence(event, origin));
  expect(new Set(sentences).size).toBe(types.length);
  for (const sentence of sentences) expect(sentence).not.toMatch(/undefined|null|\[object|NaN|does not know/);
});

test("a row says what a reader looks for: codes, effects, when it is tried again, who decided", () => {
  const say = (name: LoggedEvent["__typename"]) => {
    const event = every.find(({ __typename }) => __typename === name);
    return event === undefined ? "" : eventSentence(event, origin);
  };
  expect(say("ModelCalled")).toBe("gpt-4.1 · 3,120 in · 486 out · $0.0101");
  expect(say("AttemptFailed")).toBe(
    "Attempt 1: TOOL_ERROR, query is longer than 400 characters · refused without effect · tried again at +7.700",
  );
  expect(say("StepFinished")).toBe("Failed: TOOL_ERROR, query is longer than 400 characters · in group sources");
  expect(say("HumanInputResolved")).toBe("Declined by mira@acme.example: keep it");
  expect(say("AgentRouted")).toBe("costs, chosen by a model, 92 % sure: It is about money");
  expect(say("HandoffMade")).toBe("Editor handed over to Writer");
});

test("an event of a type that the page does not know is named, not lost", () => {
  const newer = { ...logged(7, { __typename: "ExecutionResumed", stepId: null, count: 1 }), __typename: "MoonRisen" };
  expect(eventSentence(newer as unknown as LoggedEvent, origin)).toBe(
    "An event that this page does not know: MoonRisen",
  );
  expect(eventTone(newer as unknown as LoggedEvent)).toBe("");
});

test("text of a model stays one line: no breaks, no turned direction, no megabyte", () => {
  const hostile = `\u202egnp.exe\u2066\n\n<img src=x onerror=alert(1)>\u0000${"x".repeat(1_000_000)}`;
  const event = logged(1, {
    __typename: "TextProduced",
    stepId: null,
    streamId: "respond/1",
    offset: 0,
    text: hostile,
  });
  const sentence = eventSentence(event, origin);
  expect(sentence.length).toBeLessThan(300);
  expect(sentence).not.toMatch(/[\p{Cc}\u202e\u2066]/u);
  expect(sentence).toContain("⟨U+202E⟩");
});

test("a text that ends within a pair of surrogates is cut before it", () => {
  const text = "🦊".repeat(300);
  const event = logged(1, { __typename: "TextProduced", stepId: null, streamId: "respond/1", offset: 0, text });
  expect(eventSentence(event, origin)).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])/);
});

test("what backs off looks different from what failed for good", () => {
  const call = (more: object) =>
    logged(1, { __typename: "ModelCalled", stepId: null, modelCall: { ...modelCall, ...more } });
  const failed = { failure: { code: "MODEL_ERROR", message: "503" } } as const;
  expect(eventTone(call({}))).toBe("");
  expect(eventTone(call(failed))).toBe("st-failed");
  expect(eventTone(call({ ...failed, retryAt: new Date(origin).toISOString() }))).toBe("st-backoff");
});

test("a row names its step, or what a model was called for", () => {
  const stored = { __typename: "ArtifactStored", stepId: "exa", artifact: { name: "sources.json" } } as const;
  expect(eventSubject(logged(1, stored))).toBe("exa");
  expect(eventSubject(logged(1, { __typename: "ModelCalled", stepId: null, modelCall }))).toBe("plan");
  expect(eventSubject(logged(1, { __typename: "BindingSet", stepId: null, name: "audience" }))).toBeNull();
});

test("offsets keep to their column, and a clock that went back shows no negative one", () => {
  expect([-5, 2_391, 46_301, 77_300, 6_727_000, 183_840_000].map(offset)).toEqual([
    ...["+0.000", "+2.391", "+46.301", "+1:17.300", "+1:52:07", "+2d 03:04"],
  ]);
});
