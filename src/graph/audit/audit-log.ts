/** `Query.auditLog` and its entries. A cursor is the place of an entry in the log of its tenant. */
import type { AuditEntry } from "../../audit/audit-entry.ts";
import { type Connection, connectionOf, pageSize } from "../base/connection.ts";
import type { GraphContext } from "../base/graph-context.ts";
import { requestError } from "../base/request-error.ts";
import type { AuditEntryResolvers } from "../base/resolvers.generated.ts";
import type { QueryAuditLogArgs } from "../base/schema.generated.ts";
import { auditTargetId } from "./audit-target.ts";

/** A page of the log, the latest entry first. Throws BAD_USER_INPUT for page sizes and cursors out of bounds. */
export async function listAudit(
  { after, first, subject }: QueryAuditLogArgs,
  { clients }: GraphContext,
): Promise<Connection<AuditEntry>> {
  const limit = pageSize(first);
  const before = after == null ? null : sequenceOf(after);
  const { entries, hasMore } = await clients.audit.list({ subject: subject ?? null, before, limit });
  const edges = entries.map((node) => ({ cursor: `a-${node.sequence}`, node }));
  return connectionOf(edges, after, hasMore);
}

export const auditEntryResolvers = {
  targetKind: ({ target }) => target.kind,
  target: ({ target }, _, context) => auditTargetId(target, context),
  detail: ({ detail }) => detail ?? null,
  result: ({ result }) => result ?? null,
} satisfies AuditEntryResolvers;

function sequenceOf(cursor: string): number {
  const [, digits] = /^a-(\d{1,15})$/.exec(cursor) ?? [];
  if (digits !== undefined) return Number(digits);
  const found = JSON.stringify(cursor.slice(0, 100));
  throw requestError("BAD_USER_INPUT", `Cannot read a page: required a cursor of this list, found ${found}`);
}
