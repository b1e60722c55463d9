/**
 * Connections of a tenant's real object that is reset: before or while the step that waits hears that a person has connected, and while
 * an authorization server cannot revoke tokens.
 */
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { systemClock } from "../../../src/durable/ports/system-clock.ts";
import { browserHash } from "../../../src/durable/secrets/connections.ts";
import type { WaitingPeer } from "../../../src/durable/secrets/notify-waiting.ts";
import { SecretSealer } from "../../../src/durable/secrets/secret-sealer.ts";
import { TenantObject, type TenantOptions } from "../../../src/durable/tenant/tenant-object.ts";
import type { OAuthCredential } from "../../../src/plan/credential.ts";
import type { Environment } from "../../../src/worker/platform/environment.ts";
import { objectOf, started, viewWhen } from "../../support/objects/executions.ts";
import { requestFor } from "../../support/objects/start-request.ts";
import { tool } from "../../support/plan/typed-tool.ts";

const { TENANT } = env as unknown as Pick<Environment, "TENANT">;
const url = "https://mcp.example/mcp";
const issuer = "https://as.example";
const token = "an-access-token-that-nobody-may-see";
const credential: OAuthCredential = { kind: "OAUTH", owner: "SUBJECT", scopes: [] };

const metadata = {
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  registration_endpoint: `${issuer}/register`,
  revocation_endpoint: `${issuer}/revoke`,
  response_types_supported: ["code"],
  code_challenge_methods_supported: ["S256"],
  token_endpoint_auth_methods_supported: ["none"],
};

/** How the authorization server answers revocations, and the tokens that it was asked to revoke. */
let revocationStatus = 200;
let revoked: string[] = [];

/** An authorization server, as far as a person who consents meets it. */
async function answerOf(address: string, init: RequestInit = {}): Promise<Response> {
  const { pathname } = new URL(address);
  if (pathname.startsWith("/.well-known/oauth-protected-resource"))
    return Response.json({ resource: url, authorization_servers: [issuer] });
  if (pathname.startsWith("/.well-known/oauth-authorization-server")) return Response.json(metadata);
  if (pathname === "/register")
    return Response.json({ ...JSON.parse(String(init.body)), client_id: "c" }, { status: 201 });
  if (pathname === "/token") return Response.json({ access_token: token, token_type: "Bearer", expires_in: 3_600 });
  if (pathname === "/revoke") {
    revoked.push(new URLSearchParams(String(init.body)).get("token") ?? "");
    return new Response(null, { status: revocationStatus });
  }
  return new Response(null, { status: 404 });
}

const nobody = () => {
  throw new Error("nobody is asked here");
};
const sealer = new SecretSealer(["k".repeat(32)]);
const options: TenantOptions = {
  artifacts: undefined,
  clock: systemClock,
  isStarted: nobody,
  execution: nobody,
  auditRetentionMs: 1,
  auditPost: () => undefined,
  sealer: () => sealer,
  ways: () => ({ fetch: answerOf as never, egress: { allowHttp: false, allowPrivate: false } }),
  waiting: nobody,
};
const person = { tenant: "t", state: "s", browserHash: browserHash("b") };

/** Has Ann connect, as a person does whom a call demands it of. Returns the id of the connection. */
async function connect(tenant: TenantObject, call: Parameters<TenantObject["credential"]>[0]): Promise<string> {
  const challenge = `Bearer resource_metadata="https://mcp.example/.well-known/oauth-protected-resource/mcp"`;
  const wanted = await tenant.credential({ ...call, refusal: { status: 401, challenge, sent: "" } });
  if (wanted.kind !== "CONNECT") throw new Error(JSON.stringify(wanted));
  const { connection } = wanted;
  const consent = { sealedState: "s", redirectUri: "https://planwright.example/oauth/callback", documentUrl: null };
  const begun = await tenant.beginConnection({ ...person, ...consent, connection, by: "ann", mayForTenant: false });
  if (begun.kind !== "BEGUN") throw new Error(JSON.stringify(begun));
  const back = { ...person, connection, code: "code", error: null, iss: issuer };
  expect(await tenant.finishConnection(back)).toMatchObject({ kind: "CONNECTED" });
  return connection;
}

type Started = Parameters<typeof objectOf>[0];

/** The execution that waits for `connection`. Its question of an approval stands in for that of a connection: what is told is the same. */
function peerOf(request: Started, connection: () => string, told: string[]): () => WaitingPeer {
  return () => ({
    read: async () => {
      const view = await objectOf(request).read(false);
      return view && { ...view, humanInputs: view.humanInputs.map((input) => ({ ...input, connect: connection() })) };
    },
    respond: async (given) => {
      told.push(given.by);
      return objectOf(request).respond(given);
    },
  });
}

/** `peer` for an object that is reset before it notes the answer. */
function stopped(peer: WaitingPeer, state: DurableObjectState): WaitingPeer {
  return {
    ...peer,
    respond: async (given) => {
      const answer = await peer.respond(given);
      state.abort("reset before it is noted who was told");
      return answer;
    },
  };
}

it("[N589] a step goes on once, with its subject's token, when the object is reset after the person came back and again while it tells of it", async () => {
  const request = await requestFor({ steps: [tool("gone", "delete_note", { name: "x" })] }, { waitMs: 5_000 });
  const [asked] = (await started(request)).humanInputs;
  const waiting: string[] = [];
  let connection = "";
  const peer = peerOf(request, () => connection, waiting);
  const waitedFor: TenantOptions = { ...options, waiting: peer };
  const object = () => TENANT.getByName("connected before a reset") as unknown as DurableObjectStub;
  const inObject = <Answer>(work: (tenant: TenantObject, state: DurableObjectState) => Promise<Answer>) =>
    runInDurableObject(object(), (_, state) => work(new TenantObject(state, {}, waitedFor), state));
  const call = { tenant: "t", subject: "ann", url, credential, execution: request.execution };
  await inObject(async (tenant, state) => {
    connection = await connect(tenant, call);
    // The page has left, so what it says is stored.
    await state.storage.sync();
    state.abort("reset before anybody was told");
  }).catch(() => undefined);
  expect(waiting).toEqual([]);
  await inObject(async (tenant, state) => {
    // What wakes it was stored with the tokens.
    expect(await state.storage.getAlarm()).not.toBeNull();
    await new TenantObject(state, {}, { ...options, waiting: () => stopped(peer(), state) }).alarm();
    return tenant;
  }).catch(() => undefined);
  await inObject(async (tenant) => {
    await tenant.alarm();
    expect(await tenant.credential(call)).toMatchObject({ headers: [["Authorization", `Bearer ${token}`]] });
    expect(await tenant.connections("ann")).toMatchObject([{ id: connection, isConnected: true }]);
  });
  const view = await viewWhen(request, ({ finishedAt }) => finishedAt !== null);
  expect(view).toMatchObject({ status: "SUCCEEDED", steps: [{ attempts: [{ number: 1, outcome: "ANSWERED" }] }] });
  expect(view.humanInputs).toMatchObject([{ requestId: asked?.requestId, status: "ACCEPTED" }]);
  expect(waiting).toEqual(["ann"]);
});

it("[N597, N692] tokens that their server cannot revoke are revoked by the alarm of a reset object, and nothing of them is left", async () => {
  let now = systemClock.now();
  const clock = { ...systemClock, now: () => now };
  const object = () => TENANT.getByName("ended before a reset") as unknown as DurableObjectStub;
  const inObject = <Answer>(work: (tenant: TenantObject, state: DurableObjectState) => Promise<Answer>) =>
    runInDurableObject(object(), (_, state) => work(new TenantObject(state, {}, { ...options, clock }), state));
  const call = { tenant: "t", subject: "ann", url, credential };
  const owners = [{ scope: "SUBJECT", subject: "ann" }] as const;
  [revocationStatus, revoked] = [503, []];
  let connection = "";
  await inObject(async (tenant, state) => {
    connection = await connect(tenant, call);
    const ended = await tenant.endConnection(connection, owners);
    expect(ended).toMatchObject({ kind: "ENDED", revocation: { kind: "RETRYING" } });
    await state.storage.sync();
    state.abort("reset while the server cannot revoke");
  }).catch(() => undefined);
  expect(revoked).toEqual([token]);
  await inObject(async (tenant, state) => {
    const alarmAt = await state.storage.getAlarm();
    expect(alarmAt).toBeLessThanOrEqual(now + 60_000);
    expect(await tenant.connections("ann")).toMatchObject([
      { id: connection, isConnected: false, pendingRevocation: {} },
    ]);
    const rows = state.storage.sql.exec("SELECT * FROM revocation").toArray();
    expect([rows.length, JSON.stringify(rows).includes(token)]).toEqual([1, false]);
    revocationStatus = 200;
    now = alarmAt ?? 0;
    await tenant.alarm();
    expect([revoked, await tenant.connections("ann")]).toEqual([[token, token], []]);
    expect(state.storage.sql.exec("SELECT * FROM revocation").toArray()).toEqual([]);
  });
});

it("[N928] a step goes on once when the object is reset after a secret was given and again while it tells of it", async () => {
  const request = await requestFor({ steps: [tool("gone", "delete_note", { name: "x" })] }, { waitMs: 5_000 });
  const [asked] = (await started(request)).humanInputs;
  const told: string[] = [];
  let connection = "";
  const peer = peerOf(request, () => connection, told);
  const object = () => TENANT.getByName("given before a reset") as unknown as DurableObjectStub;
  const inObject = <Answer>(work: (tenant: TenantObject, state: DurableObjectState) => Promise<Answer>) =>
    runInDurableObject(object(), (_, state) => work(new TenantObject(state, {}, { ...options, waiting: peer }), state));
  const header = { name: "X-Key", secret: "PAT", prefix: "", owner: "SUBJECT" } as const;
  const call = {
    ...{ tenant: "t", subject: "ann", url, execution: request.execution },
    credential: { kind: "HEADERS", headers: [header] } as const,
  };
  await inObject(async (tenant, state) => {
    const wanted = await tenant.credential(call);
    if (wanted.kind !== "CONNECT") throw new Error(JSON.stringify(wanted));
    connection = wanted.connection;
    const opened = { sealedState: "s", redirectUri: "", documentUrl: null, by: "ann", mayForTenant: false };
    expect(await tenant.beginConnection({ ...person, ...opened, connection })).toMatchObject({ kind: "FORM" });
    expect(await tenant.giveSecrets({ ...person, connection, values: [["PAT", token]] })).toMatchObject({
      kind: "CONNECTED",
    });
    await state.storage.sync();
    state.abort("reset before anybody was told");
  }).catch(() => undefined);
  expect(told).toEqual([]);
  await inObject(async (tenant, state) => {
    // What wakes it was stored with the secret.
    expect(await state.storage.getAlarm()).not.toBeNull();
    await new TenantObject(state, {}, { ...options, waiting: () => stopped(peer(), state) }).alarm();
    return tenant;
  }).catch(() => undefined);
  await inObject(async (tenant, state) => {
    await tenant.alarm();
    expect(await tenant.credential(call)).toMatchObject({ headers: [["X-Key", token]] });
    for (const table of ["secret", "connection"])
      expect(JSON.stringify(state.storage.sql.exec(`SELECT * FROM ${table}`).toArray())).not.toContain(token);
  });
  const view = await viewWhen(request, ({ finishedAt }) => finishedAt !== null);
  expect(view).toMatchObject({ status: "SUCCEEDED", steps: [{ attempts: [{ number: 1, outcome: "ANSWERED" }] }] });
  expect(view.humanInputs).toMatchObject([{ requestId: asked?.requestId, status: "ACCEPTED" }]);
  expect(told).toEqual(["ann"]);
});
