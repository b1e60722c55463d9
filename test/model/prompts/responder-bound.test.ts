/** The bound on the request of a responder, against requests that were made of whatever is longest in JSON. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { maxResponderBytes, responderBound } from "../../../src/execution/budget/responder-bound.ts";
import { type Json, utf8Bytes } from "../../../src/json/json.ts";
import type { ResponderInput } from "../../../src/model/prompts/execution-report.ts";
import { responderRequest } from "../../../src/model/prompts/responder.ts";
import { defaultStepPolicy, type Plan, type ToolStep } from "../../../src/plan/plan.ts";
import { volume } from "../../support/engine/volume.ts";
import { conversation, model } from "../../support/models/prompt-parts.ts";
import { callableOf } from "../../support/plan/callables.ts";

/** Long texts of what takes the most room: tags, quotes, controls, and letters of two to four bytes. */
const longText = fc
  .tuple(
    fc.constantFrom("<", '"', "\\", "\u0001", "\n", "é", "€", "😀", "</step>", "a"),
    fc.integer({ min: 0, max: 12_000 }),
  )
  .map(([piece, length]) => piece.repeat(length));

const steps = fc.array(fc.tuple(fc.constantFrom("a", "b"), longText), { maxLength: 8 });
const scenario = fc.record({
  texts: fc.array(longText, { minLength: 10, maxLength: 10 }),
  messages: fc.array(longText, { maxLength: 12 }),
  bindings: fc.array(fc.string({ unit: "binary", maxLength: 40 }), { maxLength: 200 }),
  steps,
});

function step(id: string, callableName: string): ToolStep {
  return {
    ...{ id, index: null, resultKey: null, after: [], independent: false, kind: "TOOL", callableName },
    ...{ arguments: { kind: "object", entries: [] }, policy: defaultStepPolicy },
  };
}

it("[E14] holds for everything that is said and all that steps brought, also where it leaves no room for outputs", () => {
  let longest = 0;
  fc.assert(
    fc.property(scenario, ({ bindings, messages, steps: ends, texts }) => {
      const text = (at: number) => texts[at] ?? "";
      const callables = [
        callableOf({ name: "a", kind: "AGENT", description: text(0), usageHints: text(1) }),
        callableOf({ name: "b", description: text(2), inputSchema: { type: "object", title: text(3) } }),
      ];
      const talk = conversation({
        agent: { name: "r", description: text(4), instructions: text(5), skills: [{ id: "s", instructions: text(6) }] },
        ...{ systemPrompt: text(7), message: text(8), usageHints: { style: text(9) } },
        history: messages.map((message) => ({ role: "USER", text: message })),
      });
      const plan: Plan = {
        ...{ schedule: "DATAFLOW", reasoning: null, directResponse: null },
        steps: ends.map(([name], at) => step(`step${at}`, name)),
      };
      const told = [talk as unknown as Json, bindings];
      const requiredOutput = { name: "r", schema: { type: "object", title: text(3) } };
      const required = messages.length > 6 ? requiredOutput : undefined;
      const bound = responderBound({ model, plan, callables, data: told, requiredOutput: required });
      const input: Omit<ResponderInput, "maxBytes"> = {
        ...{ model, conversation: talk, callables, bindings, status: "FAILED", planProblems: null, isUnrouted: false },
        ...(required !== undefined && {
          output: { ...required, corrections: [0, 1].map((at) => ({ reply: text(at), problems: [text(at)] })) },
        }),
        failure: { code: "TOOL_ERROR", message: text(0), retryable: false, details: null },
        steps: ends.map(([name, output], at) => ({
          ...{ id: `step${at}`, callableName: name, end: "FAILED", arguments: { output }, output, text: output },
          failure: { code: "TOOL_ERROR", message: output, retryable: false, details: null },
        })),
      };
      for (const maxBytes of [0, maxResponderBytes - 2_000]) {
        const bytes = utf8Bytes(JSON.stringify(responderRequest({ ...input, maxBytes })));
        longest = Math.max(longest, bytes);
        expect(bytes).toBeLessThanOrEqual(bound);
      }
    }),
    { numRuns: volume({ sample: 8, whole: 25 }), seed: 1, endOnFailure: true },
  );
  expect(longest, "some could not be cut to the usual bound").toBeGreaterThan(maxResponderBytes);
});

it("[N267, E14] counts the schema of an output, which stands in the words and beside them, and what is told of answers that broke it", () => {
  const plan: Plan = { schedule: "DATAFLOW", reasoning: null, directResponse: null, steps: [] };
  const requiredOutput = { name: "r", schema: { type: "object", description: "<".repeat(100_000) } };
  const talk = conversation();
  const size = { model, plan, callables: [], data: [talk as unknown as Json] };
  const correction = { reply: "<".repeat(20_000), problems: [] };
  const request = responderRequest({
    ...{ model, conversation: talk, callables: [], bindings: [], status: "SUCCEEDED", failure: null },
    ...{ planProblems: null, steps: [], isUnrouted: false, maxBytes: 0 },
    output: { ...requiredOutput, corrections: [correction, correction] },
  });
  const bytes = utf8Bytes(JSON.stringify(request));
  expect(bytes).toBeLessThanOrEqual(responderBound({ ...size, requiredOutput }));
  expect(bytes).toBeGreaterThan(responderBound(size));
});
