/** The text of a GraphQL operation, with the shapes of its variables and its data. Texts and shapes are generated from `*.graphql`. */

declare const shapes: unique symbol;

export type Operation<Result, Variables> = string & { readonly [shapes]?: (variables: Variables) => Result };

/** Kind and name of an operation as its text says them. */
export function nameOf(operation: string): string {
  return /^\s*(?:query|mutation|subscription)\s+(\w+)/.exec(operation)?.[1] ?? "";
}
