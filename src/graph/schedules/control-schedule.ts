/** Pausing, resuming, triggering and deleting a schedule. An id of another tenant reaches no object. */
import type { ScheduleView } from "../../schedule/schedule-view.ts";
import type { GraphContext } from "../base/graph-context.ts";
import { nodeNamed } from "../base/node-id.ts";
import type {
  DeleteScheduleInput,
  PauseScheduleInput,
  ResumeScheduleInput,
  TriggerScheduleInput,
} from "../base/schema.generated.ts";
import type { ScheduleSource } from "../base/sources.ts";
import { type DeletePayload, generalError, type UserErrorSource } from "../base/user-errors.ts";

const maxKeyLength = 255;
const maxNoteLength = 1_000;
const place = ["input", "scheduleId"];

/** The same for a schedule that the caller may not see, or may see and not control. */
export const noSchedule = generalError(
  "NOT_FOUND",
  "Cannot find the schedule: required the id of one that belongs to the caller, or of another one that it may see, with the scope EXECUTION_CONTROL",
  place,
);

export interface SchedulePayload {
  readonly schedule: ScheduleSource | undefined;
  readonly errors: readonly UserErrorSource[];
}

export interface TriggerPayload extends SchedulePayload {
  readonly replayed: boolean;
}

export async function pauseSchedule(
  { note, scheduleId }: PauseScheduleInput,
  context: GraphContext,
): Promise<SchedulePayload> {
  const length = note?.length ?? 0;
  if (length > maxNoteLength) {
    const message = `Cannot pause the schedule: required a note of at most ${maxNoteLength} characters, found ${length}`;
    return { schedule: undefined, errors: [generalError("INVALID_INPUT", message, ["input", "note"])] };
  }
  const { caller, clients } = context;
  return changed(scheduleId, context, (name) => clients.schedules.pause(name, caller.subject, note ?? null));
}

export function resumeSchedule({ scheduleId }: ResumeScheduleInput, context: GraphContext): Promise<SchedulePayload> {
  return changed(scheduleId, context, (name) => context.clients.schedules.resume(name));
}

/** Errors: no such schedule, a key that is none, a run on its way. */
export async function triggerSchedule(
  { idempotencyKey, scheduleId }: TriggerScheduleInput,
  context: GraphContext,
): Promise<TriggerPayload> {
  const refused = (error: UserErrorSource): TriggerPayload => {
    return { schedule: undefined, replayed: false, errors: [error] };
  };
  const key = idempotencyKey ?? context.randomHex(16);
  if (key.length < 1 || key.length > maxKeyLength) {
    const message = `Cannot trigger the schedule: required a key of 1 to ${maxKeyLength} characters, found ${key.length}`;
    return refused(generalError("INVALID_INPUT", message, ["input", "idempotencyKey"]));
  }
  const node = await nodeNamed(scheduleId, "SCHEDULE", context);
  if (node === undefined) return refused(noSchedule);
  const answer = await context.clients.schedules.trigger(node.name, key);
  switch (answer.kind) {
    case "NOT_FOUND":
      return refused(noSchedule);
    case "BUSY": {
      const found =
        answer.view.facts.rules.overlap === "SKIP" ? "found one on its way" : "found as many waiting as may";
      const message = `Cannot trigger the schedule: required no run before it, as its policy for overlaps is ${answer.view.facts.rules.overlap}, ${found}`;
      return refused(generalError("SCHEDULE_BUSY", message, place));
    }
    case "TRIGGERED":
      return { schedule: { schedule: answer.view }, replayed: answer.replayed, errors: [] };
  }
}

export async function deleteSchedule(
  { scheduleId }: DeleteScheduleInput,
  context: GraphContext,
): Promise<DeletePayload> {
  const node = await nodeNamed(scheduleId, "SCHEDULE", context);
  const isDeleted = node !== undefined && (await context.clients.schedules.delete(node.name));
  return isDeleted ? { deletedId: scheduleId, errors: [] } : { deletedId: undefined, errors: [noSchedule] };
}

async function changed(
  id: string,
  context: GraphContext,
  change: (name: string) => Promise<ScheduleView | undefined>,
): Promise<SchedulePayload> {
  const node = await nodeNamed(id, "SCHEDULE", context);
  const schedule = node === undefined ? undefined : await change(node.name);
  return schedule === undefined
    ? { schedule: undefined, errors: [noSchedule] }
    : { schedule: { schedule }, errors: [] };
}
