/**
 * The plan of the document Plan, Execute, Respond: a direct answer or a list of tool calls (P4, P5). Calls run one after another
 * (P6, C8); their ids are made from their positions.
 */
import * as z from "zod";
import { isJsonObject, ownValue } from "../../json/json.ts";
import { madeOnce } from "../../json/made-once.ts";
import { defaultStepPolicy } from "../plan.ts";
import type { DraftStep, ParsedDraft } from "../plan-draft.ts";
import { jsonObject, parsedShape } from "../shape-problems.ts";
import { stepShapes } from "./step-shape.ts";

const callShape = () => z.strictObject({ tool_name: stepShapes().callableName, arguments: jsonObject().nullish() });

const planShape = madeOnce(() => {
  const directResponse = z.strictObject({ type: z.literal("direct_response"), content: z.string() });
  const toolCalls = z.strictObject({
    type: z.literal("tool_calls"),
    reasoning: z.string().nullish(),
    calls: z.array(callShape()),
  });
  return z.discriminatedUnion("type", [directResponse, toolCalls], {
    error: 'expected type "direct_response" or "tool_calls"',
  });
});

type Call = z.infer<ReturnType<typeof callShape>>;

/** Whether a document has the shape of this dialect. */
export function looksLikeToolCalls(value: unknown): boolean {
  return isJsonObject(value) && (Object.hasOwn(value, "calls") || ownValue(value, "type") === "direct_response");
}

/** Reads a plan of this dialect. */
export function readToolCalls(value: unknown, path: readonly string[]): ParsedDraft {
  const parsed = parsedShape(planShape(), value, path);
  if (!parsed.ok) return parsed;
  const plan = parsed.data;
  const calls = plan.type === "tool_calls" ? plan.calls : [];
  const stepsPlace = [...path, "calls"];
  return {
    ok: true,
    draft: {
      dialect: "TOOL_CALLS",
      schedule: "SEQUENTIAL",
      reasoning: plan.type === "tool_calls" ? (plan.reasoning ?? null) : null,
      directResponse: plan.type === "direct_response" ? plan.content : null,
      steps: calls.map((call, index) => draftCall(call, [...stepsPlace, String(index)])),
      stepsPlace,
    },
  };
}

function draftCall(call: Call, place: readonly string[]): DraftStep {
  return {
    kind: "TOOL",
    id: null,
    resultKey: null,
    after: [],
    independent: false,
    when: null,
    callableName: call.tool_name,
    arguments: call.arguments ?? {},
    agentFields: null,
    policy: defaultStepPolicy,
    inputSchema: null,
    outputSchema: null,
    places: {
      step: place,
      id: place,
      resultKey: place,
      after: place,
      independent: place,
      when: place,
      callableName: [...place, "tool_name"],
      arguments: [...place, "arguments"],
      timeoutMs: place,
      continueOnFailure: place,
      inputSchema: place,
      outputSchema: place,
    },
  };
}
