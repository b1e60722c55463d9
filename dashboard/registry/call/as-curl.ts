/**
 * An operation as a command line that runs in any POSIX shell. Pure. The credential is never written out: the command takes it from the
 * environment. Everything else stands in single quotes, within which a shell reads nothing.
 */
import type { RunnableOperation } from "./as-graphql.ts";

export interface CurlCaller {
  /** Address of the endpoint. */
  readonly endpoint: string;
  /** Whether a credential has to be sent. */
  readonly isSignedIn: boolean;
  /** The tenant that the operator means. Empty for everybody else. */
  readonly tenant: string;
}

/** The name of the variable of the environment that holds the credential. */
const tokenVariable = "PLANWRIGHT_TOKEN";

export function asCurl({ query, variables }: RunnableOperation, { endpoint, isSignedIn, tenant }: CurlCaller): string {
  const body = JSON.stringify(Object.keys(variables).length === 0 ? { query } : { query, variables });
  return [
    `curl -sS ${shellQuoted(endpoint)}`,
    "-H 'content-type: application/json'",
    "-H 'accept: application/json'",
    ...(isSignedIn ? [`-H "authorization: Bearer $${tokenVariable}"`] : []),
    ...(isSignedIn && tenant !== "" ? [`-H ${shellQuoted(`planwright-tenant: ${tenant}`)}`] : []),
    `--data-raw ${shellQuoted(body)}`,
  ].join(" \\\n  ");
}

/** The text as one word of a shell that reads nothing in it. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
