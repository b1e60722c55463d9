/** The end of an ID, to tell executions apart at a glance. The whole one is a click away wherever this is shown. */
export function shortId(id: string): string {
  return id.slice(-8);
}
