/**
 * The metadata of an execution as an `ExecutionResponse` (H12). For a question that an agent answered it is that agent's own metadata, as
 * received. Otherwise it is about the calls of this software. The consumption of the execution's models stands beside both.
 */
import { isJsonObject, type JsonObject, objectOf, ownValue, utf8Bytes } from "../../json/json.ts";
import { answeringStep } from "../state/planned-step.ts";
import type { ReadValue } from "../state/read-reference.ts";
import { type ExecutionState, nodeAt, stepAt } from "../state/state.ts";
import { usageOf } from "../state/status.ts";
import { truncated } from "./step-output.ts";

/** Bytes of JSON that the metadata of an agent may be. */
const metadataBytes = 262_144;

/** The keys of the document's example come first. A value of an agent wins; null counts as absent (R17). */
export function responseMetadata(
  state: ExecutionState,
  finished: NonNullable<ExecutionState["finished"]>,
  read: ReadValue,
): JsonObject {
  const { inputTokens, modelCalls, outputTokens } = usageOf(state);
  const agent = answeringStep(state);
  const ofAll = { model_calls: modelCalls, input_tokens: inputTokens, output_tokens: outputTokens };
  if (agent === undefined) return { ...ownMetadata(state, finished), ...ofAll };
  const members = Object.entries(metadataMembers(state, agent, read)).filter(([, value]) => value !== null);
  const { agent_version, duration_ms, tool_used, ...further } = objectOf(members);
  return {
    duration_ms: duration_ms ?? finished.at - state.createdAt,
    ...(tool_used !== undefined && { tool_used }),
    ...(agent_version !== undefined && { agent_version }),
    ...ofAll,
    ...further,
  };
}

/** Metadata of this software about its own work. `tool_used` names each callable once. */
export function ownMetadata(state: ExecutionState, { at }: NonNullable<ExecutionState["finished"]>): JsonObject {
  return {
    duration_ms: at - state.createdAt,
    tool_used: [...new Set(calledNames(state))],
    agent_version: state.pinned.codeVersion,
  };
}

/** The metadata of the agent behind the step. Empty if its answer broke the contract, because it may answer another question (H8). */
function metadataMembers(state: ExecutionState, ordinal: number, read: ReadValue): JsonObject {
  const { content, failure } = stepAt(state, ordinal);
  if (content === undefined || failure?.code === "PROTOCOL") return {};
  const kept = read(content);
  const metadata = isJsonObject(kept) ? ownValue(kept, "metadata") : undefined;
  if (!isJsonObject(metadata)) return {};
  const bytes = utf8Bytes(JSON.stringify(metadata));
  return bytes > metadataBytes ? truncated(bytes) : metadata;
}

function calledNames(state: ExecutionState): readonly string[] {
  return state.steps.all.flatMap((_, ordinal) => {
    const { step } = nodeAt(state, ordinal);
    const { callId, reused } = stepAt(state, ordinal);
    return step.kind === "TOOL" && callId !== undefined && !reused ? [step.callableName] : [];
  });
}
