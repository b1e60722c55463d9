/** The fingerprint of a request (E1): a hash over its content, which shows that a key is used again for something else. */

import type { Derivation } from "../../execution/events/execution-origin.ts";
import { hexOf, sha256Hex } from "../../json/digest.ts";
import { canonicalJson, type Json, jsonDepth } from "../../json/json.ts";
import type { DerivationInput } from "../base/derivation-errors.ts";
import type { AskInput, ExecutePlanInput, InvokeWorkflowInput, SendMessageInput } from "../base/schema.generated.ts";

/** Deeper JSON is refused long before, so that no request that ran is missed. */
const MAX_DEPTH = 200;

/**
 * Hex SHA-256 over everything that decides the execution. The key itself, the time to wait and the demanded revision of the catalog are
 * left out, because they do not. Undefined for a request that is nested too deeply to be hashed.
 */
export function requestFingerprint(input: ExecutePlanInput): Promise<string | undefined> {
  const { bindings, onInvalidPlan, options, respond, source, title } = input;
  const parts = [source, bindings, ...optionParts(options)];
  // A request without these has the fingerprint that it had before they existed: its key is kept across releases.
  const isPlain = (onInvalidPlan ?? null) === null && (respond ?? null) === null;
  const policies = isPlain ? [] : [onInvalidPlan, respond];
  return fingerprintOf([...parts, ...policies, ...((title ?? null) === null ? [] : [{ title }])]);
}

/** The same for a question. */
export function questionFingerprint(input: AskInput): Promise<string | undefined> {
  const { agentInstructions, history, options, query, respond, routing, sessionContext, usageHints } = input;
  const words = [query, routing, history, sessionContext, agentInstructions, usageHints, respond];
  return fingerprintOf(["ASK", ...words, ...optionParts(options)]);
}

/** The same for a run of a workflow. */
export function workflowFingerprint({ options, payload, workflow }: InvokeWorkflowInput): Promise<string | undefined> {
  return fingerprintOf(["WORKFLOW", workflow, payload, ...optionParts(options)]);
}

/** The same for a message in a conversation. */
export function messageFingerprint({
  conversation,
  options,
  text,
  variables,
}: SendMessageInput): Promise<string | undefined> {
  const { maxTurns, model } = options ?? {};
  return fingerprintOf(["MESSAGE", conversation, text, variables, maxTurns, model, ...optionParts(options)]);
}

/** The same for a retry or fork of `execution`, the name of an object. */
export function derivationFingerprint(
  kind: Derivation["kind"],
  execution: string,
  input: DerivationInput,
): Promise<string | undefined> {
  const { arguments: changed, bindings, callAgain, fromStepId, options } = input;
  return fingerprintOf([kind, execution, fromStepId, changed, bindings, callAgain, ...optionParts(options)]);
}

function optionParts(options: ExecutePlanInput["options"]): readonly unknown[] {
  const { limits, schedule, inDoubt, approval, approvers, contextId, flowRules, fourEyes, group, labels } =
    options ?? {};
  const { visibility, webhooks } = options ?? {};
  const parts: unknown[] = [limits, schedule, inDoubt, approval, contextId, labels];
  // As above: a client without one does not notice them.
  if ((webhooks ?? null) !== null) parts.push(webhooks);
  if ((visibility ?? null) !== null) parts.push({ visibility, group });
  if ((flowRules ?? null) !== null) parts.push({ flowRules });
  if ((approvers ?? null) !== null || fourEyes === true) parts.push({ approvers, fourEyes });
  return parts;
}

async function fingerprintOf(parts: readonly unknown[]): Promise<string | undefined> {
  // Coerced input objects are plain JSON: scalars, lists and objects of them.
  const sent = parts.map((part) => part ?? null) as readonly Json[];
  return jsonDepth(sent, MAX_DEPTH) >= MAX_DEPTH ? undefined : digestOf(canonicalJson(sent));
}

/** UTF-16 units from which the platform is asked: it hashes in an eighth of the time, and asking takes as long as hashing these. */
const longLength = 4_096;

/** Hex SHA-256 of `text` as UTF-8, of a long one by the platform. */
export async function digestOf(text: string): Promise<string> {
  if (text.length < longLength) return sha256Hex(text);
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return hexOf(new Uint8Array(digest));
}
