/** A server that demands OAuth and a keeper of secrets that has not heard of it, and a person who connects it. */
import { expect } from "vitest";
import { guardedFetch } from "../../../src/durable/calls/guarded-fetch.ts";
import type { CredentialRequest } from "../../../src/durable/ports/credential-port.ts";
import { browserHash, type ConsentStart } from "../../../src/durable/secrets/connections.ts";
import type { CredentialKeeper, KeeperOptions } from "../../../src/durable/secrets/credential-keeper.ts";
import type { ProviderCredential } from "../../../src/plan/credential.ts";
import { memorySql } from "../engine/memory-sql.ts";
import { type OAuthFaults, type OAuthMcpServer, oauthMcpServer } from "./oauth-mcp-server.ts";
import { exampleKey, storedCredentials } from "./stored-credentials.ts";

const servers: OAuthMcpServer[] = [];

/** After each test. */
export async function closeOAuthServers(): Promise<void> {
  await Promise.all(servers.splice(0).map((server) => server.close()));
}

export const oauth: ProviderCredential = { kind: "OAUTH", owner: "SUBJECT", scopes: [] };
export const redirectUri = "http://localhost:1/oauth/callback";
export const egress = { allowPrivate: true, allowHttp: true };

/** A server, and a keeper that has not heard of it. `guarded` sends requests as the deployment does. */
export async function oauthWorld(faults: OAuthFaults = {}, options: Partial<KeeperOptions> = {}) {
  const server = await oauthMcpServer(faults);
  servers.push(server);
  const sql = memorySql();
  const guarded = guardedFetch({
    ...{ rules: egress, maxResponseBytes: 65_536, maxRedirects: 0 },
    fetch: (url, init) => fetch(url, init),
    awaitHeaders: (_, run) => run(),
  });
  let now = Date.now();
  const keeper = storedCredentials([exampleKey], sql, {
    ways: () => ({ egress, fetch: guarded }),
    now: () => now,
    ...options,
  });
  const request = (subject: string, more: Partial<CredentialRequest> = {}): CredentialRequest => ({
    ...{ tenant: "t", subject, url: server.mcpUrl, credential: oauth, execution: `run-of-${subject}` },
    ...more,
  });
  /** The object is lost; what it stored is not. */
  const reset = (others: Partial<KeeperOptions> = {}) =>
    storedCredentials([exampleKey], sql, { ways: () => ({ egress, fetch: guarded }), now: () => now, ...others });
  return { server, keeper, sql, request, reset, later: (ms: number) => (now += ms) };
}

export type OAuthWorld = Awaited<ReturnType<typeof oauthWorld>>;

export const refusal = (server: OAuthMcpServer, sent = "") => ({
  status: 401,
  challenge: `Bearer resource_metadata="${server.url}/.well-known/oauth-protected-resource/mcp", scope="notes"`,
  sent,
});

/** What the server that refused a first request makes of it: the name of the connection that is wanted. */
export async function wanted(
  { keeper, request, server }: OAuthWorld,
  subject: string,
  more: Partial<CredentialRequest> = {},
) {
  expect(await keeper.credential(request(subject, more))).toEqual({ kind: "HEADERS", headers: [], secrets: [] });
  const answer = await keeper.credential(request(subject, { ...more, refusal: refusal(server) }));
  if (answer.kind !== "CONNECT") throw new Error(`nobody was asked to connect: ${JSON.stringify(answer)}`);
  return answer.connection;
}

export function start(connection: string, by: string, more: Partial<ConsentStart> = {}): ConsentStart {
  const state = {
    state: `state of ${by}`,
    sealedState: `state of ${by}`,
    browserHash: browserHash(`browser of ${by}`),
  };
  return { ...{ tenant: "t", connection, by, mayForTenant: false, redirectUri, documentUrl: null }, ...state, ...more };
}

export function back(connection: string, by: string, url: URL, more: object = {}) {
  const query = (name: string) => url.searchParams.get(name);
  const facts = { tenant: "t", connection, state: query("state") ?? "", browserHash: browserHash(`browser of ${by}`) };
  return { ...facts, code: query("code"), error: query("error"), iss: query("iss"), ...more };
}

export async function connected(
  world: OAuthWorld,
  subject: string,
  more: Partial<CredentialRequest> = {},
): Promise<string> {
  const connection = await wanted(world, subject, more);
  const begun = await world.keeper.connections.begin(start(connection, subject));
  if (begun.kind !== "BEGUN") throw new Error(begun.finding);
  const url = await world.server.consent(begun.url);
  expect(await world.keeper.connections.finish(back(connection, subject, url))).toMatchObject({ kind: "CONNECTED" });
  return connection;
}

/** Stores a secret for the authorization server: of the tenant, or of `subject`. */
export async function stored({ keeper, server }: OAuthWorld, name: string, value: string, subject?: string) {
  const owner = subject === undefined ? ({ scope: "TENANT" } as const) : ({ scope: "SUBJECT", subject } as const);
  await keeper.secrets.set({ tenant: "t", owner, name, origin: new URL(server.url).origin, by: "root", value }, 1);
}

export const tokenIn = (answer: Awaited<ReturnType<CredentialKeeper["credential"]>>) =>
  answer.kind === "HEADERS" ? (answer.headers[0]?.[1] ?? "") : answer.kind;
