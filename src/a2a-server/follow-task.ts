/**
 * A task as its events describe it, for streams and for callers that wait. The states come from the events alone, so that all followers see
 * the same ones in the same order, wherever they began.
 */
import { StreamResponse } from "@a2a-js/sdk";
import type { RecordedEvent } from "../execution/events/event.ts";
import type { ExecutionView } from "../execution/views/execution-view.ts";
import { givesText, storedOutputForm } from "../execution/views/output-form.ts";
import {
  artifactsOf,
  outputArtifact,
  questionParts,
  type TaskIdentity,
  taskMetadata,
  taskStatusOf,
} from "../execution/views/task-projection.ts";
import {
  isTaskAtRest,
  isTerminalTask,
  standingAfter,
  standingOfView,
  type TaskState,
  taskState,
} from "../execution/views/task-state.ts";
import type { JsonObject } from "../json/json.ts";
import type { HumanInputRequest } from "../plan/human-input.ts";
import { withConnectLink, withConnectLinks } from "./connect-links.ts";
import type { A2aSession } from "./ports.ts";
import { taskNow, valuesOf } from "./read-task.ts";

const heartbeatMs = 15_000;

/** Waits until the state of the task `isOver`, which is by default that it has ended or needs somebody, `ms` at most. Gives the latest view. */
export async function viewAtRest(
  view: ExecutionView,
  ms: number,
  session: A2aSession,
  isOver: (state: TaskState) => boolean = isTaskAtRest,
): Promise<ExecutionView> {
  const { clients, signal } = session;
  let standing = standingOfView(view);
  if (isOver(taskState(standing)) || ms <= 0) return view;
  const both = AbortSignal.any([signal, AbortSignal.timeout(ms)]);
  const pages = clients.executions.watch(view.execution, { after: view.sequence, heartbeatMs, signal: both });
  for await (const { events } of pages) {
    for (const { event } of events) standing = standingAfter(standing, event);
    if (isOver(taskState(standing))) break;
  }
  return (await clients.executions.read(view.execution, true)) ?? view;
}

/**
 * The stream of a task: its current state, then its changes, to its end. It also ends when the task begins to wait for a person. One that
 * waits from the beginning ends the stream of a MESSAGE with that status, and leaves that of a SUBSCRIPTION open for the answer. `onBeat`
 * is called while nothing happens and the task is known to be there.
 */
export async function* taskStream(
  view: ExecutionView,
  identity: TaskIdentity,
  session: A2aSession,
  origin: "MESSAGE" | "SUBSCRIPTION",
  onBeat: () => void,
): AsyncGenerator<StreamResponse, void, undefined> {
  yield { payload: { $case: "task", value: await taskNow(view, identity, session) } };
  const { clients, signal } = session;
  const { execution } = view;
  let standing = standingOfView(view);
  if (isTerminalTask(taskState(standing))) return;
  if (origin === "MESSAGE" && isTaskAtRest(taskState(standing))) {
    const shown = await withConnectLinks(view, session);
    yield update("statusUpdate", identity, { status: taskStatusOf(shown, identity), metadata: taskMetadata(view) });
    return;
  }
  const { message } = await valuesOf(view, session);
  const isText = givesText(view.callable) && storedOutputForm(message) !== "DATA";
  const pages = clients.executions.watch(execution, { after: view.sequence, heartbeatMs, signal });
  for await (const { events } of pages) {
    if (events.length === 0) onBeat();
    for (const record of events) {
      const before = taskState(standing);
      standing = standingAfter(standing, record.event);
      const state = taskState(standing);
      const written = isText ? textChunk(record) : undefined;
      if (written !== undefined) yield update("artifactUpdate", identity, written);
      if (isTerminalTask(state)) {
        const ended = await clients.executions.read(execution, true);
        if (ended !== null) yield* ending(ended, identity, session);
        return;
      }
      const asked = questionIn(record);
      const question = asked && (await withConnectLink(asked, view.subject, session));
      if (state === before && question === undefined) continue;
      yield update("statusUpdate", identity, { status: statusAt(state, record, question, identity) });
      if (isTaskAtRest(state)) return;
    }
  }
}

/** The results of the task, then its end. */
async function* ending(view: ExecutionView, identity: TaskIdentity, session: A2aSession) {
  for (const artifact of artifactsOf(view, await valuesOf(view, session))) {
    yield update("artifactUpdate", identity, { artifact, append: false, lastChunk: true });
  }
  yield update("statusUpdate", identity, { status: taskStatusOf(view, identity), metadata: taskMetadata(view) });
}

/**
 * The text of an agent while it is written, as a chunk of the artifact that holds it at the end. A chunk at the beginning of a text
 * replaces the text of an earlier call.
 */
function textChunk({ event, hidden }: RecordedEvent): JsonObject | undefined {
  if (hidden || event.kind !== "TextProduced") return undefined;
  const parts = [{ text: event.text, mediaType: "text/plain" }];
  return {
    artifact: { artifactId: outputArtifact, name: outputArtifact, parts },
    append: event.offset > 0,
    lastChunk: false,
  };
}

function questionIn({ event }: RecordedEvent): HumanInputRequest | undefined {
  return event.kind === "StepWaiting" && event.waitsFor === "PERSON" ? event.request : undefined;
}

function statusAt(
  state: string,
  { occurredAt, sequence }: RecordedEvent,
  question: HumanInputRequest | undefined,
  identity: TaskIdentity,
): JsonObject {
  const timestamp = new Date(occurredAt).toISOString();
  if (question === undefined) return { state, timestamp };
  const messageId = `${identity.taskId}/${sequence}`;
  const parts = questionParts(question);
  return { state, timestamp, message: { messageId, ...identity, role: "ROLE_AGENT", parts } };
}

function update(
  kind: "artifactUpdate" | "statusUpdate",
  { contextId, taskId }: TaskIdentity,
  body: JsonObject,
): StreamResponse {
  return StreamResponse.fromJSON({ [kind]: { taskId, contextId, ...body } });
}
