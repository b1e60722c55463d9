/** The price of a million executions on the price list of the platform, from the measured use of one. */
import { priceList } from "./price-list.mjs";

/**
 * `use` is of one execution: `{ workerRequests, workerCpuMs, calls, alarmRuns, alarmsSet, rowsWritten, rowsRead, activeMs }`. Gives US
 * dollars for a million, by billed item, and the sum.
 */
export function priceOfExecutions(use) {
  const gigabyteSeconds = (use.activeMs / 1_000) * priceList.objectGigabytes;
  return summed({
    workerRequests: use.workerRequests * priceList.workerRequests,
    workerCpu: use.workerCpuMs * priceList.workerCpuMs,
    objectRequests: (use.calls + use.alarmRuns) * priceList.objectRequests,
    objectTime: gigabyteSeconds * priceList.objectGigabyteSeconds,
    rows: (use.rowsWritten + use.alarmsSet) * priceList.rowsWritten + use.rowsRead * priceList.rowsRead,
  });
}

/** The same of an instance of Cloudflare Workflows: one request for the Worker that makes it, one for itself. */
export function priceOfWorkflows({ steps, workerCpuMs }) {
  return summed({
    workerRequests: 2 * priceList.workerRequests,
    workerCpu: workerCpuMs * priceList.workerCpuMs,
    steps: steps * priceList.workflowSteps,
  });
}

function summed(parts) {
  return { ...parts, total: Object.values(parts).reduce((sum, part) => sum + part, 0) };
}
