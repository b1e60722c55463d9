/**
 * The key of a request, from its option or from the header `Idempotency-Key`, which is a structured string or bare text. `executionName` of
 * `json/object-name.ts` makes the name of the execution's object from it.
 */
import type { PlanProblem } from "../../plan/problem.ts";
import type { ExecutionOptionsInput } from "../base/schema.generated.ts";

const MAX_KEY_LENGTH = 255;
const QUOTED = /^"((?:[ !#-[\]-~]|\\["\\])*)"$/;

export type ParsedIdempotencyKey =
  | { readonly ok: true; readonly key?: string | undefined }
  | { readonly ok: false; readonly problem: PlanProblem };

/** The key, absent if none was given. Option and header may both be given if they say the same. */
export function readIdempotencyKey(
  option: ExecutionOptionsInput["idempotencyKey"],
  headers: Headers,
): ParsedIdempotencyKey {
  const header = headers.get("idempotency-key");
  const fromHeader = header === null ? null : unquoted(header.trim());
  if (option !== null && option !== undefined && fromHeader !== null && option !== fromHeader) {
    return refused("required the same key in option and header where both are given, found two");
  }
  const key = option ?? fromHeader;
  if (key === null) return { ok: true };
  if (key.length >= 1 && key.length <= MAX_KEY_LENGTH) return { ok: true, key };
  return refused(`required from 1 to ${MAX_KEY_LENGTH} characters, found ${key.length}`);
}

function unquoted(header: string): string {
  const match = QUOTED.exec(header);
  return match === null ? header : (match[1] ?? "").replace(/\\(["\\])/g, "$1");
}

function refused(finding: string): ParsedIdempotencyKey {
  const message = `Cannot read the idempotency key: ${finding}`;
  return { ok: false, problem: { kind: "INVALID_INPUT", message, path: ["options", "idempotencyKey"] } };
}
