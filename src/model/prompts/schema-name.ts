/** The name under which a provider is handed the schema of an answer. */

/** Providers bound its characters and its length. */
export function schemaName(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]/g, "_").slice(0, 64) || "output";
}
