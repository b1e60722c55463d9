// What the tests use of `bare-schema.mjs`.

export function bareSchema(schemaText: string): string;
