/** Authorization servers that lead inside: nothing there is asked, and the refusal says why. */
import { describe, expect, it } from "vitest";
import { guardedFetch } from "../../../src/durable/calls/guarded-fetch.ts";
import { findOAuthServer } from "../../../src/tools/oauth/oauth-server.ts";

const egress = { allowPrivate: false, allowHttp: false };
const server = "https://mcp.example/mcp";
const issuer = "https://as.example";
const inside = "https://169.254.169.254";

type Documents = { readonly [url: string]: object | string };

const resource = { resource: server, authorization_servers: [issuer] };
const metadata = {
  ...{ issuer, authorization_endpoint: `${issuer}/authorize`, token_endpoint: `${issuer}/token` },
  ...{ response_types_supported: ["code"], code_challenge_methods_supported: ["S256"] },
};
const good: Documents = {
  "https://mcp.example/.well-known/oauth-protected-resource/mcp": resource,
  [`${issuer}/.well-known/oauth-authorization-server`]: metadata,
};

/** The network as the deployment sees it: documents by their address, and addresses that redirect. Notes what was asked. */
async function found(documents: Documents, resourceMetadataUrl?: string) {
  const asked: string[] = [];
  const fetch = guardedFetch({
    ...{ rules: egress, maxResponseBytes: 65_536, maxRedirects: 0 },
    fetch: async (url) => {
      asked.push(String(url));
      const document = documents[String(url)];
      if (typeof document === "string") return new Response(null, { status: 302, headers: { location: document } });
      return document === undefined ? new Response(null, { status: 404 }) : Response.json(document);
    },
    awaitHeaders: (_, run) => run(),
  });
  const challenge = resourceMetadataUrl === undefined ? {} : { resourceMetadataUrl };
  const result = await findOAuthServer(server, challenge, { egress, fetch }, "AUTHORIZATION_CODE");
  return { asked, result };
}

describe("an authorization server", () => {
  it("[N542] outside is found by what the server says", async () => {
    expect((await found(good)).result).toMatchObject({ ok: true, value: { issuer, resource: server } });
  });

  it("[N536, N909] that has a document of OpenID Connect alone says there where tokens are revoked, and which proofs it takes", async () => {
    const { [`${issuer}/.well-known/oauth-authorization-server`]: _, ...others } = good;
    const asked = async (members: object) => {
      const ofOpenId = { jwks_uri: `${issuer}/jwks`, subject_types_supported: ["public"] };
      const document = { ...metadata, ...ofOpenId, id_token_signing_alg_values_supported: ["RS256"], ...members };
      const { result } = await found({ ...others, [`${issuer}/.well-known/openid-configuration`]: document });
      return result.ok ? result.value.metadata : result;
    };
    const told = {
      revocation_endpoint: `${issuer}/revoke`,
      revocation_endpoint_auth_methods_supported: ["none"],
      dpop_signing_alg_values_supported: ["ES256"],
    };
    expect(await asked(told)).toMatchObject({ issuer, ...told });
    const broken = {
      revocation_endpoint: 1,
      revocation_endpoint_auth_methods_supported: "none",
      dpop_signing_alg_values_supported: [1],
    };
    for (const member of Object.keys(broken)) expect(await asked(broken)).not.toHaveProperty(member);
  });

  it.each<[string, Documents, string?]>([
    [
      "at an address inside",
      {
        ...good,
        "https://mcp.example/.well-known/oauth-protected-resource/mcp": {
          ...resource,
          authorization_servers: [inside],
        },
      },
    ],
    ["that a document inside is to name", good, `${inside}/resource`],
    [
      "whose resource redirects inside",
      { ...good, "https://mcp.example/.well-known/oauth-protected-resource/mcp": `${inside}/resource` },
    ],
    [
      "whose metadata redirect inside",
      { ...good, [`${issuer}/.well-known/oauth-authorization-server`]: `${inside}/metadata` },
    ],
    ...["authorization_endpoint", "token_endpoint", "registration_endpoint"].map((member): [string, Documents] => [
      `whose ${member} is inside`,
      { ...good, [`${issuer}/.well-known/oauth-authorization-server`]: { ...metadata, [member]: `${inside}/x` } },
    ]),
  ])("[N542] %s is refused with the reason, and nothing inside is asked", async (_, documents, metadataUrl) => {
    const { asked, result } = await found(documents, metadataUrl);
    expect(asked.filter((url) => url.startsWith(inside))).toEqual([]);
    expect(result).toMatchObject({
      ok: false,
      finding: expect.stringMatching(/private|public|redirect|refused|address/),
    });
  });
});
