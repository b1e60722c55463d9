/** Events as frames of the document Auto-tools: what a chat client is sent, to the letter. */
import { describe, expect, it } from "vitest";
import { isSuppressedFrame } from "../../../packages/client/src/resumable.ts";
import type { ExecutionEvent, StepFinished, StepStarted } from "../../../src/execution/events/event.ts";
import type { AutoToolCall, StructuredOutputChecked } from "../../../src/execution/events/turn-event.ts";
import { chatFrame, framedValue, isAutoToolSuccess } from "../../../src/execution/views/chat-frame.ts";
import type { FailureCode } from "../../../src/json/failure.ts";
import type { Json } from "../../../src/json/json.ts";
import type { StoredValue } from "../../../src/json/stored-value.ts";

const key = "turn_chat_abc123_ContextAgent_5_e4f2a1b";

const autoTool: AutoToolCall = {
  ...{ turn: 5, key, agentName: "ContextAgent", toolName: "action_plan", component: "ActionPlan", mode: "artifact" },
  ...{ workflowName: "Generator", chatId: "chat_abc123", appId: "app_1" },
};

/** Left out of its row, so that a frame can only show what was read for it. */
const large: StoredValue = { bytes: 100_000, digest: "d", preview: "{" };

const plan = { ActionPlan: { workflow: { name: "Posts" } }, agent_message: "Review the plan" };

function started(more: Partial<StepStarted> = {}): StepStarted {
  return {
    ...{ kind: "StepStarted", step: "turns/5/tool", group: null, turn: 0, item: 0, generation: 0, attempt: 1 },
    ...{ callId: "call", callableName: "ui.action_plan", arguments: large, autoTool },
    ...more,
  };
}

function finished(more: Partial<StepFinished> = {}): StepFinished {
  return {
    ...{ kind: "StepFinished", step: "turns/5/tool", group: null, status: "SUCCEEDED", attempt: 1, callId: "call" },
    ...{ outcome: "ANSWERED", output: large, content: null, failure: null, warning: null, reused: false, autoTool },
    ...more,
  };
}

function failedWith(code: FailureCode, message: string): StepFinished {
  const failure = { code, message, retryable: false, details: null };
  return finished({ status: "FAILED", output: null, failure });
}

function checked(more: Partial<StructuredOutputChecked> = {}): StructuredOutputChecked {
  return {
    ...{ kind: "StructuredOutputChecked", turn: 5, key, agentName: "ContextAgent", modelName: "ActionPlanCall" },
    ...{ data: large, violations: [], willCorrect: false, parameters: [] },
    context: { autoToolMode: true, workflowName: "Generator", chatId: "chat_abc123", appId: "app_1" },
    ...more,
  };
}

describe("frames", () => {
  it("[T6] tell that structured output is ready", () => {
    expect(framedValue(checked())).toEqual({ slot: "data", value: large });
    expect(chatFrame(checked(), plan)).toEqual({
      kind: "structured_output_ready",
      auto_tool_mode: true,
      agent_name: "ContextAgent",
      model_name: "ActionPlanCall",
      structured_data: plan,
      context: { workflow_name: "Generator", chat_id: "chat_abc123", app_id: "app_1" },
      turn_idempotency_key: key,
    });
  });

  it("[T12, T24, T28, T30] tell of a call with its arguments, flat as well, and that nobody is to wait for it", () => {
    expect(framedValue(started())).toEqual({ slot: "arguments", value: large });
    const context = { chat_id: "chat_abc123", turn_idempotency_key: key };
    expect(chatFrame(started(), { ...plan, context_variables: context })).toEqual({
      kind: "tool_call",
      agent: "ContextAgent",
      tool_name: "action_plan",
      tool_call_id: key,
      corr: key,
      awaiting_response: false,
      component_type: "ActionPlan",
      payload: {
        tool_args: plan,
        agent_name: "ContextAgent",
        interaction_type: "auto_tool",
        workflow_name: "Generator",
      },
      flatPayload: {
        workflow: { name: "Posts" },
        agent_message: "Review the plan",
        agent_name: "ContextAgent",
        interaction_type: "auto_tool",
        workflow_name: "Generator",
      },
    });
  });

  it("[R29] show no context variables, however their name is spelled", () => {
    const frame = JSON.stringify(
      chatFrame(started(), { Context_Variables: { chat_id: "x" }, context_variables: 1, a: 1 }),
    );
    expect(frame.toLowerCase()).not.toContain("context_variables");
    expect(frame).toContain('"tool_args":{"a":1}');
  });

  it("[T21] tell of a call once, however often it is attempted", () => {
    expect(chatFrame(started({ attempt: 2 }), plan)).toBeUndefined();
    expect(framedValue(started({ attempt: 2 }))).toBeUndefined();
  });

  it("[T14, T25, T26] tell of the result of a call", () => {
    const result = { status: "success", ui_event_id: "ui_tool_def456", data: { approved: true } };
    expect(framedValue(finished())).toEqual({ slot: "output", value: large });
    const frame = chatFrame(finished(), result);
    expect(frame).toEqual({
      kind: "tool_response",
      agent: "ContextAgent",
      tool_name: "action_plan",
      call_id: key,
      corr: key,
      status: "ok",
      success: true,
      content: "Tool action_plan completed successfully.",
      interaction_type: "auto_tool",
      payload: result,
    });
    expect(isSuppressedFrame(frame ?? {})).toBe(true);
    expect(chatFrame(finished({ status: "PARTIAL" }), result)).toEqual(frame);
  });

  it("[T25, T26, T27] are the example of the document for a tool that reports an error, key by key", () => {
    const example = {
      kind: "tool_response",
      agent: "ContextAgent",
      tool_name: "action_plan",
      call_id: key,
      corr: key,
      status: "error",
      success: false,
      content: "Tool action_plan reported status error.",
      interaction_type: "auto_tool",
      payload: { status: "error", message: "User cancelled operation", code: "user_cancelled" },
    };
    const failure = {
      code: "TOOL_ERROR",
      message: "User cancelled operation",
      retryable: false,
      details: null,
    } as const;
    const frame = chatFrame(finished({ status: "FAILED", failure }), example.payload);
    expect(JSON.stringify(frame)).toBe(JSON.stringify(example));
    const declined = failedWith("REJECTED_BY_HUMAN", "User cancelled operation");
    expect(JSON.stringify(chatFrame(declined, null))).toBe(JSON.stringify(example));
  });

  it("[T20, T26] tell of a tool that failed without a result in the words of its failure", () => {
    const event = failedWith("TOOL_ERROR", "the tool is out of order");
    const frame = chatFrame(event, null);
    expect(frame).toMatchObject({
      ...{ status: "error", success: false, content: "Tool action_plan reported status error." },
      payload: { status: "error", message: "the tool is out of order" },
    });
    expect(Object.keys(frame?.payload ?? {})).toEqual(["status", "message"]);
    expect(isSuppressedFrame(frame ?? {})).toBe(false);
  });

  it("[T25] tell of a person who declined by the code that the document gives to it", () => {
    expect(chatFrame(failedWith("REJECTED_BY_HUMAN", "a person declined: not now"), null)).toMatchObject({
      success: false,
      payload: { status: "error", message: "a person declined: not now", code: "user_cancelled" },
    });
  });

  it("[T27, C13] hand on a result that reports an error itself, whatever its case, and no other result of a failure", () => {
    const failure = { code: "TOOL_ERROR", message: "no room", retryable: false, details: null } as const;
    const event = finished({ status: "FAILED", failure });
    for (const status of ["error", "Failed"]) {
      const payload = { status, message: "no room", code: "full" };
      expect(chatFrame(event, payload)).toMatchObject({ status: "error", success: false, payload });
    }
    expect(chatFrame(event, { rows: 3 })).toMatchObject({ payload: { status: "error", message: "no room" } });
  });

  it("[T25] hand on what a tool without structured output said, without the metadata of its answer", () => {
    const event = finished({ output: null, content: large });
    expect(framedValue(event)).toEqual({ slot: "content", value: large });
    const said = [{ type: "text", text: "done" }];
    expect(chatFrame(event, { content: said, metadata: { trace: "x" } })).toMatchObject({
      success: true,
      payload: said,
    });
    expect(chatFrame(finished({ output: null }), null)).toMatchObject({ success: true, payload: null });
  });

  it("tell of a call that was never made", () => {
    const cancelled = finished({ status: "CANCELLED", output: null });
    const payload = { status: "error", message: "The call was cancelled" };
    expect(chatFrame(cancelled, null)).toMatchObject({ status: "error", success: false, payload });
  });

  it("are those of auto-tools alone", () => {
    const { autoTool: _, ...plainStart } = started();
    const { autoTool: __, ...plainEnd } = finished();
    const events: readonly ExecutionEvent[] = [
      plainStart,
      plainEnd,
      { kind: "CancelRequested", requestedBy: "ada", reason: null },
      { kind: "DuplicateSuppressed", key, agentName: "ContextAgent" },
    ];
    for (const event of events) {
      expect(framedValue(event)).toBeUndefined();
      expect(chatFrame(event, plan as Json)).toBeUndefined();
    }
  });
});

describe("isAutoToolSuccess", () => {
  it("[T29] finds the ends that chat clients leave out", () => {
    const { autoTool: _, ...plain } = finished();
    expect([finished(), finished({ status: "PARTIAL" })].map(isAutoToolSuccess)).toEqual([true, true]);
    const shown = [failedWith("TOOL_ERROR", "x"), finished({ status: "SKIPPED" }), plain, started()];
    expect(shown.map(isAutoToolSuccess)).toEqual([false, false, false, false]);
  });
});
