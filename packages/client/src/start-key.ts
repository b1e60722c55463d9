/** The key of a start. A start under the same key finds the same execution. */
export function keyed<Options extends { readonly idempotencyKey?: string | null | undefined }>(options: Options) {
  return { ...options, idempotencyKey: options.idempotencyKey ?? randomKey() };
}

/** Unlike `randomUUID`, it is there in pages over `http:` too. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
