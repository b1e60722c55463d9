/** The names that a file registers. Pure. */

/** In the order of the file, agents first. */
export function namesIn(document: unknown): readonly string[] {
  if (typeof document !== "object" || document === null) return [];
  const { agents, workflows } = document as { readonly agents?: unknown; readonly workflows?: unknown };
  return [agents, workflows].flatMap((list) => (Array.isArray(list) ? list.map(nameOf) : []));
}

function nameOf(entry: unknown): string {
  const name = typeof entry === "object" && entry !== null ? (entry as { readonly name?: unknown }).name : undefined;
  return typeof name === "string" ? name : "without a name";
}
