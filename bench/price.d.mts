// What the tests use of `price.mjs`.

export interface ExecutionUse {
  readonly workerRequests: number;
  readonly workerCpuMs: number;
  readonly calls: number;
  readonly alarmRuns: number;
  readonly alarmsSet: number;
  readonly rowsWritten: number;
  readonly rowsRead: number;
  readonly activeMs: number;
}

/** US dollars for a million executions. */
export function priceOfExecutions(use: ExecutionUse): {
  readonly objectRequests: number;
  readonly objectTime: number;
  readonly rows: number;
  readonly total: number;
};
