/** Connections to servers that demand OAuth, as their owners see and end them. A token is never read. */
import { coversScope } from "../../access/audience.ts";
import type { TokenRevocation } from "../../catalog/credentials/connection-end.ts";
import type { GraphContext } from "../base/graph-context.ts";
import { requestError } from "../base/request-error.ts";
import type { EndOAuthConnectionInput, OAuthConnection } from "../base/schema.generated.ts";
import type { ConnectionRecord } from "../base/secrets.ts";
import { generalError, type UserErrorSource } from "../base/user-errors.ts";

/** Those of the tenant, then those of `subject`. Throws FORBIDDEN for somebody else's without the scope for it. */
export async function oauthConnections(
  subject: string | null | undefined,
  context: GraphContext,
): Promise<readonly OAuthConnection[]> {
  const whose = subject ?? context.caller.subject;
  if (!mayManage(whose, context))
    throw requestError("FORBIDDEN", `Cannot read the connections: ${requiredScope}, which the caller does not hold`);
  return (await context.clients.secrets.connections(whose)).map(shown);
}

function shown({ pendingRevocation: pending, ...connection }: ConnectionRecord): OAuthConnection {
  if (pending === null) return { ...connection, pendingRevocation: null };
  const { problem } = pending;
  return {
    ...connection,
    pendingRevocation: { ...pending, problem: problem === null ? null : problemText(problem) },
  };
}

function problemText(finding: string): string {
  return `Cannot revoke the tokens: ${finding}`;
}

export interface EndOAuthConnectionPayload {
  readonly revocation: TokenRevocation["kind"] | undefined;
  readonly revocationProblem: string | undefined;
  /** Unix milliseconds. */
  readonly revocationRetryAt: number | undefined;
  readonly errors: readonly UserErrorSource[];
}

const nothingEnded = { revocation: undefined, revocationProblem: undefined, revocationRetryAt: undefined };

/** Ends one. A connection that the caller may not end gets the answer of an unknown one. */
export async function endOAuthConnection(
  { id, subject }: EndOAuthConnectionInput,
  context: GraphContext,
): Promise<EndOAuthConnectionPayload> {
  const { caller, clients } = context;
  const whose = subject ?? caller.subject;
  if (!mayManage(whose, context)) {
    const message = `Cannot end the connection: ${requiredScope}, which the caller does not hold`;
    return { ...nothingEnded, errors: [generalError("INVALID_INPUT", message, ["input", "subject"])] };
  }
  const ended = await clients.secrets.endConnection(id, whose, caller.scopes.includes("REGISTRY_WRITE"));
  if (ended.kind === "ENDED") {
    const { revocation } = ended;
    const problem = "finding" in revocation ? problemText(revocation.finding) : undefined;
    const retryAt = revocation.kind === "RETRYING" ? revocation.at : undefined;
    return { revocation: revocation.kind, revocationProblem: problem, revocationRetryAt: retryAt, errors: [] };
  }
  const message =
    "Cannot end the connection: required the id of a connection of the subject, or of the tenant with the scope REGISTRY_WRITE, found another. Read oauthConnections for those that exist";
  return { ...nothingEnded, errors: [generalError("NOT_FOUND", message, ["input", "id"])] };
}

const requiredScope = "required the scope CREDENTIALS_ADMIN for another subject";

function mayManage(subject: string, { caller }: GraphContext): boolean {
  return subject === caller.subject || coversScope(caller.scopes, "CREDENTIALS_ADMIN");
}
