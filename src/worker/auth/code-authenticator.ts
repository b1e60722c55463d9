/**
 * Callers that the code of the deployment recognises: `authenticate` of `createPlanwright`. It is code of the project, so every part of its
 * result is checked, and a function that fails or hangs admits no caller.
 */
import { areGroupNames, isAccessorName, maxGroupCharacters, maxGroups } from "../../access/given-visibility.ts";
import type { Scope } from "../../graph/base/schema.generated.ts";
import { faultText } from "../../json/fault-text.ts";
import { isTenantName } from "../platform/tenant-name.ts";
import type { AuthenticateInCode } from "../settings/settings.ts";
import { type Authentication, allScopes, cannotJudge, unauthenticated } from "./authentication.ts";

const longestMs = 10_000;
const retryAfterSeconds = 5;

/** The caller that `authenticate` sees in the request. A credential of a WebSocket is given as its header. */
export async function authenticateByCode(
  authenticate: AuthenticateInCode,
  bearer: string | null,
  request: Request,
  environment: unknown,
): Promise<Authentication> {
  const headers = new Headers(request.headers);
  if (bearer !== null) headers.set("authorization", `Bearer ${bearer}`);
  // Without the body, which the API reads.
  const shown = new Request(request.url, { headers });
  const { promise: late, resolve } = Promise.withResolvers<unknown>();
  const timer = setTimeout(() => resolve(new Error(`it did not answer within ${longestMs} ms`)), longestMs);
  let given: unknown;
  try {
    given = await Promise.race([(async () => authenticate(shown, environment))(), late]);
  } catch (error) {
    given = error instanceof Error ? error : new Error(String(error));
  } finally {
    clearTimeout(timer);
  }
  return answerOf(given);
}

function answerOf(given: unknown): Authentication {
  if (given === null || given === undefined) return unauthenticated("one that this deployment does not accept");
  if (given instanceof Error) {
    console.error(JSON.stringify({ log: "authenticate_failed", error: faultText(given) }));
    return cannotJudge(codeFailed, retryAfterSeconds);
  }
  const fault = faultOf(given);
  if (fault !== undefined) {
    console.error(JSON.stringify({ log: "authenticate_failed", reason: fault }));
    return cannotJudge(codeFailed, retryAfterSeconds);
  }
  const { groups = [], scopes, subject, tenant, validUntil } = given as CallerOfCode;
  return { ok: true, caller: { tenant, subject, groups: [...groups], scopes: [...scopes], validUntil } };
}

const codeFailed = "Cannot authenticate the request: the code of this deployment failed";

interface CallerOfCode {
  readonly tenant: string;
  readonly subject: string;
  readonly groups?: readonly string[];
  readonly scopes: readonly Scope[];
  readonly validUntil?: number;
}

/** The problem of a caller. Undefined if there is none. */
function faultOf(given: unknown): string | undefined {
  if (typeof given !== "object" || given === null) return "required a caller or null, found something else";
  const { groups, scopes, subject, tenant, validUntil } = given as { readonly [name: string]: unknown };
  if (!isTenantName(tenant)) return "required a tenant of 1 to 255 characters, found something else";
  if (!isAccessorName(subject))
    return `required a subject of 1 to ${maxGroupCharacters} characters, none of them a control character, found something else`;
  if (groups !== undefined && !areGroupNames(groups))
    return `required a list of at most ${maxGroups} names of groups, each of 1 to ${maxGroupCharacters} characters, found something else`;
  if (!Array.isArray(scopes)) return "required a list of scopes, found something else";
  const unknown = scopes.findIndex((scope) => !(allScopes as readonly unknown[]).includes(scope));
  if (unknown >= 0) return `required scopes of this software, found another at scopes[${unknown}]`;
  if (validUntil !== undefined && !Number.isFinite(validUntil)) return "required a validUntil in Unix milliseconds";
  return undefined;
}
