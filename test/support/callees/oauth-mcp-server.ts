/**
 * An MCP server that demands OAuth, and the authorization server beside it, on one port. It checks what a good one checks: PKCE, redirect
 * addresses, resources, codes that work once, refresh tokens that work once. Members of `faults` make it a bad one.
 */
import { createHash, randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { type JWK, type JWTPayload, jwtVerify } from "jose";
import { DpopChecks } from "./dpop-checks.ts";
import { fakeHttpServer, sendJson } from "./http-server.ts";

export interface OAuthFaults {
  /** PKCE methods that the metadata name. `["S256"]` unless said; null for none. */
  pkce?: readonly string[] | null;
  issuer?: string;
  resource?: string;
  /** Where requests for the metadata of the authorization server are sent instead. */
  metadataRedirect?: string;
  /** Characters of access tokens. */
  tokenCharacters?: number;
  tokenType?: string;
  tokenEndpoint?: string;
  /** What the answer to a person names as issuer. Null for nothing. */
  iss?: string | null;
  /** Scopes that the authorization server names. */
  serverScopes?: readonly string[];
  /** Scope that `tools/call` demands. */
  callScope?: string;
  /** Seconds until access tokens end. */
  expiresIn?: number;
  /** Whether refreshing answers 503. */
  refreshFails?: boolean;
  /** What a request to revoke a token is answered with. 200 unless said; null for a server that does not say where tokens are revoked. */
  revocation?: number | null;
  revocationEndpoint?: string;
  /** Whether clients may be named by the address of their metadata document. They have no secret then. */
  takesDocuments?: boolean;
  /** Demands proofs of possession (DPoP): with this nonce, a new one for each request, or none. */
  proofs?: {
    readonly nonce?: string | (() => string);
    readonly algorithms?: readonly string[];
    /** Whether the server, but not its authorization server, finds every proof too old. */
    readonly isClockWrong?: boolean;
  };
  /** Public key of who makes assertions about others, which stand for tokens. They are not accepted unless said. */
  assertionKey?: JWK;
  /** Public key of the client `signer`, which proves itself by assertions. There is no such client unless said. */
  clientKey?: JWK;
}

interface Code {
  readonly challenge: string;
  readonly redirectUri: string;
  readonly clientId: string;
  readonly scope: string;
}

export interface OAuthMcpServer {
  readonly url: string;
  readonly mcpUrl: string;
  readonly faults: OAuthFaults;
  /** Tokens that were given and are good, with their scopes. */
  readonly accepted: Map<string, string>;
  /** Every token, code and client secret that was ever given. */
  readonly secrets: string[];
  readonly refreshes: string[];
  /** Tokens that it was asked to revoke, after their hint. */
  readonly revocations: string[];
  /** What clients registered themselves with. */
  readonly registrations: string[];
  /** Requests for tokens, by grant. */
  readonly grants: string[];
  /** Proofs of possession that were good, but for their nonce. */
  readonly proofs: DpopChecks["seen"];
  /** What was wrong with other proofs. */
  readonly wrongProofs: string[];
  /** Assertions by which the client `signer` has proved itself, each once. */
  readonly assertions: JWTPayload[];
  /** Calls of tools that were let in, by their tokens. */
  readonly calls: string[];
  /** Opens the address that a person is sent to and consents. Answers with where the person is sent back to. */
  consent(authorizationUrl: string): Promise<URL>;
  /** Makes every access token that was given worthless. */
  revoke(): void;
  /** Makes every refresh token that was given worthless. */
  forget(): void;
  close(): Promise<void>;
}

const clientSecret = "registered-client-5ecret";

export async function oauthMcpServer(faults: OAuthFaults = {}): Promise<OAuthMcpServer> {
  const codes = new Map<string, Code>();
  const refreshTokens = new Map<string, string>();
  const accepted = new Map<string, string>();
  const secrets: string[] = [clientSecret];
  const [refreshes, grants, calls, revocations] = [[] as string[], [] as string[], [] as string[], [] as string[]];
  const registrations: string[] = [];
  const checks = new DpopChecks();
  const wrongProofs: string[] = [];
  /** Keys that tokens are bound to. */
  const keys = new Map<string, string>();
  const assertions: JWTPayload[] = [];
  const server = await fakeHttpServer(answer);
  const { url } = server;
  const mcpUrl = `${url}/mcp`;

  function nonceNow(): string | undefined {
    const nonce = faults.proofs?.nonce;
    return typeof nonce === "function" ? nonce() : nonce;
  }

  /** The key of a good proof with the nonce of this moment; null if there was none, and the request was refused. */
  async function keyOf(request: IncomingMessage, response: ServerResponse, at: string, token?: string) {
    const nonce = nonceNow();
    const found = await checks.check(request, at, token);
    const headers = nonce === undefined ? {} : { "dpop-nonce": nonce };
    const isResource = token !== undefined;
    const refused = (error: string) => {
      if (!isResource) return void sendJson(response, 400, { error }, headers);
      response.writeHead(401, { ...headers, "www-authenticate": `DPoP error="${error}", ${metadataOf()}` }).end();
    };
    if (typeof found === "string") {
      wrongProofs.push(found);
      refused("invalid_dpop_proof");
      return null;
    }
    if (isResource && faults.proofs?.isClockWrong) {
      refused("invalid_dpop_proof");
      return null;
    }
    if (found.nonce === nonce) return found.key;
    refused("use_dpop_nonce");
    return null;
  }

  const metadataOf = () => `resource_metadata="${url}/.well-known/oauth-protected-resource/mcp"`;

  function given(scope: string, withRefresh: boolean, key?: string) {
    const access = `access-${randomUUID()}`.padEnd(faults.tokenCharacters ?? 1, "x");
    const refresh = `refresh-${randomUUID()}`;
    accepted.set(access, scope);
    secrets.push(access, refresh);
    if (withRefresh) refreshTokens.set(refresh, scope);
    if (key !== undefined) for (const token of [access, refresh]) keys.set(token, key);
    return {
      access_token: access,
      token_type: faults.tokenType ?? (key === undefined ? "Bearer" : "DPoP"),
      scope,
      expires_in: faults.expiresIn ?? 3_600,
      ...(withRefresh && { refresh_token: refresh }),
    };
  }

  /** Whether the client `signer` has proved itself by an assertion for this server that was never sent before. */
  async function isSigned(form: URLSearchParams): Promise<boolean> {
    const { clientKey } = faults;
    if (clientKey === undefined || form.get("client_id") !== "signer") return false;
    if (form.get("client_assertion_type") !== "urn:ietf:params:oauth:client-assertion-type:jwt-bearer") return false;
    const expected = { issuer: "signer", subject: "signer", audience: url, maxTokenAge: "5m", clockTolerance: 60 };
    const read = await jwtVerify(form.get("client_assertion") ?? "", clientKey, expected).catch(() => undefined);
    if (read === undefined || assertions.some(({ jti }) => jti === read.payload.jti)) return false;
    if (clientKey.kid !== undefined && read.protectedHeader.kid !== clientKey.kid) return false;
    assertions.push(read.payload);
    secrets.push(form.get("client_assertion") ?? "");
    return true;
  }

  async function revocation(request: IncomingMessage, form: URLSearchParams, response: ServerResponse) {
    const sent = form.get("token") ?? "";
    const isClient =
      request.headers.authorization === `Basic ${btoa(`registered:${clientSecret}`)}` || (await isSigned(form));
    if (!isClient) return sendJson(response, 401, { error: "invalid_client" });
    revocations.push(`${form.get("token_type_hint")} ${sent}`);
    const status = faults.revocation ?? 200;
    if (status !== 200) return sendJson(response, status, { error: "unsupported_token_type" });
    refreshTokens.delete(sent);
    accepted.delete(sent);
    return response.writeHead(200).end();
  }

  /** A token of the scope that was asked for, for whom the assertion is about. */
  async function assertedToken(form: URLSearchParams, response: ServerResponse): Promise<unknown> {
    const { assertionKey } = faults;
    if (assertionKey === undefined) return sendJson(response, 400, { error: "unsupported_grant_type" });
    const read = await jwtVerify(form.get("assertion") ?? "", assertionKey, { audience: url }).catch(() => undefined);
    secrets.push(form.get("assertion") ?? "");
    if (read === undefined) return sendJson(response, 400, { error: "invalid_grant", error_description: "s3cret why" });
    const scope = form.get("scope") ?? "";
    if (scope.includes("forbidden")) return sendJson(response, 400, { error: "invalid_scope" });
    return sendJson(response, 200, given(`${read.payload.sub} ${scope}`, false));
  }

  async function token(request: IncomingMessage, form: URLSearchParams, response: ServerResponse): Promise<unknown> {
    const refused = (error: string) => sendJson(response, 400, { error });
    const grant = form.get("grant_type") ?? "";
    grants.push(grant);
    if (form.get("resource") !== mcpUrl) return refused("invalid_target");
    const key = faults.proofs === undefined ? undefined : await keyOf(request, response, `${url}/token`);
    if (key === null) return undefined;
    const basic = Buffer.from((request.headers.authorization ?? "").replace("Basic ", ""), "base64").toString();
    const [clientId = "", secret = ""] = basic === "" ? [form.get("client_id") ?? ""] : basic.split(":");
    const isWorkload = faults.assertionKey !== undefined && clientId === "workload" && secret === "";
    const isDocument = faults.takesDocuments === true && clientId.startsWith("https://") && secret === "";
    const hasSecret = secret === clientSecret && clientId !== "";
    if (!isDocument && !hasSecret && !isWorkload && !(await isSigned(form))) return refused("invalid_client");
    if (grant === "urn:ietf:params:oauth:grant-type:jwt-bearer") return assertedToken(form, response);
    if (grant === "client_credentials") return sendJson(response, 200, given(form.get("scope") ?? "", false, key));
    if (grant === "refresh_token") {
      const refresh = form.get("refresh_token") ?? "";
      refreshes.push(refresh);
      if (faults.refreshFails) return sendJson(response, 503, { error: "temporarily_unavailable" });
      const scope = refreshTokens.get(refresh);
      refreshTokens.delete(refresh);
      const isOurs = scope !== undefined && keys.get(refresh) === key;
      return isOurs ? sendJson(response, 200, given(scope, true, key)) : refused("invalid_grant");
    }
    const code = codes.get(form.get("code") ?? "");
    codes.delete(form.get("code") ?? "");
    const challenge = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    const fits =
      code?.challenge === challenge && code.redirectUri === form.get("redirect_uri") && code.clientId === clientId;
    return fits ? sendJson(response, 200, given(code.scope, true, key)) : refused("invalid_grant");
  }

  function authorize(query: URLSearchParams, response: ServerResponse): unknown {
    const redirectUri = query.get("redirect_uri") ?? "";
    const isGood = query.get("code_challenge_method") === "S256" && query.get("resource") === mcpUrl;
    const back = new URL(redirectUri);
    back.searchParams.set("state", query.get("state") ?? "");
    if (faults.iss !== null) back.searchParams.set("iss", faults.iss ?? url);
    if (isGood) {
      const code = `code-${randomUUID()}`;
      secrets.push(code);
      const facts = {
        challenge: query.get("code_challenge") ?? "",
        redirectUri,
        clientId: query.get("client_id") ?? "",
      };
      codes.set(code, { ...facts, scope: query.get("scope") ?? "" });
      back.searchParams.set("code", code);
    } else back.searchParams.set("error", "invalid_request");
    return response.writeHead(302, { location: back.href }).end();
  }

  function answer(request: IncomingMessage, response: ServerResponse, body: string): unknown {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
    switch (pathname) {
      case "/.well-known/oauth-protected-resource/mcp":
        return sendJson(response, 200, {
          resource: faults.resource ?? mcpUrl,
          authorization_servers: [url],
          scopes_supported: ["notes"],
        });
      case "/.well-known/oauth-authorization-server":
        if (faults.metadataRedirect !== undefined) {
          return response.writeHead(302, { location: faults.metadataRedirect }).end();
        }
        return sendJson(response, 200, {
          issuer: faults.issuer ?? url,
          authorization_endpoint: `${url}/authorize`,
          token_endpoint: faults.tokenEndpoint ?? `${url}/token`,
          registration_endpoint: `${url}/register`,
          ...(faults.revocation !== null && { revocation_endpoint: faults.revocationEndpoint ?? `${url}/revoke` }),
          response_types_supported: ["code"],
          token_endpoint_auth_methods_supported: [faults.clientKey ? "private_key_jwt" : "client_secret_basic"],
          ...(faults.takesDocuments && { client_id_metadata_document_supported: true }),
          authorization_response_iss_parameter_supported: true,
          ...(faults.serverScopes && { scopes_supported: faults.serverScopes }),
          ...(faults.proofs && { dpop_signing_alg_values_supported: faults.proofs.algorithms ?? ["ES256"] }),
          ...(faults.pkce !== null && { code_challenge_methods_supported: faults.pkce ?? ["S256"] }),
        });
      case "/register":
        registrations.push(body);
        return sendJson(response, 201, { ...JSON.parse(body), client_id: "registered", client_secret: clientSecret });
      case "/authorize":
        return authorize(searchParams, response);
      case "/revoke":
        return revocation(request, new URLSearchParams(body), response);
      case "/token":
        return token(request, new URLSearchParams(body), response);
      case "/mcp":
        return mcp(request, response, body);
      default:
        return response.writeHead(404).end();
    }
  }

  async function mcp(request: IncomingMessage, response: ServerResponse, body: string): Promise<unknown> {
    const scheme = faults.proofs === undefined ? "Bearer" : "DPoP";
    const sent = (request.headers.authorization ?? "").replace(`${scheme} `, "");
    const scope = accepted.get(sent);
    const metadata = metadataOf();
    if (scope === undefined) {
      return response.writeHead(401, { "www-authenticate": `${scheme} ${metadata}, scope="notes"` }).end();
    }
    if (faults.proofs !== undefined) {
      const key = await keyOf(request, response, mcpUrl, sent);
      if (key === null) return undefined;
      if (key !== keys.get(sent)) wrongProofs.push("it is of another key");
    }
    const { id, method } = JSON.parse(body) as { readonly id?: number; readonly method: string };
    if (method === "tools/call" && faults.callScope !== undefined && !scope.split(" ").includes(faults.callScope)) {
      const challenge = `Bearer error="insufficient_scope", scope="${faults.callScope}", ${metadata}`;
      return response.writeHead(403, { "www-authenticate": challenge }).end();
    }
    if (id === undefined) return response.writeHead(202).end();
    if (method === "tools/call") calls.push(sent);
    const result = resultOf(method, sent);
    const answered = result === undefined ? { error: { code: -32_601, message: "unknown" } } : { result };
    return sendJson(response, 200, { jsonrpc: "2.0", id, ...answered });
  }

  return {
    ...{ url, mcpUrl, faults, accepted, secrets, refreshes, registrations, revocations, grants, calls, assertions },
    ...{ proofs: checks.seen, wrongProofs },
    consent: async (authorizationUrl) => {
      const answered = await fetch(authorizationUrl, { redirect: "manual" });
      return new URL(answered.headers.get("location") ?? "about:blank");
    },
    revoke: () => accepted.clear(),
    forget: () => refreshTokens.clear(),
    close: () => server.close(),
  };
}

function resultOf(method: string, sent: string): object | undefined {
  switch (method) {
    case "initialize":
      return {
        protocolVersion: "2025-06-18",
        capabilities: { tools: {} },
        serverInfo: { name: "notes", version: "1" },
      };
    case "tools/list":
      return { tools: [{ name: "read_notes", description: "Reads", inputSchema: { type: "object" } }] };
    case "tools/call":
      // It repeats what it was sent.
      return { content: [{ type: "text", text: `read as ${sent}` }] };
    default:
      return undefined;
  }
}
