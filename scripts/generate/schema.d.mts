/** The texts of the generated modules for a schema, by the names of their files: its types, and those of its resolvers. */
export function schemaModules(schemaText: string): Promise<Readonly<Record<string, string>>>;

/** Writes the modules, or with `check` only compares. Returns the names of the files that were or would be changed. */
export function generateSchema(options?: { readonly check?: boolean }): Promise<readonly string[]>;
