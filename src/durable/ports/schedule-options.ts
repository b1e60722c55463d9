/** The options that a deployment gives the object of a tenant's schedules. */
import type { CancelResult } from "../../execution/commands/start-request.ts";
import type { ExecutionView } from "../../execution/views/execution-view.ts";
import type { StartAnswer } from "../../schedule/next-effect.ts";
import type { RunRequest } from "../../schedule/schedule-view.ts";
import type { ExecutionOptions } from "./execution-options.ts";

/** The run of a schedule. */
export interface ScheduledExecution {
  read(withValues: boolean): Promise<Pick<ExecutionView, "status"> | null>;
  cancel(by: string, reason: string | null): Promise<Pick<CancelResult, "kind">>;
}

export interface ScheduleOptions extends Pick<ExecutionOptions, "clock" | "leaseMs" | "misconfigured"> {
  /** An execution of the tenant, by the name of its object. Opened again for each call: a stub that broke stays broken. */
  readonly execution: (tenant: string, name: string) => ScheduledExecution;
  /** Checks the run of a schedule and starts it, or finds the execution that was started for the same run before (E1). May reject. */
  readonly start: (request: RunRequest) => Promise<StartAnswer>;
}
