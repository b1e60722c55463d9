/**
 * JSON-RPC request ids that are unique without coordination: they go up from a random integer below 2^53. A session is shared by every
 * execution that pinned it, and a client that counts from 0 in each of them would make two calls with the same id, which could get each
 * other's answers.
 */
export class RequestIds {
  #last = randomInteger();

  next(): number {
    this.#last = (this.#last + 1) % Number.MAX_SAFE_INTEGER;
    return this.#last;
  }
}

function randomInteger(): number {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
  return (high & 0x1f_ff_ff) * 2 ** 32 + low;
}
