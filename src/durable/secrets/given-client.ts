/**
 * The client of a connection at its authorization server. One that a registration names has the secret or the key that is stored for it now;
 * nothing of that is kept with the connection, so that a change counts for all.
 */
import type { OAuthClientName, ProviderCredential } from "../../plan/credential.ts";
import { keyProblem } from "../../tools/oauth/client-assertion.ts";
import type { OAuthClient } from "../../tools/oauth/oauth-client.ts";
import type { OAuthResult, OAuthServer } from "../../tools/oauth/oauth-server.ts";
import type { ConnectionSecrets } from "./connection-secrets.ts";
import type { ConnectionFacts } from "./connection-table.ts";
import type { SecretRequest } from "./credential-store.ts";

/** The value of a stored secret. */
export type SecretLookup = (request: SecretRequest, name: string) => Promise<OAuthResult<string>>;

/** Whose client it is. */
export type ClientOwner = Omit<SecretRequest, "url">;

/** The client of a connection: the one that its registration names, or else `kept`. Undefined for neither. `endpoint` as for `givenClient`. */
export async function clientOf(
  { credential, owner, tenant }: ConnectionFacts,
  server: OAuthServer,
  kept: OAuthClient | undefined,
  lookup: SecretLookup,
  endpoint?: string,
): Promise<OAuthResult<OAuthClient> | undefined> {
  const named = namedClient(credential);
  if (named === undefined) return kept && { ok: true, value: kept };
  const subject = owner.scope === "SUBJECT" ? owner.subject : "";
  return givenClient(named, server, { tenant, subject, owner: owner.scope }, lookup, endpoint);
}

/** The client as it is kept with a connection. */
export function keptClient(
  { credential }: ConnectionFacts,
  client: OAuthClient | undefined,
): Pick<ConnectionSecrets, "client"> {
  return client === undefined || namedClient(credential) !== undefined ? {} : { client };
}

function namedClient(credential: ProviderCredential): OAuthClientName | undefined {
  return credential.kind === "HEADERS" ? undefined : credential.client;
}

/**
 * The client with what is stored for it. That is for the origin of the token endpoint of `server`. A secret that is to be sent to another
 * `endpoint` has to be for the origin of that; a key is not sent, and what it signs is for the issuer alone.
 */
export async function givenClient(
  { id, key, secret }: OAuthClientName,
  { issuer, metadata }: OAuthServer,
  owner: ClientOwner,
  lookup: SecretLookup,
  endpoint = String(metadata.token_endpoint),
): Promise<OAuthResult<OAuthClient>> {
  const client = { issuer, client_id: id };
  const name = key?.secret ?? secret;
  if (name === undefined) return { ok: true, value: client };
  const { subject, tenant, owner: whose } = owner;
  const url = key === undefined ? endpoint : String(metadata.token_endpoint);
  const found = await lookup({ tenant, subject, owner: whose, url }, name);
  if (!found.ok) return found;
  if (key === undefined) return { ok: true, value: { ...client, client_secret: found.value } };
  const signing = { text: found.value, algorithm: key.algorithm };
  const problem = await keyProblem(signing);
  if (problem !== undefined) return { ok: false, finding: `${problem} in the secret ${name}` };
  return { ok: true, value: { ...client, key: signing } };
}
