/**
 * Where a call comes from, as its `_meta` says (E5, C23): the caller's idempotency key, and under `dev.planwright/execution` the nesting
 * that it is part of. Malformed metadata is refused, so that no caller loses its key or its depth by mistake.
 */
import * as z from "zod";
import { idempotencyKeyKey, identityKey } from "../execution/commands/invocation-message.ts";
import { readTraceContext, type TraceContext } from "../json/trace-context.ts";

const text = z.string().max(255);

/** As many as any deployment lets be within one another: every execution below carries them. */
const maxAncestors = 100;

const identityShape = z.object({
  contextId: text.optional(),
  depth: z.int().min(0).max(1_000).optional(),
  ancestors: z.array(text).max(maxAncestors).optional(),
});

const metaShape = z.object({
  [idempotencyKeyKey]: text.min(1).optional(),
  [identityKey]: identityShape.optional(),
  // Stands in every report of progress.
  progressToken: z.union([text, z.int()]).optional(),
  // One that is not valid is as good as none, as W3C Trace Context demands.
  traceparent: z.string().optional().catch(undefined),
  tracestate: z.string().optional().catch(undefined),
});

export interface CallOrigin {
  /** Absent for a call that is not to be recognised again. */
  readonly key?: string | undefined;
  readonly contextId?: string | undefined;
  /** Nesting of the execution that the call starts: 0 for a caller that says nothing of any. */
  readonly depth: number;
  /** The runs above it, outermost first, such as `workflow:invoice`. */
  readonly ancestors: readonly string[];
  /** Absent if the call names none that is valid. */
  readonly trace?: TraceContext | undefined;
}

export type ParsedCallOrigin =
  | { readonly ok: true; readonly origin: CallOrigin }
  /** `finding` completes "Cannot read the _meta of the call: …". */
  | { readonly ok: false; readonly finding: string };

/** Reads the `_meta` of a call. Members that are not ours are left alone. */
export function callOriginOf(meta: unknown): ParsedCallOrigin {
  const parsed = metaShape.safeParse(meta ?? {});
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const place = issue?.path.map(String).join(".") ?? "";
    return { ok: false, finding: `${place}: ${issue?.message ?? "not valid"}` };
  }
  const { [idempotencyKeyKey]: key = null, [identityKey]: identity, traceparent, tracestate } = parsed.data;
  return {
    ok: true,
    origin: {
      key: key ?? undefined,
      contextId: identity?.contextId || undefined,
      depth: identity === undefined ? 0 : (identity.depth ?? 0) + 1,
      ancestors: identity?.ancestors ?? [],
      trace: readTraceContext(traceparent, tracestate),
    },
  };
}
