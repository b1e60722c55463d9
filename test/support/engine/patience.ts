/** For whoever waits for a condition: ends what hangs, and is more than the busiest machine needs. */
export const patience = { timeout: 15_000 };
