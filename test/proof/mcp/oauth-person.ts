/** A person with a browser who connects a running Planwright to a server of the conformance suite, and the secret of a client it was given. */
import { discoverOAuthServerInfo } from "@modelcontextprotocol/client";
import type { Planwright } from "../../support/deployed/planwright.ts";

/** What the suite tells its client. */
export interface OAuthContext {
  readonly client_id?: string;
  readonly client_secret?: string;
  readonly private_key_pem?: string;
  readonly signing_algorithm?: string;
  readonly valid_jwt?: string;
  readonly idp_client_id?: string;
  readonly idp_id_token?: string;
  readonly idp_token_endpoint?: string;
}

/** The client that the suite expects where metadata documents are supported. */
const documentClient = "https://conformance-test.local/client-metadata.json";

/** The credential to register the server at `url` with, for the scenario that the suite names. */
export async function credentialFor(planwright: Planwright, url: string, context: OAuthContext): Promise<object> {
  const scenario = process.env.MCP_CONFORMANCE_SCENARIO ?? "";
  if (scenario === "auth/basic-cimd") return { oauth: { clientId: documentClient } };
  const { client_id: clientId, client_secret: clientSecret, private_key_pem: key, valid_jwt: assertion } = context;
  if (clientId === undefined) return { oauth: {} };
  const value = clientSecret ?? key ?? assertion;
  if (value === undefined) return { oauth: { clientId } };
  const found = await discoverOAuthServerInfo(url);
  const tokenEndpoint = String(found.authorizationServerMetadata?.token_endpoint ?? found.authorizationServerUrl);
  const name = `SUITE_${process.pid}`;
  await store(planwright, name, value, tokenEndpoint);
  const { idp_client_id: idpClient = "", idp_id_token: idToken, idp_token_endpoint: idpEndpoint = "" } = context;
  if (idToken !== undefined) {
    await store(planwright, `${name}_ID`, idToken, idpEndpoint);
    const identity = { secret: `${name}_ID`, tokenEndpoint: idpEndpoint, clientId: idpClient };
    return { jwtBearer: { clientId, clientSecret: name, assertion: { identity } } };
  }
  if (assertion !== undefined) return { jwtBearer: { clientId, assertion: { secret: name } } };
  if (key !== undefined)
    return { clientCredentials: { clientId, clientKey: { secret: name, algorithm: context.signing_algorithm } } };
  const client = { clientId, clientSecret: name };
  return scenario.startsWith("auth/client-credentials") ? { clientCredentials: client } : { oauth: client };
}

async function store(planwright: Planwright, name: string, value: string, url: string): Promise<void> {
  const stored = await planwright.ask<{ setSecret: { readonly errors: readonly { readonly message: string }[] } }>(
    "mutation ($input: SetSecretInput!) { setSecret(input: $input) { errors { message } } }",
    { input: { name, scope: "TENANT", value, url } },
  );
  if (stored.setSecret.errors.length > 0) throw new Error(stored.setSecret.errors[0]?.message);
}

/** Opens a link of Planwright, consents and comes back. Answers with what kept the person from it, if anything did. */
export async function connect(link: string): Promise<string | undefined> {
  const opened = await fetch(link);
  const page = await opened.text();
  const cookie = (opened.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  const address = /<a href="([^"]+)">Connect</.exec(page)?.[1]?.replaceAll("&amp;", "&");
  if (address === undefined) return wordsOf(page);
  const sent = await fetch(address, { redirect: "manual" });
  const back = sent.headers.get("location");
  if (back === null) return `the authorization server answered ${sent.status}`;
  const returned = await fetch(new URL(back, address), { headers: { cookie } });
  return returned.ok ? undefined : wordsOf(await returned.text());
}

function wordsOf(page: string): string {
  return /<p>(Cannot .*?)<\/p>/.exec(page)?.[1] ?? "the page says nothing";
}
