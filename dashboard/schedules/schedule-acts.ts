/** The actions on a schedule from its row. They return the problem, null if the action was done. */

import type { Problem } from "../api/problem.ts";
import type { Answer } from "../api/request.ts";
import { request } from "../api/request.ts";
import type { ListedSchedule } from "./schedule-words.ts";
import { deleteSchedule, pauseSchedule, resumeSchedule, triggerSchedule } from "./schedules.generated.ts";

export type ScheduleAct = "PAUSE" | "RESUME" | "TRIGGER" | "DELETE";

export const actDone: Readonly<Record<ScheduleAct, string>> = {
  PAUSE: "paused",
  RESUME: "resumed",
  TRIGGER: "set to run now",
  DELETE: "deleted",
};

export async function act(kind: ScheduleAct, { id: scheduleId }: Pick<ListedSchedule, "id">): Promise<Problem | null> {
  const input = { scheduleId };
  switch (kind) {
    case "PAUSE":
      return problemOf(await request(pauseSchedule, { input }), ({ pauseSchedule: payload }) => payload);
    case "RESUME":
      return problemOf(await request(resumeSchedule, { input }), ({ resumeSchedule: payload }) => payload);
    case "TRIGGER":
      return problemOf(await request(triggerSchedule, { input }), ({ triggerSchedule: payload }) => payload);
    case "DELETE":
      return problemOf(await request(deleteSchedule, { input }), ({ deleteSchedule: payload }) => payload);
  }
}

function problemOf<Data>(
  answer: Answer<Data>,
  payload: (data: Data) => { readonly errors: readonly Problem[] } | null,
): Problem | null {
  if (!answer.ok) return answer.problem;
  return payload(answer.data)?.errors[0] ?? answer.problems[0] ?? null;
}
