// What the tests use of `graphiql-examples.mjs`.
export const graphiqlExamples: readonly string[];
