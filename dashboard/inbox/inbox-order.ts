/** Which requests the list shows, and in which order. */
import type { PendingRequestsQuery } from "./inbox-list.generated.ts";

/** A request as the list knows it. */
export type Asked = NonNullable<PendingRequestsQuery["humanInputRequests"]>["nodes"][number];

/** The one that lapses soonest first, those that never lapse last, the oldest of equals first. */
export function soonestFirst(requests: Iterable<Asked>): readonly Asked[] {
  const lapses = ({ expiresAt }: Asked) => (expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(expiresAt));
  return [...requests].sort((left, right) => {
    const [a, b] = [lapses(left), lapses(right)];
    if (a !== b) return a < b ? -1 : 1;
    return Date.parse(left.createdAt) - Date.parse(right.createdAt) || (left.id < right.id ? -1 : 1);
  });
}

/** Those with every word of `text`: in the question, the title of the execution, the step or the callable. */
export function matching(requests: readonly Asked[], text: string): readonly Asked[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return requests;
  return requests.filter(({ callableName, execution, id, kind, prompt, stepId }) => {
    const where = [prompt, execution?.title, stepId, callableName, kind, id].join("\n").toLowerCase();
    return words.every((word) => where.includes(word));
  });
}

/** The request to go to once the one at `id` is done with: the next below it, else the first that is left. */
export function nextOf(requests: readonly Asked[], id: string): Asked | null {
  const at = requests.findIndex((request) => request.id === id);
  const others = requests.filter((request) => request.id !== id);
  return others[Math.max(0, at)] ?? others[0] ?? null;
}
