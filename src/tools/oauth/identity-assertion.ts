/**
 * The assertion of an identity provider about who asks, for one authorization server (ID-JAG): the first half of MCP's enterprise-managed
 * authorization. The identity token of a person is exchanged for it (RFC 8693) at the provider, which decides whether this client may.
 */
import { FaultNotes, faultFinding, loadOAuth, type OAuthServer, type OAuthWays, refused } from "./oauth-server.ts";
import { type AssertionResult, isLastingError, signedJwt } from "./oauth-tokens.ts";

/** An identity provider, and the client that Planwright is there. */
export interface IdentityProvider {
  readonly tokenEndpoint: string;
  readonly clientId: string;
  readonly clientSecret: string | undefined;
}

const longestAssertion = 16_384;

/** An assertion for `server` and for this resource alone. No finding repeats the text of the provider beyond an error code of the standard. */
export async function identityAssertion(
  { issuer, resource }: OAuthServer,
  { clientId, clientSecret, tokenEndpoint }: IdentityProvider,
  identityToken: string,
  scope: string | undefined,
  { fetch }: OAuthWays,
): Promise<AssertionResult> {
  const library = await loadOAuth();
  const faults = new FaultNotes();
  try {
    const { jwtAuthGrant } = await library.requestJwtAuthorizationGrant({
      tokenEndpoint,
      audience: issuer,
      resource,
      idToken: identityToken,
      clientId,
      ...(clientSecret !== undefined && { clientSecret }),
      ...(scope !== undefined && { scope }),
      fetchFn: faults.noting(fetch),
    });
    if (jwtAuthGrant.length <= longestAssertion && signedJwt.test(jwtAuthGrant))
      return { ok: true, value: jwtAuthGrant };
    return refused("required a signed JWT of the identity provider, found something else");
  } catch (error) {
    const code = codeIn(error);
    if (code !== undefined)
      return { ...refused(`the identity provider answered ${code}`), isRefused: isLastingError(code) };
    if (error instanceof library.InsecureTokenEndpointError) return refused(faultFinding(error, library));
    return refused(
      faults.guarded() ?? "the identity provider could not be reached or did not answer as the standard says",
    );
  }
}

/** The error code that the library puts into its message. Undefined if there is none. */
function codeIn(error: unknown): string | undefined {
  return error instanceof Error
    ? /^Token exchange failed: ([a-z_]{1,64})(?: - |$)/.exec(error.message)?.[1]
    : undefined;
}
