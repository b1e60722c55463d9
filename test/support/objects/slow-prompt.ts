/**
 * What the platform bills for a prompt whose plan and answer a model takes five seconds each for, with five calls between them. A test counts it
 * exactly; another prices it for `docs/performance.md`.
 */
export const slowPrompt = {
  modelMs: 5_000,
  /** The object of the execution, which is its own: a host takes no prompt. Its table is among the rows. */
  execution: { calls: ["start", "alarm"], rowsWritten: 10, alarmsSet: 3 },
  index: { calls: ["put", "put"], rowsWritten: 5, alarmsSet: 0 },
  tenant: { calls: ["noteModelUsage"], rowsWritten: 3, alarmsSet: 0 },
} as const;
