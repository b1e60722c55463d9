/**
 * Errors that are known by their name. The model adapter is a bundle of its own (`scripts/model-adapter.mjs`) with copies of the classes that
 * it shares with the Worker, and an instance of one copy is none of the other: without this, neither would know what the other threw.
 */

/** Whether `value` is an error of that name. To be the `Symbol.hasInstance` of its class. */
export function isErrorNamed(value: unknown, name: string): boolean {
  return value instanceof Error && value.name === name;
}
