/** Idempotency keys. They are made over plain HTTP too, where `crypto.randomUUID` is missing. */

/** A key of 128 random bits. `purpose` stands before them: "dashboard". */
export function newKey(purpose: string): string {
  const random = crypto.getRandomValues(new Uint32Array(4));
  return `${purpose}-${[...random].map((part) => part.toString(36)).join("-")}`;
}
