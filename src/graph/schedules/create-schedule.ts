/** `Mutation.createSchedule`: everything is checked here, then one call of the object stores the schedule. */
import { givenConfinement } from "../../access/given-visibility.ts";
import { hashOfParts } from "../../json/effect-key.ts";
import type { Json } from "../../json/json.ts";
import type { ScheduleFacts } from "../../schedule/schedule-view.ts";
import type { GraphContext } from "../base/graph-context.ts";
import { requireScope } from "../base/required-scopes.ts";
import type { CreateScheduleInput, PlanWarning } from "../base/schema.generated.ts";
import type { ScheduleSource } from "../base/sources.ts";
import { generalError, type UserErrorSource } from "../base/user-errors.ts";
import { checkRun, runInput } from "./check-run.ts";

export interface CreateSchedulePayload {
  readonly schedule: ScheduleSource | undefined;
  readonly replayed: boolean;
  readonly warnings: readonly PlanWarning[];
  readonly errors: readonly UserErrorSource[];
}

/** Creates a schedule, or answers with the one that the same request created. */
export async function createSchedule(
  input: CreateScheduleInput,
  context: GraphContext,
): Promise<CreateSchedulePayload> {
  if (input.overlap === "REPLACE") requireScope(context, "EXECUTION_CONTROL", "overlap");
  const { caller, clients, now, randomHex, settings } = context;
  // Loaded late, with the library that reads cron expressions: most requests are about no schedule.
  const { readRules } = await import("./schedule-rules.ts");
  const run = runInput(input.run);
  const parsed = readRules(input, { caps: settings.schedules, now: now(), changed: undefined });
  const { errors, warnings } = await checkRun(run, "create", context);
  if (!parsed.ok || errors.length > 0) return refused([...(parsed.ok ? [] : parsed.errors), ...errors]);
  const facts: ScheduleFacts = {
    tenant: caller.tenant,
    name: input.name,
    incarnation: randomHex(16),
    description: input.description ?? null,
    rules: parsed.rules,
    runKind: run.kind,
    // Coerced input is plain JSON, and no deeper than `checkRun` allows.
    fingerprint: hashOfParts([JSON.parse(JSON.stringify(input)) as Json]),
    createdAt: now(),
    createdBy: caller.subject,
    ...givenConfinement(run.input.options ?? {}, settings.defaultVisibility),
    scopes: caller.scopes,
  };
  const { maxSchedules, maxSchedulesPerSubject = 0 } = settings.schedules;
  const caps = { maximum: maxSchedules, maximumOfSubject: maxSchedulesPerSubject };
  const answer = await clients.schedules.create({ facts, input: JSON.stringify(run.input), ...caps });
  switch (answer.kind) {
    case "CREATED":
      return { schedule: { schedule: answer.view }, replayed: answer.replayed, warnings, errors: [] };
    case "NAME_TAKEN": {
      const message = `Cannot create the schedule: required a name that is free, found another schedule that is called ${input.name}; change or delete that one`;
      return refused([generalError("INVALID_INPUT", message, ["input", "name"])]);
    }
    case "LIMIT_EXCEEDED": {
      const { found, maximum, ofSubject } = answer;
      const whose = ofSubject === true ? "subject (MAX_SCHEDULES_PER_SUBJECT)" : "tenant (MAX_SCHEDULES)";
      const message = `Cannot create the schedule: required at most ${maximum} schedules of the ${whose}, found ${found} with this one; delete one that has ended`;
      const limit = ofSubject === true ? "maxSchedulesPerSubject" : "maxSchedules";
      return refused([{ code: "LIMIT_EXCEEDED", message, path: ["input"], limit, maximum, found }]);
    }
  }
}

function refused(errors: readonly UserErrorSource[]): CreateSchedulePayload {
  return { schedule: undefined, replayed: false, warnings: [], errors };
}
