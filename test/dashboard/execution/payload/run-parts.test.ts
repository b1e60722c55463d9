/** What went into a run and what came out of it, for every kind of run. */
import { describe, expect, it } from "vitest";
import { lastSteps } from "../../../../dashboard/execution/payload/last-steps.ts";
import {
  hasNoAgent,
  inputParts,
  outputParts,
  type RunPart,
  type RunPayload,
} from "../../../../dashboard/execution/payload/run-parts.ts";
import { fileTextOf } from "../../../../dashboard/execution/payload/save-file.ts";
import { beginningOf } from "../../../../dashboard/execution/payload/short-part.ts";
import type { ExecutionHead, WrittenText } from "../../../../dashboard/execution/store/execution-model.ts";

const ended = "2026-11-21T22:36:11.000Z";
const given = (value: unknown) => ({ byteSize: JSON.stringify(value).length, preview: JSON.stringify(value), value });

function headOf(more: Partial<ExecutionHead>): ExecutionHead {
  const nothing = { kind: "PLAN", prompt: null, response: null, plan: null, routing: null, finishedAt: ended };
  return { ...nothing, ...more } as unknown as ExecutionHead;
}

function payloadOf(execution: object, steps: readonly object[] = []): RunPayload {
  return { execution: { input: null, output: null, bindings: [], steps, ...execution } } as unknown as RunPayload;
}

const inShort = (parts: readonly RunPart[]) =>
  parts.map((part) => [part.name, part.kind === "TEXT" ? part.text : part.payload.value]);

describe("[N602] a run", () => {
  it("[N602] shows what it was asked for, and its parameters and bindings, whatever kind it is", () => {
    const bindings = [
      { name: "topic", source: "INITIAL", value: given("edge") },
      { name: "post", source: "STEP", value: given("written later") },
    ];
    const kinds = [
      [headOf({}), payloadOf({ bindings }), [["topic", "edge"]]],
      [headOf({ kind: "PROMPT", prompt: "Write" }), payloadOf({}), [["Prompt", "Write"]]],
      [headOf({ kind: "ASK", prompt: "Who?" }), payloadOf({}), [["Question", "Who?"]]],
      [headOf({ kind: "MESSAGE", prompt: "Hello" }), payloadOf({}), [["Message", "Hello"]]],
      [headOf({ kind: "WORKFLOW" }), payloadOf({ input: given({ topic: "x" }) }), [["Input", { topic: "x" }]]],
      [headOf({ kind: "AGENT", prompt: "Write" }), payloadOf({ input: given("Write") }), [["Request", "Write"]]],
    ] as const;
    for (const [head, payload, expected] of kinds)
      expect(inShort(inputParts(head, payload)), head.kind).toEqual(expected);
  });

  it("[N602] shows what it gave: its answer, its output, or what its last steps gave", () => {
    const steps = [
      { stepId: "write", output: given({ id: 7 }) },
      { stepId: "note", output: null },
    ];
    const plan = headOf({});
    expect(inShort(outputParts(plan, payloadOf({}, steps as object[]), []))).toEqual([["write", { id: 7 }]]);
    expect(inShort(outputParts(headOf({ response: "Done." }), payloadOf({}, steps as object[]), []))).toEqual([
      ["Answer", "Done."],
    ]);
    const workflow = headOf({ kind: "WORKFLOW" });
    expect(inShort(outputParts(workflow, payloadOf({ output: given({ url: "/x" }) }), []))).toEqual([
      ["Output", { url: "/x" }],
    ]);
    for (const same of ["Done.", { text: "Done." }]) {
      const agent = headOf({ kind: "AGENT", response: "Done." });
      expect(inShort(outputParts(agent, payloadOf({ output: given(same) }), []))).toEqual([["Answer", "Done."]]);
    }
    const both = headOf({ kind: "AGENT", response: "Done." });
    expect(inShort(outputParts(both, payloadOf({ output: given({ text: "Done.", score: 3 }) }), []))).toHaveLength(2);
  });

  it("[N602] shows an answer while it is written, and no output before the end", () => {
    const texts: readonly WrittenText[] = [
      { streamId: "respond/2", stepId: null, text: "Here is", startedAt: 0, isOpen: true },
    ];
    const running = headOf({ kind: "PROMPT", prompt: "Write", finishedAt: null });
    const [answer] = outputParts(running, payloadOf({}, [{ stepId: "write", output: given(1) }]), texts);
    expect(answer).toEqual({ kind: "TEXT", name: "Answer", text: "Here is", isWriting: true });
    expect(outputParts(running, payloadOf({}, [{ stepId: "write", output: given(1) }]), [])).toEqual([]);
  });

  it("[N602] begins with a few lines of what it gave, of a text on its way with the newest", () => {
    const part = (text: string, isWriting: boolean) => ({ kind: "TEXT", name: "Answer", text, isWriting }) as const;
    expect(beginningOf(part("short", false))).toEqual({ text: "short", isWhole: true });
    const long = beginningOf(part(`${"x".repeat(419)}😀${"y".repeat(500)}`, false));
    expect([long.text.length, long.isWhole]).toEqual([419, false]);
    expect(beginningOf(part(`${"word ".repeat(500)}end`, true)).text).toMatch(/^…word .*end$/);
    const cut = { kind: "VALUE", name: "a", place: { kind: "OUTPUT" } } as const;
    expect(beginningOf({ ...cut, payload: { byteSize: 5_000_000, preview: '{"a":', value: null } }).text).toBe('{"a":');
  });

  it("[N602] names the files of its values by what they are, and by nothing that a file name cannot hold", () => {
    expect(fileTextOf("a text", "post")).toEqual({ name: "post.txt", type: "text/plain", text: "a text" });
    expect(fileTextOf({ a: 1 }, "../../etc/pass wd")).toMatchObject({ name: ".._.._etc_pass_wd.json" });
    expect(fileTextOf(null, "\u202e").name).toMatch(/^[_.a-z]+json$/);
  });
});

it("[N602] the last steps are those that nothing takes from or follows, without those of finally, five at most", () => {
  const step = (stepId: string, takes: readonly string[] = [], more: object = {}) => ({
    ...{ stepId, isFinally: false, after: [], whenReferences: [], children: [] },
    references: takes.map((sourceStepId) => ({ sourceStepId })),
    ...more,
  });
  const idsOf = (gave: readonly string[], steps: readonly object[]) =>
    lastSteps(steps as unknown as Parameters<typeof lastSteps>[0], new Set(gave));
  const ids = (...steps: { stepId: string }[]) =>
    idsOf(
      steps.map(({ stepId }) => stepId),
      steps,
    );
  expect(ids(step("a"), step("b", ["a"]), step("c"))).toEqual(["b", "c"]);
  expect(ids(step("a"), step("b", [], { after: ["a"] }))).toEqual(["b"]);
  expect(ids(step("a"), step("g", [], { children: [step("g.x", ["a"])] }))).toEqual(["g"]);
  expect(ids(step("a"), step("clean", ["a"], { isFinally: true }))).toEqual(["a"]);
  expect(idsOf(["a"], [step("a"), step("b", ["a"])])).toEqual(["a"]);
  expect(ids(...Array.from({ length: 9 }, (_, at) => step(`s${at}`)))).toHaveLength(5);
});

it("[N603] a question that no agent fits has an outcome of its own", () => {
  const routing = { mode: "AUTO", agentName: null, unknownAgentName: null, confidence: 0.2, reason: "" } as const;
  expect(hasNoAgent({ kind: "ASK", routing })).toBe(true);
  expect(hasNoAgent({ kind: "ASK", routing: null })).toBe(false);
  expect(hasNoAgent({ kind: "ASK", routing: { ...routing, agentName: "costs" } })).toBe(false);
  expect(hasNoAgent({ kind: "PROMPT", routing: null })).toBe(false);
});
