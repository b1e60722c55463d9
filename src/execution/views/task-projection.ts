/**
 * An execution as an A2A task, in the JSON form of 1.0. Results are artifacts, never messages (A2A 3.7). The status says in a text why a
 * task failed or what it waits for. Older forms are made from this one at the edge.
 */

import { isJsonObject, type Json, type JsonObject, ownValue } from "../../json/json.ts";
import type { HumanInputRequest } from "../../plan/human-input.ts";
import type { ExecutionView, HumanInputView } from "./execution-view.ts";
import { givesText, type OutputForm, outputFormKey, storedOutputForm } from "./output-form.ts";
import { standingOfView, taskState } from "./task-state.ts";

/** How the task is known outside. */
export interface TaskIdentity {
  readonly taskId: string;
  readonly contextId: string;
}

/** Values of the execution that the task shows. Undefined for absent ones, and for those that retention removed. */
export interface TaskValues {
  readonly message: Json | undefined;
  readonly output: Json | undefined;
  readonly response: Json | undefined;
}

/** Name of the artifact that holds the result. */
export const outputArtifact = "output";
/** Member of metadata for facts that A2A has no word for: the status of the execution, such as `PARTIAL`. */
const statusKey = "dev.planwright/status";

/** The task; `historyLength` null for all of its history, 0 for none. */
export function taskOf(
  view: ExecutionView,
  identity: TaskIdentity,
  values: TaskValues,
  historyLength?: number,
): JsonObject {
  const artifacts = artifactsOf(view, values);
  const history = historyLength === 0 ? [] : historyOf(identity, values);
  return {
    id: identity.taskId,
    contextId: identity.contextId,
    status: taskStatusOf(view, identity),
    ...(artifacts.length > 0 && { artifacts }),
    ...(history.length > 0 && { history }),
    metadata: taskMetadata(view),
  };
}

export function taskMetadata({ archived, status }: Pick<ExecutionView, "archived" | "status">): JsonObject {
  // Retention removed the result and the message. The status states that, so that nobody assumes there were none.
  return { [statusKey]: status, ...(archived !== null && { "dev.planwright/valuesRemoved": true }) };
}

/** State, time (UTC, milliseconds) and, where there is something to say, a message. */
export function taskStatusOf(view: ExecutionView, identity: TaskIdentity): JsonObject {
  const state = taskState(standingOfView(view));
  const parts = statusParts(view);
  return {
    state,
    timestamp: new Date(view.finishedAt ?? view.updatedAt).toISOString(),
    ...(parts.length > 0 && {
      message: {
        messageId: `${identity.taskId}/${view.sequence}`,
        ...identity,
        role: "ROLE_AGENT",
        parts,
      },
    }),
  };
}

/** The status message: the failure in words and as data, otherwise every open question. */
function statusParts({ failure, humanInputs }: ExecutionView): readonly JsonObject[] {
  if (failure !== null) {
    const { code, details, message, retryable, step } = failure;
    return [{ text: message }, { data: { code, message, retryable, details, step }, mediaType: "application/json" }];
  }
  return humanInputs.filter(({ status }) => status === "PENDING").flatMap(humanInputParts);
}

/** A question, and how to answer it. */
function humanInputParts(request: HumanInputView): readonly JsonObject[] {
  const { expiresAt, purpose, step } = request;
  const until = expiresAt === null ? null : new Date(expiresAt).toISOString();
  return questionParts(request, { purpose, step, expiresAt: until });
}

/** The words of a question, its facts, and the link where a person acts outside of the task. */
export function questionParts(
  { kind, link, prompt, requestId }: HumanInputRequest,
  more: JsonObject = {},
): readonly JsonObject[] {
  const data = { requestId, ...more, answer: { accept: "boolean" }, ...(link !== undefined && { link }) };
  const parts = [{ text: prompt }, { data, mediaType: "application/json" }];
  if (kind !== "CONNECT") return parts;
  return [
    ...parts,
    { text: link === undefined ? whereToConnect : `Connect at ${link} The task goes on by itself then.` },
  ];
}

const whereToConnect =
  "Connect in the inbox of the dashboard, or at the address of HumanInputRequest.connectUrl in the GraphQL API. The task goes on by itself then.";

/**
 * The result: structured for workflows and agents that declare an output, text for all other agents, unless the message accepts one of the
 * two alone; the text of an agent whose task failed. Empty before the end.
 */
export function artifactsOf(
  { callable, finishedAt }: ExecutionView,
  { message, output, response }: TaskValues,
): readonly JsonObject[] {
  if (finishedAt === null) return [];
  const form = storedOutputForm(message);
  if (output !== undefined && output !== null) {
    const text = givesText(callable) ? textOf(output) : null;
    return [outputOf(inForm(form, text ?? undefined, output), output)];
  }
  return typeof response === "string" ? [outputOf(form === "DATA" ? undefined : response, response)] : [];
}

/** The output as text, or undefined where it is given as data. `text` is its own text, null for data. */
function inForm(form: OutputForm, text: string | undefined, output: Json): string | undefined {
  if (form === "DATA") return undefined;
  if (form === "ANY" || text !== undefined) return text;
  return typeof output === "string" ? output : (textOf(output) ?? JSON.stringify(output));
}

function outputOf(text: string | undefined, data: Json): JsonObject {
  const part = text === undefined ? { data, mediaType: "application/json" } : { text, mediaType: "text/plain" };
  return { artifactId: outputArtifact, name: outputArtifact, parts: [part] };
}

function textOf(output: Json): string | undefined {
  const text = isJsonObject(output) ? ownValue(output, "text") : undefined;
  return typeof text === "string" ? text : undefined;
}

/** The message that began the task, as it was sent. */
function historyOf(identity: TaskIdentity, { message }: TaskValues): readonly JsonObject[] {
  if (!isJsonObject(message)) return [];
  const noted = ownValue(message, "metadata");
  if (!isJsonObject(noted) || !Object.hasOwn(noted, outputFormKey)) return [{ ...message, ...identity }];
  const { [outputFormKey]: _, ...metadata } = noted;
  return [{ ...message, metadata, ...identity }];
}
