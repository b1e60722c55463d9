/** The end of an ID, enough to distinguish executions. The whole ID is always one click away. */
export function shortId(id: string): string {
  return id.slice(-8);
}
