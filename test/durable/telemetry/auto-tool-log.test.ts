/** What operators read of auto-tools: the lines of the document, one for each stage of a turn. */
import { afterAll, afterEach, beforeEach, expect, it, vi } from "vitest";
import { logAutoTools } from "../../../src/durable/telemetry/auto-tool-log.ts";
import type { ExecutionEvent, RecordedEvent } from "../../../src/execution/events/event.ts";
import type { AutoToolCall, StructuredOutputChecked } from "../../../src/execution/events/turn-event.ts";
import type { ExecutionState } from "../../../src/execution/state/state.ts";
import type { TurnAgent } from "../../../src/plan/turn-work.ts";

const key = "turn_chat_abc123_ContextAgent_5_e4f2a1b";
const secret = "a value that is nobody's business";
const value = { bytes: 40, digest: null, inline: { ActionPlan: secret, agent_message: secret } };

const autoTool: AutoToolCall = {
  ...{ turn: 5, key, agentName: "ContextAgent", toolName: "action_plan", component: "ActionPlan", mode: "artifact" },
  ...{ workflowName: "Generator", chatId: "chat_abc123", appId: null },
};

const checked: StructuredOutputChecked = {
  ...{ kind: "StructuredOutputChecked", turn: 5, key, agentName: "ContextAgent", modelName: "ActionPlanCall" },
  ...{ data: value, violations: [], willCorrect: false },
  parameters: [
    ["ActionPlan", "ActionPlan"],
    ["agent_message", "agent_message"],
  ],
  context: { autoToolMode: true, workflowName: "Generator", chatId: "chat_abc123", appId: null },
};

const started: ExecutionEvent = {
  ...{ kind: "StepStarted", step: "turns/5/tool", group: null, turn: 0, item: 0, generation: 0, attempt: 1 },
  ...{ callId: "call", callableName: "ui.action_plan", arguments: value, autoTool },
};

const finished: ExecutionEvent = {
  ...{ kind: "StepFinished", step: "turns/5/tool", group: null, status: "SUCCEEDED", attempt: 1, callId: "call" },
  ...{ outcome: "ANSWERED", output: value, content: null, failure: null, warning: null, reused: false, autoTool },
};

const keyed = {
  execution: "execution",
  publicId: "id of execution",
  traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
};

const lines: string[] = [];
const spies = (["debug", "info", "warn", "error"] as const).map((level) => vi.spyOn(console, level));
beforeEach(() => {
  for (const spy of spies) spy.mockImplementation((line: string) => void lines.push(messageOf(line)));
});
afterEach(() => {
  lines.length = 0;
  for (const spy of spies) spy.mockReset();
});
afterAll(() => vi.restoreAllMocks());

/** The words of a line, which says in every case whose it is. */
function messageOf(line: string): string {
  const { message, ...keys } = JSON.parse(line);
  expect(keys).toEqual({ log: "auto_tool", exec_id: "id of execution", trace_id: "0af7651916cd43dd8448eb211c80319c" });
  return message;
}

/** The lines of one execution whose agent is bound, unless `isBound` says otherwise. */
function logged(
  events: readonly ExecutionEvent[],
  level: "debug" | "info" = "debug",
  isBound = true,
): readonly string[] {
  const agent: TurnAgent = {
    name: "ContextAgent",
    agent: { name: "ContextAgent", description: "", instructions: "", skills: [] },
    ...{ model: null, output: { name: "ActionPlanCall", schema: {} }, maxConsecutiveAutoReply: null },
    binding: isBound
      ? {
          ...{ modelName: "ActionPlanCall", agentName: "ContextAgent", toolName: "action_plan", ui: null },
          ...{ callableName: "ui.action_plan", parameterNames: ["ActionPlan"], acceptsContext: false },
        }
      : null,
  };
  // Nothing else of the state is looked at.
  const pinned = { ...keyed, turns: { chatId: "chat_abc123", agents: [agent] } };
  const state = { pinned } as unknown as ExecutionState;
  const records = events.map(
    (event, at): RecordedEvent => ({ sequence: at + 1, occurredAt: 0, hidden: false, transitions: [], event }),
  );
  logAutoTools(records, state, level);
  return lines;
}

it("[T38] tells each stage of a turn, names parameters and shows no value", () => {
  expect(logged([checked, started, finished])).toEqual([
    `[AUTO_TOOL] Received structured_output_ready event: agent=ContextAgent turn=${key}`,
    `[AUTO_TOOL] Processing auto tool turn=${key} for agent=ContextAgent workflow=Generator`,
    "[AUTO_TOOL] Binding resolved for agent=ContextAgent tool=action_plan model=ActionPlanCall",
    "[AUTO_TOOL] Prepared kwargs for action_plan: ActionPlan, agent_message",
    `[AUTO_TOOL] Emitting chat.tool_call for agent=ContextAgent tool=action_plan turn=${key} bytes=40`,
    `[AUTO_TOOL] Emitting chat.tool_response for agent=ContextAgent tool=action_plan status=ok turn=${key}`,
  ]);
  expect(lines.join()).not.toContain(secret);
});

it.each([
  ["-1.5e+21 is less than 0.", "The number is less than 0."],
  [
    'Property "4111 1111" does not match additional properties schema.',
    "Property … does not match additional properties schema.",
  ],
  ['Instance does not have required property "plan".', 'Instance does not have required property "plan".'],
])("[T38] says of %j what is wrong and not with what", (message, told) => {
  const violation = { pointer: "/amount", keyword: "minimum", message };
  const refused = { ...checked, violations: [violation] } as unknown as ExecutionEvent;
  expect(logged([refused], "info")).toEqual([
    `[AUTO_TOOL] Structured data failed validation: agent=ContextAgent turn=${key} /amount ${told}`,
  ]);
});

it("[T8, T38] tells of a turn that came again by the key that the document gives it", () => {
  const again: ExecutionEvent = { kind: "DuplicateSuppressed", key, agentName: "ContextAgent" };
  expect(logged([again])).toEqual([`[AUTO_TOOL] Duplicate turn detected -> skipping (key=chat_abc123:${key})`]);
});

it("[T10] tells every violation of an output, at every level of logging", () => {
  const violations = [
    { pointer: "", message: "agent_message is missing" },
    { pointer: "/ActionPlan", message: "expected an object" },
  ];
  expect(logged([{ ...checked, violations, parameters: null }], "info")).toEqual([
    `[AUTO_TOOL] Structured data failed validation: agent=ContextAgent turn=${key} agent_message is missing; /ActionPlan expected an object`,
  ]);
});

it("[T9] warns of an output that no tool is bound to, at every level of logging", () => {
  expect(logged([checked], "info", false)).toEqual([
    "[AUTO_TOOL] No tool binding for workflow=Generator model=ActionPlanCall agent=ContextAgent",
  ]);
});

it("[T7] says nothing of an agent that is not in this mode, nor of other steps", () => {
  const context = { autoToolMode: false, workflowName: "Generator", chatId: "chat_abc123", appId: null };
  const { autoTool: _, ...plain } = started as Extract<ExecutionEvent, { kind: "StepStarted" }>;
  expect(logged([{ ...checked, context }, plain])).toEqual([]);
});

it("tells a call once however often it is attempted, a failed one as such, and little unless asked for", () => {
  const again = { ...started, attempt: 2 } as ExecutionEvent;
  const failed = { ...finished, status: "FAILED" } as ExecutionEvent;
  expect(logged([again, failed])).toEqual([
    `[AUTO_TOOL] Emitting chat.tool_response for agent=ContextAgent tool=action_plan status=error turn=${key}`,
  ]);
  lines.length = 0;
  expect(logged([checked, started, finished], "info")).toEqual([]);
});

it("writes one line whatever a name holds", () => {
  const split = { ...autoTool, key: `${key}\n[AUTO_TOOL] forged\u2028` };
  const [line] = logged([{ ...started, autoTool: split } as ExecutionEvent]);
  expect(line).not.toMatch(/[\n\u2028]/);
});
