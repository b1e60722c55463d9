/** The client that Planwright is at an authorization server: given in the registration, named by its metadata document, or registered. */
import type { OAuthClientMetadata } from "@modelcontextprotocol/client";
import type { SignatureAlgorithm } from "../../plan/credential.ts";
import {
  FaultNotes,
  faultFinding,
  loadOAuth,
  type OAuthResult,
  type OAuthServer,
  type OAuthWays,
  refused,
} from "./oauth-server.ts";

/** A client as it is kept, encrypted. It is of no use at any other issuer. */
export interface OAuthClient {
  readonly issuer: string;
  readonly client_id: string;
  readonly client_secret?: string;
  readonly token_endpoint_auth_method?: string;
  /** The key that signs its assertions. Absent for a client without one. */
  readonly key?: SigningKey;
}

/** A private key as it was stored: PEM of PKCS #8, or a JWK. */
export interface SigningKey {
  readonly text: string;
  readonly algorithm: SignatureAlgorithm;
}

export interface ClientWishes {
  /** The client of the registration. Undefined if it names none. */
  readonly given: OAuthClient | undefined;
  /** Where people come back to. */
  readonly redirectUri: string;
  /** Address of the metadata document of Planwright. Undefined where it is not reached over https. */
  readonly documentUrl: string | undefined;
  readonly scope: string | undefined;
}

const methods = ["client_secret_basic", "client_secret_post", "none"] as const;

/** Planwright's metadata as a client. */
export function clientMetadata(redirectUri: string): OAuthClientMetadata {
  return {
    client_name: "Planwright",
    redirect_uris: [redirectUri],
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    application_type: /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])[:/]/.test(redirectUri) ? "native" : "web",
  };
}

/** The client to use at `server`; `known` is the one that was used before. */
export async function oauthClient(
  server: OAuthServer,
  known: OAuthClient | undefined,
  { documentUrl, given, redirectUri, scope }: ClientWishes,
  { fetch }: OAuthWays,
): Promise<OAuthResult<OAuthClient>> {
  const { issuer, metadata } = server;
  if (given !== undefined) return { ok: true, value: given };
  if (known?.issuer === issuer) return { ok: true, value: known };
  if (metadata.client_id_metadata_document_supported === true && documentUrl !== undefined)
    return { ok: true, value: { issuer, client_id: documentUrl, token_endpoint_auth_method: "none" } };
  const library = await loadOAuth();
  const faults = new FaultNotes();
  const supported = metadata.token_endpoint_auth_methods_supported;
  const method = methods.find((name) => supported?.includes(name) === true);
  try {
    const registered = await library.registerClient(server.authorizationServerUrl, {
      metadata,
      clientMetadata: { ...clientMetadata(redirectUri), ...(method && { token_endpoint_auth_method: method }) },
      ...(scope !== undefined && { scope }),
      fetchFn: faults.noting(fetch),
    });
    const { client_id, client_secret, token_endpoint_auth_method } = registered;
    return {
      ok: true,
      value: {
        issuer,
        client_id,
        ...(client_secret !== undefined && { client_secret }),
        ...(token_endpoint_auth_method !== undefined && { token_endpoint_auth_method }),
      },
    };
  } catch (error) {
    return refused(faults.guarded() ?? faultFinding(error, library));
  }
}
