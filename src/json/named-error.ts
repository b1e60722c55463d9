/**
 * Errors that are recognised by their name. Tests and tools load the built Worker beside the source: each has copies of the classes that
 * both share. An instance of one copy is no instance of the other, so only the name connects them.
 */

/** Whether `value` is an error of that name. To be the `Symbol.hasInstance` of its class. */
export function isErrorNamed(value: unknown, name: string): boolean {
  return value instanceof Error && value.name === name;
}
