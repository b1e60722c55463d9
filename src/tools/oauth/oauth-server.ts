/**
 * Room `tools/oauth`: the client side of OAuth 2.1 as MCP's authorization demands it. It owns the way from a server to its authorization server
 * (this file), the client that Planwright is there (`oauth-client.ts`), and tokens (`oauth-tokens.ts`).
 *
 * The requests and the reading of answers are the official client's. This room decides what is acceptable, and reports the problem.
 *
 * It leaves to others: `durable/secrets` keeps connections and tokens, `durable/calls` has the guarded fetch, `worker/routes` shows pages to
 * people.
 *
 * Invariants:
 *
 * - An authorization server without PKCE by S256 is asked for no code. One whose metadata name another issuer than the one that was asked for is refused.
 * - A token is asked for one resource (RFC 8707), which is the server that it is sent to.
 * - No function throws for an answer of a server, and no finding repeats a server's text beyond an error code of the standard.
 *
 * This file finds the authorization server of a server: protected-resource metadata (RFC 9728), then metadata of RFC 8414 or OpenID Connect.
 */
import type { AuthorizationServerMetadata, FetchLike } from "@modelcontextprotocol/client";
import { type EgressRules, egressRefusal } from "../../catalog/egress.ts";
import { EgressDenied, RedirectRefused, ResponseTooLarge } from "../../catalog/fetch-failure.ts";
import { isJsonObject } from "../../json/json.ts";
import { namesProofs, proofAlgorithm } from "./proof-of-possession.ts";

/** The facts of an authorization server that are kept with a connection. */
export interface OAuthServer {
  readonly issuer: string;
  readonly authorizationServerUrl: string;
  readonly metadata: AuthorizationServerMetadata;
  /** The resource that tokens are for, as its metadata say it. */
  readonly resource: string;
  /** Scopes that the resource names. Empty for none. */
  readonly resourceScopes: readonly string[];
  /** Whether the resource demands tokens that are bound to a key (DPoP), or takes them beside others. Absent for bearer tokens. */
  readonly proofs?: "DEMANDED" | "OFFERED";
}

export type OAuthResult<Value> =
  | { readonly ok: true; readonly value: Value }
  /** "required …, found …", to complete "Cannot …: ". */
  | { readonly ok: false; readonly finding: string };

/** The server's challenge when it refused a request (RFC 6750, RFC 9728). Every member is absent if it had none. */
export interface Challenge {
  readonly resourceMetadataUrl?: string;
  readonly scope?: string;
  readonly error?: string;
  /** Whether it names proofs of possession (DPoP), and whether it names nothing else. */
  readonly proofs?: "DEMANDED" | "OFFERED";
}

const longestChallengeMember = 2_000;

/** The client side of OAuth, as the official client of MCP has it. */
export function loadOAuth() {
  return import("./oauth-library.ts");
}

/** Reads the challenge of a response that refused a request. */
export async function challengeIn(response: Response): Promise<Challenge> {
  const { extractWWWAuthenticateParams } = await loadOAuth();
  const { error, resourceMetadataUrl, scope } = extractWWWAuthenticateParams(response);
  const short = (text: string | undefined) =>
    text !== undefined && text.length <= longestChallengeMember ? text : undefined;
  const url = short(resourceMetadataUrl?.href);
  const [known, wanted] = [short(error), short(scope)];
  const header = response.headers.get("www-authenticate") ?? "";
  const isAlone = !/(?:^|,)\s*bearer(?:\s|$|,)/i.test(header);
  return {
    ...(namesProofs(header) && { proofs: isAlone ? ("DEMANDED" as const) : ("OFFERED" as const) }),
    ...(url !== undefined && { resourceMetadataUrl: url }),
    ...(wanted !== undefined && { scope: wanted }),
    ...(known !== undefined && { error: known }),
  };
}

export interface OAuthWays {
  /** The guarded fetch, which follows no redirect. */
  readonly fetch: FetchLike;
  readonly egress: EgressRules;
}

/** How tokens are had. PKCE protects a code alone. */
export type OAuthGrant = "AUTHORIZATION_CODE" | "UNATTENDED";

/** The authorization server of the server at `url`, which said `challenge`. */
export async function findOAuthServer(
  url: string,
  challenge: Challenge,
  { egress, fetch }: OAuthWays,
  grant: OAuthGrant,
): Promise<OAuthResult<OAuthServer>> {
  const library = await loadOAuth();
  const faults = new FaultNotes();
  const { resourceMetadataUrl } = challenge;
  try {
    const found = await library.discoverOAuthServerInfo(url, {
      fetchFn: faults.noting(fetch),
      ...(resourceMetadataUrl !== undefined && { resourceMetadataUrl: new URL(resourceMetadataUrl) }),
    });
    const { authorizationServerMetadata: read, authorizationServerUrl, resourceMetadata } = found;
    if (read === undefined)
      return refused(faults.guarded() ?? "required metadata of an authorization server (RFC 8414), found none");
    const metadata = { ...read, ...droppedMembers(faults.lastDocument, read.issuer) };
    const requestedResource = library.resourceUrlFromServerUrl(url);
    const configuredResource = resourceMetadata?.resource;
    if (configuredResource !== undefined && !library.checkResourceAllowed({ requestedResource, configuredResource }))
      return refused("required metadata of this server as protected resource, found those of another resource");
    const hasPkce = metadata.code_challenge_methods_supported?.includes("S256") === true;
    if (grant === "AUTHORIZATION_CODE" && !hasPkce)
      return refused("required an authorization server that supports PKCE with S256, found one that does not say so");
    for (const endpoint of [metadata.authorization_endpoint, metadata.token_endpoint, metadata.registration_endpoint]) {
      const refusal = endpoint == null ? undefined : egressRefusal(String(endpoint), egress);
      if (refusal !== undefined)
        return refused(`an endpoint of the authorization server is refused: ${refusal.finding}`);
    }
    const binding = bindingOf(challenge, resourceMetadata, metadata);
    if (!binding.ok) return binding;
    return {
      ok: true,
      value: {
        ...binding.value,
        issuer: metadata.issuer,
        authorizationServerUrl: String(authorizationServerUrl),
        metadata,
        resource: configuredResource ?? requestedResource.href,
        resourceScopes: resourceMetadata?.scopes_supported ?? [],
      },
    };
  } catch (error) {
    return refused(faults.guarded() ?? faultFinding(error, library));
  }
}

/** What the library drops of a document of OpenID Connect, although RFC 8414 and 9449 have it there too. */
function droppedMembers(document: unknown, issuer: string): Partial<AuthorizationServerMetadata> {
  if (!isJsonObject(document) || document.issuer !== issuer) return {};
  const endpoint = document.revocation_endpoint;
  const methods = document.revocation_endpoint_auth_methods_supported;
  const algorithms = document.dpop_signing_alg_values_supported;
  return {
    ...(typeof endpoint === "string" && { revocation_endpoint: endpoint }),
    ...(areTexts(methods) && { revocation_endpoint_auth_methods_supported: methods }),
    ...(areTexts(algorithms) && { dpop_signing_alg_values_supported: algorithms }),
  };
}

function areTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

/** Whether tokens are bound to a key: the resource asks for it, and the authorization server offers it. */
function bindingOf(
  challenge: Challenge,
  resource: object | undefined,
  server: object,
): OAuthResult<Pick<OAuthServer, "proofs">> {
  const { dpop_bound_access_tokens_required: isRequired, dpop_signing_alg_values_supported: ofResource } = (resource ??
    {}) as ProofMetadata;
  const { dpop_signing_alg_values_supported: ofServer } = server as ProofMetadata;
  const isDemanded = isRequired === true || challenge.proofs === "DEMANDED";
  // Metadata of OpenID Connect need not say what their server takes.
  if (isDemanded && ofServer !== undefined && !namesAlgorithm(ofServer))
    return refused(
      `required an authorization server that takes proofs of possession (DPoP) by ${proofAlgorithm}, which the server demands, found one that takes others`,
    );
  const isAsked = challenge.proofs !== undefined || namesAlgorithm(ofResource);
  if (isDemanded) return { ok: true, value: { proofs: "DEMANDED" } };
  return { ok: true, value: isAsked && namesAlgorithm(ofServer) ? { proofs: "OFFERED" } : {} };
}

interface ProofMetadata {
  readonly dpop_bound_access_tokens_required?: unknown;
  readonly dpop_signing_alg_values_supported?: unknown;
}

function namesAlgorithm(algorithms: unknown): boolean {
  return Array.isArray(algorithms) && algorithms.includes(proofAlgorithm);
}

/** The scope to ask for: the one that the server demands now, the registered one, or that of the resource. Undefined to ask for none. */
export function scopeOf(
  { metadata, resourceScopes }: OAuthServer,
  demanded: string | undefined,
  registered: readonly string[],
  grant: OAuthGrant,
): string | undefined {
  const scopes = new Set(demanded?.split(/\s+/).filter(Boolean) ?? []);
  if (scopes.size === 0) for (const scope of registered.length > 0 ? registered : resourceScopes) scopes.add(scope);
  // Without it, some servers give no refresh token. Without a person there is none, and some servers refuse who asks for it.
  const mayRefresh = grant === "AUTHORIZATION_CODE" && metadata.scopes_supported?.includes("offline_access") === true;
  if (scopes.size > 0 && mayRefresh) scopes.add("offline_access");
  return scopes.size === 0 ? undefined : [...scopes].join(" ");
}

export function refused(finding: string): { readonly ok: false; readonly finding: string } {
  return { ok: false, finding };
}

/** Notes refusals of the guarded fetch and documents, because the library ignores some errors, wraps others, and drops members. */
export class FaultNotes {
  #last: unknown;
  /** The last document that the library read. */
  lastDocument: unknown;

  noting(fetch: FetchLike): FetchLike {
    return async (url, init) => {
      try {
        const response = await fetch(url, init);
        const read = response.text.bind(response);
        const note = (error: unknown) => {
          this.#last = error;
          throw error;
        };
        return Object.defineProperties(response, {
          text: { value: () => read().catch(note) },
          json: {
            value: async () => {
              this.lastDocument = JSON.parse(await read().catch(note)) as unknown;
              return this.lastDocument;
            },
          },
        });
      } catch (error) {
        this.#last = error;
        throw error;
      }
    };
  }

  /** The last refusal of the guard. Undefined if there was none. */
  guarded(): string | undefined {
    const error = this.#last;
    if (error instanceof EgressDenied) return error.refusal.finding;
    if (error instanceof ResponseTooLarge || error instanceof RedirectRefused) return error.finding;
    return undefined;
  }
}

/** An error of the library in words of ours: messages of servers are not repeated. */
export function faultFinding(error: unknown, library: Awaited<ReturnType<typeof loadOAuth>>): string {
  if (error instanceof library.IssuerMismatchError)
    return "required the issuer of the authorization server that was asked, found another or none";
  if (error instanceof library.InsecureTokenEndpointError) return "required a token endpoint over https, found another";
  if (error instanceof library.RegistrationRejectedError)
    return "the authorization server refused to register Planwright as a client";
  if (error instanceof library.OAuthError) {
    const code = /^[a-z_]{1,64}$/.test(error.code) ? error.code : "an error";
    return `the authorization server answered ${code}`;
  }
  if (error instanceof Error && (error.name === "ZodError" || error instanceof SyntaxError))
    return "required an answer as the standard has it, found something else";
  if (error instanceof Error && error.message.startsWith("Incompatible auth server"))
    return "required an authorization server that registers clients or a client id in the registration, found neither";
  return "the authorization server could not be reached or did not answer as the standard says";
}
