/** How entries of the audit log are delivered: signed as other webhooks are, through the guard for outgoing requests, without following redirects. */
import type { EgressRules } from "../../catalog/egress.ts";
import { guardedFetch } from "../../durable/calls/guarded-fetch.ts";
import type { ExecutionOptions } from "../../durable/ports/execution-options.ts";
import type { AuditPost } from "../../durable/tenant/audit-deliveries.ts";
import { auditTargetId } from "../../graph/audit/audit-target.ts";
import type { IdentityClient } from "../../graph/base/ports.ts";

/** Bytes that are read of the answer of a receiver. */
const maxReceiverBytes = 65_536;

export type AuditPostOptions = Pick<ExecutionOptions, "clock" | "meter" | "publicUrl" | "signWebhook" | "tracer">;

export function auditPost(options: AuditPostOptions, rules: EgressRules, identity: IdentityClient): AuditPost {
  const { clock, meter, publicUrl, signWebhook: sign, tracer } = options;
  const guarded = guardedFetch({
    rules,
    maxResponseBytes: maxReceiverBytes,
    maxRedirects: 0,
    fetch: (url, init) => fetch(url, init),
    awaitHeaders: (_, run) => run(),
  });
  const targetId: AuditPost["targetId"] = (tenant, target) =>
    auditTargetId(target, { clients: { identity }, caller: { tenant } });
  return { clock, meter, tracer, sign, publicUrl, fetch: guarded, targetId };
}
