/** Lists in SQL. */

/** A condition on an expression: it is one of a list. One parameter for a list of any length, because a statement has at most 100. */
export const inList = "IN (SELECT value FROM json_each(?))";

/** The value of the parameter of `inList`. */
export function boundList(values: readonly (string | number)[]): string {
  return JSON.stringify(values);
}
