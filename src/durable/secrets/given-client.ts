/** The client that a registration names, with the secret or the key by which it proves itself to the authorization server. */
import type { OAuthClientName } from "../../plan/credential.ts";
import { keyProblem } from "../../tools/oauth/client-assertion.ts";
import type { OAuthClient } from "../../tools/oauth/oauth-client.ts";
import type { OAuthResult, OAuthServer } from "../../tools/oauth/oauth-server.ts";
import type { SecretRequest } from "./credential-store.ts";

/** The value of a stored secret. */
export type SecretLookup = (request: SecretRequest, name: string) => Promise<OAuthResult<string>>;

/** Whose client it is. */
export type ClientOwner = Omit<SecretRequest, "url">;

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
