/** The text of a GraphQL operation, with the shapes of its variables and its data. Texts and shapes are generated from `*.graphql`. */

declare const shapes: unique symbol;

export type Operation<Result, Variables> = string & { readonly [shapes]?: (variables: Variables) => Result };
