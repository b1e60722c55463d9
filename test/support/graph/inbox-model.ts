/** The inbox over plain arrays: what the index must answer, however it does. */
import { addresseeKey } from "../../../src/access/address.ts";
import type { InboxPosition, InboxQuery } from "../../../src/execution/views/execution-list.ts";
import type { HumanInputView } from "../../../src/execution/views/execution-view.ts";
import type { InboxItem, InboxSummary } from "../../../src/execution/views/inbox.ts";
import type { ExecutionSummary } from "../../../src/execution/views/summary.ts";

/** An open question of the step `first`, as the view of its execution has it. */
export function askedNamed(requestId: string, createdAt: number, more: Partial<HumanInputView> = {}): HumanInputView {
  return {
    ...{ requestId, createdAt, step: "first", purpose: "APPROVAL", kind: "APPROVAL", status: "PENDING" },
    ...{ prompt: "May drop_table be called?", ui: null, onExpiry: { kind: "FAIL" }, onDecline: "FAIL" },
    ...{ expiresAt: null, resolvedAt: null, respondedBy: null, reason: null },
    ...{ arguments: null, responseSchema: null, response: null },
    ...more,
  };
}

/** An open question of that id that was asked at that instant. */
export function questionNamed(requestId: string, createdAt: number, more: Partial<InboxSummary> = {}): InboxSummary {
  return {
    ...{ requestId, createdAt, step: "first", purpose: "APPROVAL", kind: "APPROVAL", status: "PENDING" },
    ...{
      prompt: "May drop_table be called?",
      ui: null,
      callableName: "drop_table",
      onExpiry: "FAIL",
      onDecline: "FAIL",
      expiresAt: null,
      resolvedAt: null,
      respondedBy: null,
    },
    ...more,
  };
}

/** The first page of everything, newest first. */
export function inboxQuery(more: Partial<InboxQuery> = {}): InboxQuery {
  return {
    ...{ status: null, kinds: null, newestFirst: true, limit: 100, backward: false, after: null, before: null },
    ...more,
  };
}

export function itemsOf(summaries: readonly ExecutionSummary[]): readonly InboxItem[] {
  return summaries.flatMap(({ execution, questions = [] }) =>
    questions.map((question) => ({ ...question, execution })),
  );
}

/** A page as `IndexClient.inbox` promises it. */
export function inboxPageOf(items: readonly InboxItem[], query: InboxQuery) {
  const { addressees, after, backward, before, kinds, limit, newestFirst, status } = query;
  const sign = newestFirst ? -1 : 1;
  const order = (left: InboxPosition, right: InboxPosition) => sign * compare(left, right);
  const rows = items
    .filter((item) => status === null || status.includes(item.status))
    .filter(
      (item) =>
        addressees === undefined || item.addressees?.some((one) => addressees.includes(addresseeKey(one))) === true,
    )
    .filter((item) => kinds === null || kinds.includes(item.kind))
    .filter((item) => after === null || order(after, item) < 0)
    .filter((item) => before === null || order(item, before) < 0)
    .sort(order);
  const page = backward ? rows.slice(Math.max(0, rows.length - limit)) : rows.slice(0, limit);
  return { items: page, hasMore: rows.length > page.length };
}

function compare(left: InboxPosition, right: InboxPosition): number {
  const [one, other] = [left, right].map(({ createdAt, execution, requestId }) => [createdAt, execution, requestId]);
  for (const [place, value] of (one ?? []).entries()) {
    const against = other?.[place] ?? "";
    if (value !== against) return value < against ? -1 : 1;
  }
  return 0;
}
