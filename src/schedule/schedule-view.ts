/** A schedule as its object returns it, and the requests to that object. Plain data, because it passes between objects. */
import type { Confinement } from "../access/audience.ts";
import { hashOfParts } from "../json/effect-key.ts";
import type { RunRecord, ScheduledRun, ScheduleRules, ScheduleState } from "./schedule.ts";

/** Which mutation a run is as. Its input is stored as it was sent and checked. */
export type ScheduledRunKind = "EXECUTE_PLAN" | "INVOKE_WORKFLOW" | "ASK";

/** The facts that are fixed when a schedule is created, or changed in place. */
export interface ScheduleFacts extends Confinement {
  readonly tenant: string;
  readonly name: string;
  /** Unique among all schedules that ever had the name, so that no run of one is taken for one of another. */
  readonly incarnation: string;
  readonly description: string | null;
  readonly rules: ScheduleRules;
  readonly runKind: ScheduledRunKind;
  /** Hex SHA-256 of the last change. */
  readonly fingerprint: string;
  readonly createdAt: number;
  readonly createdBy: string;
  /** The latest change in place. Absent if there was none. */
  readonly changed?: ScheduleChange;
  /** Those of `actingSubject`, of then. */
  readonly scopes: readonly string[];
}

export interface ScheduleChange {
  /** How many there were, this one included. */
  readonly revision: number;
  readonly at: number;
  readonly by: string;
}

/**
 * The subject for whom the runs of a schedule act: the last one to set its run and its times. So a schedule cannot be used to exceed one's
 * own permissions.
 */
export function actingSubject({ changed, createdBy }: ScheduleFacts): string {
  return changed?.by ?? createdBy;
}

export interface ScheduleView {
  readonly facts: ScheduleFacts;
  readonly state: ScheduleState;
}

/** A record with the time at which it was made, Unix milliseconds. */
export type RunEntry = RunRecord & { readonly at: number; readonly sequence: number };

export interface CreateScheduleRequest {
  readonly facts: ScheduleFacts;
  /** JSON of the input of the mutation that a run is as. */
  readonly input: string;
  /** Schedules that the tenant may have. */
  readonly maximum: number;
  /** Schedules that one subject of it may have. Absent, as 0, for no cap of its own. */
  readonly maximumOfSubject?: number;
}

export type CreateScheduleResult =
  | { readonly kind: "CREATED"; readonly replayed: boolean; readonly view: ScheduleView }
  /** Another schedule has the name. */
  | { readonly kind: "NAME_TAKEN" }
  /** `ofSubject`: the cap is that of one subject. */
  | { readonly kind: "LIMIT_EXCEEDED"; readonly maximum: number; readonly found: number; readonly ofSubject?: true };

/** The replacement of a schedule's facts. Its name and its past stay. */
export interface UpdateScheduleRequest {
  readonly name: string;
  /** Of the schedule that is meant, so that a later one of the same name is not. */
  readonly incarnation: string;
  readonly facts: Pick<ScheduleFacts, "description" | "rules" | "runKind" | "fingerprint" | "scopes">;
  readonly by: string;
  /** As of `CreateScheduleRequest`. */
  readonly input: string;
}

export type UpdateScheduleResult =
  | { readonly kind: "UPDATED"; readonly replayed: boolean; readonly view: ScheduleView }
  | { readonly kind: "NOT_FOUND" };

export type TriggerResult =
  | { readonly kind: "TRIGGERED"; readonly replayed: boolean; readonly view: ScheduleView }
  /** A run is on its way, or too many wait. */
  | { readonly kind: "BUSY"; readonly view: ScheduleView }
  | { readonly kind: "NOT_FOUND" };

/** A run that is to be started, with all that it is started with. */
export interface RunRequest {
  readonly facts: ScheduleFacts;
  readonly run: ScheduledRun;
  readonly input: string;
}

/** The key of a run (E1). */
export function runKey({ incarnation }: ScheduleFacts, { runId }: ScheduledRun): string {
  return hashOfParts([incarnation, runId]);
}
