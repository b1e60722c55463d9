/**
 * Logs and counts a report that could not be delivered. The report itself is repeated until it is acknowledged.
 */
import { faultText } from "../../json/fault-text.ts";
import { executionKeys, type KeyedExecution } from "../ports/execution-keys.ts";
import type { Meter } from "../ports/meter.ts";

/** Who was to be notified. */
export type ReportTarget = "child" | "conversation" | "execution" | "index" | "mailbox" | "parent";

export interface ReportingExecution extends KeyedExecution {
  readonly tenant: string;
}

/** `from` is null where nothing is known of the execution. */
export function reportFailed(
  to: ReportTarget,
  from: ReportingExecution | undefined,
  error: unknown,
  meter: Meter | undefined,
): void {
  const keys = from === undefined ? {} : executionKeys(from);
  console.warn(JSON.stringify({ log: "report_failed", to, ...keys, error: faultText(error) }));
  if (from !== undefined) meter?.count("report_failed", from.tenant, { dimensions: { to }, values: {} });
}
