/**
 * The request for human input that a call makes. The arguments of `ask_person` are the request. For a tool of the user interface the
 * request is its component, with the arguments as the data that it shows.
 */

import type { Addressee } from "../../access/address.ts";
import { questionAddress } from "../../access/answer-policy.ts";
import type { Failure } from "../../json/failure.ts";
import { isJsonObject, type Json, type JsonObject, type JsonSchema, ownValue } from "../../json/json.ts";
import { storedValue } from "../../json/store-value.ts";
import type { CallableDefinition } from "../../plan/callable.ts";
import { humanInputFindings } from "../../plan/compile/check-human-input.ts";
import type { DeclineOutcome, ExpiryOutcome, HumanInputKind } from "../../plan/human-input.ts";
import { answerSchema } from "../../plan/human-input-answer.ts";
import { humanInputCallableName, maxPromptLength } from "../../plan/human-input-callable.ts";
import type { ToolStep } from "../../plan/plan.ts";
import type { PinnedExecution } from "../state/state.ts";
import { answerPolicyOf, unanswerable } from "./four-eyes.ts";
import type { RequestedInput } from "./human-input-request.ts";

export type ParsedHumanInputRequest =
  | { readonly ok: true; readonly request: RequestedInput }
  /** INPUT_INVALID. */
  | { readonly ok: false; readonly failure: Failure };

/** The request of `step` of `pinned`, made by calling `callable` with `given`, which satisfies its input schema. */
export function requestOfCall(
  callable: CallableDefinition,
  step: ToolStep,
  given: JsonObject,
  pinned: PinnedExecution,
): ParsedHumanInputRequest {
  return callable.remoteName === humanInputCallableName
    ? requestText(callable, given, pinned)
    : requestOfComponent(callable, step, given);
}

function requestText(
  { name }: CallableDefinition,
  given: JsonObject,
  pinned: PinnedExecution,
): ParsedHumanInputRequest {
  const [first, ...more] = humanInputFindings({ known: given, open: new Set() });
  if (first !== undefined) {
    const message = `the resolved arguments of ${name} ask nothing that can be answered: ${first.member}: ${first.finding}`;
    const details = [first, ...more].map((found) => ({ ...found }));
    return { ok: false, failure: { code: "INPUT_INVALID", message, retryable: false, details } };
  }
  // All of it was checked against the input schema of `ask_person`.
  const kind = (ownValue(given, "kind") ?? "FORM") as HumanInputKind;
  const context = ownValue(given, "context");
  const addressees = ownValue(given, "addressees") as unknown as readonly Addressee[] | undefined;
  const fourEyes = ownValue(given, "fourEyes") === true;
  const address = questionAddress({ isApproval: kind === "APPROVAL", addressees, fourEyes }, answerPolicyOf(pinned));
  const failure = unanswerable(address, pinned);
  if (failure !== undefined) return { ok: false, failure };
  return {
    ok: true,
    request: {
      purpose: "STEP",
      kind,
      ui: null,
      prompt: String(ownValue(given, "prompt")),
      ...address,
      onExpiry: expiryOf(given),
      onDecline: (ownValue(given, "onDecline") ?? "FAIL") as DeclineOutcome,
      arguments: isJsonObject(context) ? storedValue(context) : undefined,
      responseSchema: storedSchema(kind === "APPROVAL" ? undefined : answerSchema(given)),
      timeoutMs: ownValue(given, "timeoutMs") as number | undefined,
    },
  };
}

function expiryOf(given: JsonObject): ExpiryOutcome {
  switch (ownValue(given, "onExpiry")) {
    case "SKIP":
      return { kind: "SKIP" };
    case "ANSWER":
      return { kind: "ANSWER", response: ownValue(given, "defaultResponse") ?? null };
    default:
      return { kind: "FAIL" };
  }
}

function requestOfComponent(callable: CallableDefinition, step: ToolStep, given: JsonObject): ParsedHumanInputRequest {
  const { description, name, responseSchema, ui } = callable;
  const words = description.trim() === "" ? `${name} asks for an answer` : description;
  return {
    ok: true,
    request: {
      purpose: "STEP",
      kind: ui === undefined ? "FORM" : "UI_TOOL",
      ui: ui ?? null,
      prompt: words.slice(0, maxPromptLength),
      onExpiry: { kind: "FAIL" },
      onDecline: step.policy.onDecline ?? "FAIL",
      arguments: storedValue(given),
      responseSchema: storedSchema(responseSchema ?? { type: "object" }),
    },
  };
}

function storedSchema(schema: JsonSchema | undefined) {
  return schema === undefined ? undefined : storedValue(schema as Json);
}
