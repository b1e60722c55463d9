/**
 * The price list of the platform, as far as executions are billed by it: US dollars for a million units on the paid plan, without the
 * amounts that are included. Read on `readOn`; `sources` says where.
 */
export const priceList = {
  readOn: "2026-11-22",
  sources: [
    "https://developers.cloudflare.com/durable-objects/platform/pricing/",
    "https://developers.cloudflare.com/workers/platform/pricing/",
    "https://developers.cloudflare.com/workflows/reference/pricing/",
    "https://developers.cloudflare.com/changelog/post/2026-07-07-workflows-billing-updates/",
  ],
  workerRequests: 0.3,
  /** Milliseconds. Waiting is free. */
  workerCpuMs: 0.02,
  /** Calls and alarms that reach an object. */
  objectRequests: 0.15,
  /** A second in which an object is active is billed as 128 MB, for every use of memory. */
  objectGigabyteSeconds: 12.5,
  objectGigabytes: 0.128,
  /** Rows of every table and index, alarms set, and rows deleted. */
  rowsWritten: 1,
  rowsRead: 0.001,
  /** 0.80 for 100,000, billed since August 2026. */
  workflowSteps: 8,
};
