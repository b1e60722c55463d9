/** The frames that chat clients are sent of a conversation that really runs, from the rows that it leaves. */
import { describe, expect, it, vi } from "vitest";
import { flattenAutoToolPayload, isSuppressedFrame } from "../../../packages/client/src/resumable.ts";
import { logAutoTools } from "../../../src/durable/telemetry/auto-tool-log.ts";
import type { AttemptResult } from "../../../src/execution/events/attempt.ts";
import { chatFrame, framedValue } from "../../../src/execution/views/chat-frame.ts";
import type { Json, JsonObject } from "../../../src/json/json.ts";
import { failed, succeeded, success } from "../../support/engine/attempt-results.ts";
import { EngineWorld } from "../../support/engine/engine-world.ts";
import { actionPlan } from "../../support/plan/turn-work.ts";

/** Everything that a chat client is sent, in order. Values are read from the rows that hold them. */
function framesOf(chat: EngineWorld): readonly JsonObject[] {
  const { journal } = chat;
  return journal.read(0).records.flatMap(({ event, sequence }) => {
    const framed = framedValue(event);
    const position = framed === undefined ? null : { ...framed.value, sequence, slot: framed.slot };
    const frame = chatFrame(event, position === null ? null : (journal.value(position) ?? null));
    return frame === undefined ? [] : [frame];
  });
}

async function talked(tool: AttemptResult = success, output: Json = actionPlan): Promise<EngineWorld> {
  const chat = EngineWorld.withAgents({ InterviewAgent: ["NEXT"], ContextAgent: [output] }, () => tool);
  await chat.send();
  return chat;
}

describe("the frames of a conversation", () => {
  it("[T6, T24, T25] are three for each turn that drives a tool, in order and under one key", async () => {
    const chat = await talked();
    const frames = framesOf(chat);
    const key = chat.eventsOf("TurnStarted")[1]?.key;
    expect(frames.map(({ kind }) => kind)).toEqual(["structured_output_ready", "tool_call", "tool_response"]);
    expect(frames).toMatchObject([
      {
        ...{
          auto_tool_mode: true,
          agent_name: "ContextAgent",
          model_name: "ActionPlanCall",
          structured_data: actionPlan,
        },
        context: { workflow_name: "Generator", chat_id: "chat_abc123", app_id: "app-1" },
        turn_idempotency_key: key,
      },
      { tool_name: "action_plan", tool_call_id: key, corr: key, component_type: "ActionPlan" },
      { call_id: key, corr: key, status: "ok", success: true, payload: { status: "success" } },
    ]);
    expect(frames.map(isSuppressedFrame)).toEqual([false, false, true]);
  });

  it("[C15, R29] show no context variables although the tool is given them", async () => {
    const chat = await talked();
    expect(chat.calls[0]?.arguments).toMatchObject({ context_variables: { chat_id: "chat_abc123" } });
    expect(JSON.stringify(framesOf(chat))).not.toContain("context_variables");
  });

  it("[T28] carry the flat payload that clients would make themselves", async () => {
    const [, call = {}] = framesOf(await talked());
    const { flatPayload, ...frame } = call;
    expect(flatPayload).toEqual(flattenAutoToolPayload(frame));
  });

  it("[T20, T27] tell of a result that reports an error, whole, and of a tool that gave none", async () => {
    const payload = { status: "ERROR", message: "no room", code: "full" };
    const reported = framesOf(await talked(succeeded(payload)));
    expect(reported.at(-1)).toMatchObject({ status: "error", success: false, payload });
    const broken = framesOf(await talked(failed("ANSWERED", "TOOL_ERROR", null, false)));
    expect(broken.at(-1)).toMatchObject({
      ...{ status: "error", success: false, content: "Tool action_plan reported status error." },
      payload: { status: "error", message: "it failed with TOOL_ERROR" },
    });
  });

  it("[T10] are those of the outputs alone where none satisfies its model", async () => {
    const frames = framesOf(await talked(success, { ActionPlan: {} }));
    expect(new Set(frames.map(({ kind }) => kind))).toEqual(new Set(["structured_output_ready"]));
    expect(frames).toHaveLength(3);
  });
});

it("[T38] the log of a conversation tells each stage of its turn once", async () => {
  const lines: string[] = [];
  const debug = vi
    .spyOn(console, "debug")
    .mockImplementation((line: string) => void lines.push(JSON.parse(line).message));
  const world = await talked();
  logAutoTools(world.published, world.state, "debug");
  debug.mockRestore();
  expect(lines.map((line) => /^\[AUTO_TOOL\] (\w+ \w+)/.exec(line)?.[1])).toEqual([
    ...["Received structured_output_ready", "Processing auto", "Binding resolved", "Prepared kwargs"],
    ...["Emitting chat", "Emitting chat"],
  ]);
});
