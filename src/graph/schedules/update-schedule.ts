/**
 * `Mutation.updateSchedule`: another timing, other policies and another run in place of those that a schedule has. Everything is checked as for a
 * new one, with the rights of the caller, for whom its runs act from now on.
 */
import { audienceOf, mayAccess } from "../../access/audience.ts";
import { hashOfParts } from "../../json/effect-key.ts";
import type { Json } from "../../json/json.ts";
import { actingSubject, type ScheduleView } from "../../schedule/schedule-view.ts";
import type { GraphContext } from "../base/graph-context.ts";
import { nodeNamed } from "../base/node-id.ts";
import { requireScope } from "../base/required-scopes.ts";
import type { UpdateScheduleInput } from "../base/schema.generated.ts";
import { generalError, type UserErrorSource } from "../base/user-errors.ts";
import { checkRun, runInput } from "./check-run.ts";
import { noSchedule } from "./control-schedule.ts";
import type { CreateSchedulePayload } from "./create-schedule.ts";

/** Changes a schedule, or returns the result of the same request before. */
export async function updateSchedule(
  input: UpdateScheduleInput,
  context: GraphContext,
): Promise<CreateSchedulePayload> {
  if (input.overlap === "REPLACE") requireScope(context, "EXECUTION_CONTROL", "overlap");
  const { caller, clients, now, settings } = context;
  const { scheduleId, ...wanted } = input;
  const node = await nodeNamed(scheduleId, "SCHEDULE", context);
  const changed = node === undefined ? undefined : await clients.schedules.read(node.name);
  if (changed === undefined) return refused([noSchedule]);
  if (input.overlap === "REPLACE" && !mayCancelRuns(changed, context)) return refused([notReplaced]);
  // Loaded late, with the library that reads cron expressions: most requests are about no schedule.
  const { readRules } = await import("./schedule-rules.ts");
  const run = runInput(input.run);
  const parsed = readRules(input, { caps: settings.schedules, now: now(), changed });
  const { errors, warnings } = await checkRun(run, "change", context);
  if (!parsed.ok || errors.length > 0) return refused([...(parsed.ok ? [] : parsed.errors), ...errors]);
  const { group, visibility } = run.input.options ?? {};
  const has = { visibility: changed.facts.visibility ?? "TENANT", group: changed.facts.group };
  if (visibility != null && (visibility !== has.visibility || (group ?? undefined) !== has.group))
    return refused([anotherVisibility]);
  const answer = await clients.schedules.update({
    name: changed.facts.name,
    incarnation: changed.facts.incarnation,
    by: caller.subject,
    facts: {
      description: input.description ?? null,
      rules: parsed.rules,
      runKind: run.kind,
      // Coerced input is plain JSON, and no deeper than `checkRun` allows. A schedule that was created so has another fingerprint.
      fingerprint: hashOfParts(["UPDATE", JSON.parse(JSON.stringify(wanted)) as Json]),
      scopes: caller.scopes,
    },
    input: JSON.stringify(run.input),
  });
  if (answer.kind === "NOT_FOUND") return refused([noSchedule]);
  return { schedule: { schedule: answer.view }, replayed: answer.replayed, warnings, errors: [] };
}

/** A run on its way may have begun for either of them. */
function mayCancelRuns({ facts }: ScheduleView, { caller }: GraphContext): boolean {
  const owners = [facts.createdBy, actingSubject(facts)];
  return owners.every((subject) => mayAccess(caller, audienceOf({ ...facts, subject }), "CONTROL"));
}

const notReplaced = generalError(
  "INVALID_INPUT",
  "Cannot change the schedule: required EXECUTION_CONTROL over its runs for the overlap REPLACE, which cancels them, found it over others only; create a schedule of your own",
  ["input", "overlap"],
);

const anotherVisibility = generalError(
  "INVALID_INPUT",
  "Cannot change the schedule: required the visibility that it was created with, or none, found another; create a schedule with that one",
  ["input", "run"],
);

function refused(errors: readonly UserErrorSource[]): CreateSchedulePayload {
  return { schedule: undefined, replayed: false, warnings: [], errors };
}
