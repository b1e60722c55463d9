/** One attempt of a tool in code: whatever it does, the attempt ends, and says what is known of the effect. */
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { type AnyTool, defineTool } from "../../../packages/planwright/library/define-tool.ts";
import { ToolError } from "../../../packages/planwright/library/tool-error.ts";
import { CallAborted } from "../../../src/execution/events/call-aborted.ts";
import { calledTool } from "../../support/callees/code-tools.ts";

const input = z.object({ name: z.string() });
const output = z.object({ text: z.string() });

/** A tool that runs `run`, and nothing else of interest. */
function toolThat(run: (given: { name: string }) => unknown, more: Partial<AnyTool> = {}): AnyTool {
  return defineTool({ name: "greet", input, output, effects: "unsafe", ...more, run: run as AnyTool["run"] });
}

describe("a call of a tool in code", () => {
  it("[N411] gives its result, the same key on every attempt, who calls, the environment, and its secrets cut out of all that it says", async () => {
    const greet = defineTool({
      ...{ name: "greet", input, output: z.object({ text: z.string(), key: z.string() }), effects: "keyed" },
      secrets: ["BANK"],
      run({ name }, { attempt, env, execution, idempotencyKey, progress, secrets }) {
        progress(`with ${secrets.BANK}`);
        progress({ progress: 1, total: 2 });
        const { GREETING } = env as { GREETING?: string };
        return { text: `${GREETING}, ${name} (${execution.userId}, ${attempt}, ${secrets.BANK})`, key: idempotencyKey };
      },
    });
    const { notices, result } = await calledTool(greet, { name: "Bo" });
    expect(result).toMatchObject({
      kind: "SUCCEEDED",
      result: { output: { text: "Hello, Bo (ann, 1, [secret])", key: "key-1" }, content: [], isPartial: false },
    });
    expect(notices).toEqual([{ message: "with [secret]" }, { progress: 1, total: 2 }]);
  });

  it("[N411] takes what its schemas make of the input and of the result", async () => {
    const tool = defineTool({
      ...{ name: "count", effects: "read" },
      input: z.object({ word: z.string().trim(), times: z.number().default(2) }),
      output: z.object({ text: z.string().toUpperCase() }),
      run: ({ times, word }) => ({ text: word.repeat(times), more: "is left out" }),
    });
    const { result } = await calledTool(tool, { word: " ab " });
    expect(result).toMatchObject({ kind: "SUCCEEDED", result: { output: { text: "ABAB" } } });
  });

  it.each([
    [
      "throws an error",
      () => {
        throw new Error("the till is stuck");
      },
      "the till is stuck",
    ],
    [
      "throws a text",
      () => {
        throw "stuck";
      },
      "stuck",
    ],
    [
      "throws nothing",
      () => {
        throw undefined;
      },
      "undefined",
    ],
    ["rejects with an object", () => Promise.reject({ code: 7 }), '{"code":7}'],
    [
      "throws what cannot be read",
      () => {
        throw {
          toJSON: () => {
            throw new Error("no");
          },
        };
      },
      "a value that cannot be read",
    ],
  ])("[N412] that %s leaves the effect unknown", async (_, run, said) => {
    const { result } = await calledTool(toolThat(run), { name: "Bo" });
    expect(result).toMatchObject({
      ...{ kind: "FAILED", outcome: "UNKNOWN" },
      failure: {
        code: "TOOL_ERROR",
        message: `Cannot complete the call of tool "greet": it threw ${said}`,
        retryable: true,
      },
    });
  });

  it("[N412] that throws a ToolError has ended, and says whether it may be called again", async () => {
    const final = await calledTool(
      toolThat(() => {
        throw new ToolError("nobody of this name");
      }),
      { name: "Bo" },
    );
    expect(final.result).toMatchObject({
      ...{ kind: "FAILED", outcome: "ANSWERED" },
      failure: {
        code: "TOOL_ERROR",
        message: 'Cannot complete the call of tool "greet": nobody of this name',
        retryable: false,
      },
    });
    const passing = await calledTool(
      toolThat(() => {
        throw new ToolError("busy", { retryable: true });
      }),
      { name: "Bo" },
    );
    expect(passing.result).toMatchObject({ outcome: "ANSWERED", failure: { retryable: true } });
  });

  it.each([
    ["undefined", undefined, "expected object"],
    ["something else", { text: 7 }, "at text"],
  ])("[N412] that returns %s, which its schema refuses, has answered and fails", async (_, value, said) => {
    const { result } = await calledTool(
      toolThat(() => value),
      { name: "Bo" },
    );
    expect(result).toMatchObject({
      ...{ kind: "FAILED", outcome: "ANSWERED" },
      failure: { code: "OUTPUT_INVALID", message: expect.stringContaining(said), retryable: false },
    });
  });

  it.each([
    ["a big integer", { text: 1n }, "found a bigint at .text"],
    ["a date", { text: new Date(0) }, "found a Date at .text"],
    ["a response", new Response("x"), "found a Response"],
  ])("[N412] that returns %s, which is no JSON, has answered and fails", async (_, value, said) => {
    const loose = { ...toolThat(() => value), output: z.any() };
    const { result } = await calledTool(loose, { name: "Bo" });
    expect(result).toMatchObject({
      ...{ kind: "FAILED", outcome: "ANSWERED" },
      failure: { code: "OUTPUT_INVALID", message: expect.stringContaining(said) },
    });
  });

  it("[N412] that returns 5 MB has answered and fails", async () => {
    const { result } = await calledTool(
      toolThat(() => ({ text: "x".repeat(5_000_000) })),
      { name: "Bo" },
    );
    expect(result).toMatchObject({
      ...{ kind: "FAILED", outcome: "ANSWERED" },
      failure: {
        code: "LIMIT_EXCEEDED",
        message: expect.stringMatching(/at most 1000000 bytes.*found one of 50000\d\d bytes/),
      },
    });
  });

  it("[N412] that hangs is given up at its time, and the effect is unknown", async () => {
    let isTold = false;
    const tool = toolThat(() => new Promise(() => undefined), { timeoutMs: 5 });
    const hanging: AnyTool = {
      ...tool,
      run: (given, context) => {
        context.signal.addEventListener("abort", () => {
          isTold = true;
        });
        return tool.run(given, context);
      },
    };
    const { result } = await calledTool(hanging, { name: "Bo" });
    expect(result).toMatchObject({
      kind: "FAILED",
      outcome: "UNKNOWN",
      failure: { code: "STEP_TIMEOUT", retryable: true },
    });
    expect(isTold).toBe(true);
  });

  it("[N412] that is cut ends with the cause, whether it minds its signal or not; one that was cut before has not run", async () => {
    for (const minds of [true, false]) {
      const controller = new AbortController();
      const tool: AnyTool = {
        ...toolThat(() => undefined),
        run: (_, { signal }) =>
          new Promise((_resolve, reject) => {
            if (minds) signal.addEventListener("abort", () => reject(signal.reason));
            controller.abort(new CallAborted("CANCEL"));
          }),
      };
      const { result } = await calledTool(tool, { name: "Bo" }, { signal: controller.signal });
      expect(result).toEqual({ kind: "INTERRUPTED", cause: "CANCEL" });
    }
    let runs = 0;
    const signal = AbortSignal.abort(new CallAborted("STEP_TIMEOUT"));
    const { result } = await calledTool(
      toolThat(() => runs++),
      { name: "Bo" },
      { signal },
    );
    expect([runs, result]).toEqual([0, expect.objectContaining({ outcome: "NOT_SENT" })]);
  });

  it("[N412] is not run with arguments that its schema refuses, nor without a secret that it needs", async () => {
    let runs = 0;
    const tool = toolThat(() => ({ text: String(runs++) }));
    const refused = await calledTool(tool, { name: 7 });
    expect(refused.result).toMatchObject({
      ...{ kind: "FAILED", outcome: "NOT_SENT" },
      failure: { code: "INPUT_INVALID", message: expect.stringContaining("refuses the arguments at name: ") },
    });
    const lacking = await calledTool({ ...tool, secrets: ["SHOP"] }, { name: "Bo" });
    expect(lacking.result).toMatchObject({
      ...{ kind: "FAILED", outcome: "NOT_SENT" },
      failure: {
        code: "UPSTREAM_UNAUTHORIZED",
        message: expect.stringContaining("required the secret TOOL_SECRET_SHOP, found none"),
      },
    });
    expect(runs).toBe(0);
  });

  it("[N413] is not run once the tool is gone or does more harm than the plan was checked for", async () => {
    let runs = 0;
    const tool = toolThat(() => ({ text: String(runs++) }), { effects: "idempotent" });
    const gone = await calledTool(tool, { name: "Bo" }, { deployed: null });
    expect(gone.result).toMatchObject({
      ...{ kind: "FAILED", outcome: "NOT_SENT" },
      failure: {
        message: expect.stringContaining("in the code that is deployed now, found none. Deploy code that defines it"),
      },
    });
    const harmful = await calledTool(tool, { name: "Bo" }, { deployed: { ...tool, effects: "unsafe" } });
    expect(harmful.result).toMatchObject({
      outcome: "NOT_SENT",
      failure: { message: expect.stringContaining("found UNSAFE") },
    });
    expect(runs).toBe(0);
    const keyed = await calledTool(tool, { name: "Bo" }, { deployed: { ...tool, effects: "keyed" } });
    expect(keyed.result.kind).toBe("SUCCEEDED");
  });

  it("[N413] gives what the plan was checked against, or fails by name, when its schemas have changed", async () => {
    const before = toolThat(() => ({ text: "a" }));
    const more = {
      ...before,
      output: z.object({ text: z.string(), more: z.number() }),
      run: () => ({ text: "a", more: 1 }),
    };
    const taken = await calledTool(
      { ...before, output: z.looseObject({ text: z.string() }) },
      { name: "Bo" },
      { deployed: more },
    );
    expect(taken.result).toMatchObject({ kind: "SUCCEEDED", result: { output: { text: "a", more: 1 } } });
    const other = { ...before, output: z.object({ words: z.string() }), run: () => ({ words: "a" }) };
    const refused = await calledTool(before, { name: "Bo" }, { deployed: other });
    expect(refused.result).toMatchObject({
      ...{ kind: "FAILED", outcome: "ANSWERED" },
      failure: {
        code: "OUTPUT_INVALID",
        message: expect.stringContaining("another version of the tool was deployed since"),
      },
    });
    const narrower = { ...before, input: z.object({ name: z.string(), age: z.number() }) };
    const lacking = await calledTool(before, { name: "Bo" }, { deployed: narrower });
    expect(lacking.result).toMatchObject({ outcome: "NOT_SENT", failure: { code: "INPUT_INVALID" } });
  });
});
