/** The text of the generated module for a schema. */
export function schemaModule(schemaText: string): Promise<string>;

/** Writes the module, or with `check` only compares. Returns the names of the files that were or would be changed. */
export function generateSchema(options?: { readonly check?: boolean }): Promise<readonly string[]>;
