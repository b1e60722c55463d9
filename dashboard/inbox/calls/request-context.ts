/**
 * The arguments of the calls that wait, for the rows of the list. Each is read once from its execution, a few at a time and for the first
 * rows alone, because the list itself comes from an index that has no values.
 */
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { inTurns } from "../../api/in-turns.ts";
import { request } from "../../api/request.ts";
import type { Asked } from "../inbox-order.ts";
import { requestContext } from "./request-context.generated.ts";

const mostRead = 30;
const atATime = 3;

const previews = signal<ReadonlyMap<string, string>>(new Map());
const asked = new Set<string>();

/** Whether a request is about a call, whose arguments its row shows. */
export function isAboutCall({ callableName, purpose }: Asked): boolean {
  return callableName !== null && purpose === "APPROVAL";
}

/** The known arguments of `requests`, by the ID of the request. Reads the rest. */
export function usePreviews(requests: readonly Asked[]): ReadonlyMap<string, string> {
  const wanted = requests.filter(isAboutCall).slice(0, mostRead);
  useEffect(() => {
    const unread = wanted.filter(({ id }) => !asked.has(id));
    for (const { id } of unread) asked.add(id);
    void inTurns(unread, atATime, read);
  }, [wanted.map(({ id }) => id).join(" ")]);
  return previews.value;
}

async function read({ id }: Asked): Promise<void> {
  const answer = await request(requestContext, { id });
  const node = answer.ok ? answer.data.node : null;
  const preview = node?.__typename === "HumanInputRequest" ? node.context?.preview : undefined;
  if (preview === undefined) asked.delete(id);
  else previews.value = new Map(previews.peek()).set(id, preview);
}
