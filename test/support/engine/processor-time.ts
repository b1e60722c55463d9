/** Bounds of what is computed: in time of the processor, because on a machine that is busy any computation takes any time. */

/**
 * Processor time of this thread so far, in milliseconds. Only in Node.
 *
 * @example const begun = processorMs(); compute(); expect(processorMs() - begun).toBeLessThan(1_000);
 */
export function processorMs(): number {
  const { system, user } = process.threadCpuUsage();
  return (system + user) / 1_000;
}
