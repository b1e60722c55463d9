/**
 * JSON-RPC request ids that are unique without coordination. A session is shared by every execution that pinned it, and the
 * client library counts from 0 in each of them: two calls with the same id in one session could get each other's answers.
 */

/** A random integer below 2^53. */
export function randomRequestId(): number {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
  return (high & 0x1f_ff_ff) * 2 ** 32 + low;
}
