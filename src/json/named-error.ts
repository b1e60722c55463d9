/**
 * Errors that are recognised by their name. The model adapter is a bundle of its own (`scripts/model-adapter.mjs`) with its own copies of the
 * classes that it shares with the Worker. An instance of one copy is no instance of the other, so only the name connects them.
 */

/** Whether `value` is an error of that name. To be the `Symbol.hasInstance` of its class. */
export function isErrorNamed(value: unknown, name: string): boolean {
  return value instanceof Error && value.name === name;
}
