/**
 * Credentials at the real Worker: keys of two tenants, tokens in URLs, an identity provider that is slow, and limits that are the
 * platform's. What the Worker keeps between requests must never make one request wait for another: that hangs only here.
 */
import { readFile, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { sealedIdentity } from "../../../src/worker/platform/sealed-id.ts";
import { type FakeHttpServer, fakeHttpServer, sendJson } from "../../support/callees/http-server.ts";
import { talkingPeers } from "../../support/callees/talking-peers.ts";
import { deployedWorld } from "../../support/deployed/deployed-world.ts";
import { openSettings } from "../../support/deployed/open-settings.ts";
import { eventually, type Planwright, tool } from "../../support/deployed/planwright.ts";
import { type RunningWorker, startWorker } from "../../support/deployed/running-worker.ts";
import { volume } from "../../support/engine/volume.ts";
import { type Answer, type Thing, type Transport, transports } from "./token-transports.ts";

const adminToken = "the-operators-token-of-more-than-thirty-two-characters";
const viewerQuery = "{ viewer { subject tenant { name } } }";

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

interface CreatedKey {
  readonly apiKey: { readonly keyId: string };
  readonly secret: string;
}

/** A key of the tenant, made by the operator. */
async function createKey(
  worker: RunningWorker,
  tenant: string,
  scopes: readonly string[],
  who: object = { subject: `somebody of ${tenant}` },
): Promise<CreatedKey> {
  const operator = worker.planwright.as({ ...bearer(adminToken), "planwright-tenant": tenant });
  const { createApiKey } = await operator.ask<{ createApiKey: CreatedKey }>(
    "mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { apiKey { keyId } secret errors { message } } }",
    { input: { label: "end to end", ...who, scopes } },
  );
  return createApiKey;
}

/** The whole HTTP answer to the question who is asking. */
function view(worker: RunningWorker, headers: { readonly [name: string]: string }, signal?: AbortSignal) {
  return fetch(worker.planwright.endpoint, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({ query: viewerQuery }),
    ...(signal !== undefined && { signal }),
  });
}

/** An agent whose output comes from outside, so that a turn of it waits without a language model. */
const reports = {
  agents: { Reporter: { system_message: "Report.", structured_outputs_required: true, runs_elsewhere: true } },
  structured_outputs: {
    models: { Report: { type: "model", fields: { text: { type: "str" } } } },
    registry: { Reporter: "Report" },
  },
};

/** An execution with an artifact and a chat with a turn that waits, both of the holder of `secret` and with `mark` in them. */
async function thingOf(worker: RunningWorker, secret: string, mark: string): Promise<Thing> {
  const holder = worker.planwright.as(bearer(secret));
  const { applyManifest } = await holder.ask<{ applyManifest: { errors: readonly object[] } }>(
    "mutation ($input: ApplyManifestInput!) { applyManifest(input: $input) { errors { message } } }",
    { input: { name: "Reports", manifest: reports } },
  );
  expect(applyManifest.errors).toEqual([]);
  const source = { plan: { steps: [tool(mark, "draw", {})] } };
  const { id: executionId, status } = await holder.start({ source, options: { waitMs: 25_000 } });
  expect(status).toBe("SUCCEEDED");
  const { execution } = await holder.ask<{ execution: { artifacts: { nodes: readonly { readonly id: string }[] } } }>(
    "query ($id: ID!) { execution(by: { id: $id }) { artifacts(first: 10) { nodes { id } } } }",
    { id: executionId },
  );
  const [artifact] = execution.artifacts.nodes;
  const thing = { executionId, artifactId: artifact?.id ?? expect.fail("no artifact"), chatId: `chat-${mark}` };
  const sent = await transports["a message to /chat"].ask(worker.planwright.endpoint, secret, thing);
  expect(sent).toMatchObject({ status: 200, text: expect.stringContaining('"type":"start"') });
  return thing;
}

/** Names of things of a tenant that there are not. */
async function nothingOf(tenant: string): Promise<Thing> {
  const { seal } = sealedIdentity(openSettings.ID_SEALING_SECRET);
  const name = "0".repeat(64);
  return {
    executionId: await seal(JSON.stringify([tenant, "EXECUTION", name])),
    artifactId: await seal(JSON.stringify([tenant, "ARTIFACT", name, "a"])),
    chatId: "chat-nothing",
  };
}

/** The same token, whose time is over. */
async function expired(token: string): Promise<string> {
  const { open, seal } = sealedIdentity(openSettings.ID_SEALING_SECRET);
  const [tenant, kind, facts] = JSON.parse((await open(token.slice(4))) ?? "[]") as [string, string, object];
  return `pwt_${await seal(JSON.stringify([tenant, kind, { ...facts, expiresAt: Date.now() - 1 }]))}`;
}

function changed(token: string): string {
  const middle = Math.floor(token.length / 2);
  return token.slice(0, middle) + (token[middle] === "A" ? "B" : "A") + token.slice(middle + 1);
}

/** Without the names by which the thing was asked for. */
function nameless({ status, text }: Answer, thing: Thing): Answer {
  return { status, text: Object.values(thing).reduce((rest, name) => rest.replaceAll(name, "x"), text) };
}

describe("API keys", () => {
  const served = deployedWorld({ servers: {}, settings: { AUTH_MODE: "keys", ADMIN_TOKEN: adminToken } });
  const scopes = ["REGISTRY_READ", "REGISTRY_WRITE", "EXECUTION_READ", "EXECUTION_START", "EXECUTION_CONTROL"];
  let keyOfA: CreatedKey;
  let a: Planwright;
  let b: Planwright;
  beforeAll(async () => {
    keyOfA = await createKey(served.worker, "acme", scopes);
    a = served.worker.planwright.as(bearer(keyOfA.secret));
    b = served.worker.planwright.as(bearer((await createKey(served.worker, "other", scopes)).secret));
    await a.register("example", served.tools.mcpUrl, true);
  });

  it("[E1] of two tenants see nothing of one another: no execution by id or key, no list, no tool", async () => {
    const options = { idempotencyKey: "same", waitMs: 25_000 };
    const source = { plan: { steps: [tool("note", "read_note", { name: "x" })] } };
    const { id, status } = await a.start({ source, options });
    expect(status).toBe("SUCCEEDED");
    expect((await a.execution({ id }))?.id).toBe(id);
    for (const by of [{ id }, { idempotencyKey: "same" }]) expect(await b.execution(by)).toBeNull();
    expect(await b.list()).toEqual([]);
    expect(await b.ask("query ($id: ID!) { node(id: $id) { id } }", { id })).toEqual({ node: null });
    expect(await b.executePlan({ source, options })).toMatchObject({ errors: [{ code: "UNKNOWN_CALLABLE" }] });
    const cancel = "mutation ($id: ID!) { cancelExecution(input: { executionId: $id }) { errors { code } } }";
    expect(await b.ask(cancel, { id })).toEqual({ cancelExecution: { errors: [{ code: "NOT_FOUND" }] } });
  });

  it("[N509, N511] of those to whom an approval is addressed permit it; who started it does not, through a token neither", async () => {
    const may = [...scopes, "HUMAN_INPUT_RESPOND"];
    const as = async (who: object) =>
      served.worker.planwright.as(bearer((await createKey(served.worker, "acme", may, who)).secret));
    const [alice, bob, carol] = [
      await as({ subject: "alice", groups: ["finance"] }),
      await as({ subject: "bob", groups: ["finance"] }),
      await as({ subject: "carol" }),
    ];
    const steps = [tool("note", "set_note", { name: "paid", text: "x" })];
    const options = { waitMs: 25_000, approval: "ALL_EFFECTS", approvers: [{ group: "finance" }], fourEyes: true };
    const { id } = await alice.start({ source: { plan: { steps } }, options });
    const { execution } = await alice.ask<{ execution: { pendingHumanInputs: readonly { readonly id: string }[] } }>(
      "query ($id: ID!) { execution(by: { id: $id }) { pendingHumanInputs { id } } }",
      { id },
    );
    const [question] = execution.pendingHumanInputs;
    const tokenOf = await alice.ask<{ createAccessToken: { token: string } }>(
      "mutation ($id: ID!) { createAccessToken(input: { target: { executionId: $id }, actions: [READ, ANSWER], minutes: 5 }) { token errors { message } } }",
      { id },
    );
    const token = served.worker.planwright.as(bearer(tokenOf.createAccessToken.token));
    const answer =
      "mutation ($id: ID!) { respondToHumanInput(input: { requestId: $id, response: { accept: {} } }) { request { status respondedBy refusal } errors { code } } }";
    const answerOf = (who: Planwright) => who.ask(answer, { id: question?.id });
    const refused = (code: string) => ({ respondToHumanInput: { request: null, errors: [{ code }] } });
    expect(await answerOf(alice)).toEqual(refused("FOUR_EYES"));
    expect(await answerOf(token)).toEqual(refused("FOUR_EYES"));
    expect(await answerOf(carol)).toEqual(refused("NOT_ADDRESSED"));
    expect(await answerOf(bob)).toEqual({
      respondToHumanInput: { request: { status: "ACCEPTED", respondedBy: "bob", refusal: null }, errors: [] },
    });
  });

  it("open one subscription with a token in the URL, and none with the same token again", async () => {
    const source = { plan: { steps: [tool("note", "read_note", { name: "x" })] } };
    const { id } = await a.start({ source, options: { waitMs: 25_000 } });
    const { createSubscriptionToken } = await a.ask<{ createSubscriptionToken: { token: string } }>(
      "mutation { createSubscriptionToken { token expiresAt } }",
    );
    const search = new URLSearchParams({
      query: "subscription ($id: ID!) { executionEvents(executionId: $id) { events { __typename } } }",
      variables: JSON.stringify({ id }),
      access_token: createSubscriptionToken.token,
    });
    const open = () =>
      fetch(`${served.worker.planwright.endpoint}?${search}`, { headers: { accept: "text/event-stream" } });
    const [first, second] = await Promise.all([open(), open()]);
    expect([first.status, second.status].sort()).toEqual([200, 401]);
    const stream = await (first.status === 200 ? first : second).text();
    expect(stream).toContain('"ExecutionFinished"');
    expect((await open()).status).toBe(401);
  });

  it("[N524] let a browser with a token for one execution follow, answer and export it, and know of no other", async () => {
    const operator = served.worker.planwright.as({ ...bearer(adminToken), "planwright-tenant": "acme" });
    const question = { humanInput: { stepId: "ask", prompt: "Go on?", kind: "APPROVAL" } };
    const source = { plan: { steps: [question, tool("note", "read_note", { name: "x" }, { after: ["ask"] })] } };
    const [own, other] = [await operator.start({ source }), await operator.start({ source })];
    const input = { target: { executionId: own.id }, actions: ["READ", "ANSWER"], minutes: 5, subject: "ada" };
    const { createAccessToken } = await operator.ask<{ createAccessToken: { token: string } }>(
      "mutation ($input: CreateAccessTokenInput!) { createAccessToken(input: $input) { token errors { message } } }",
      { input },
    );
    const browser = served.worker.planwright.as(bearer(createAccessToken.token));
    const search = new URLSearchParams({
      query: "subscription ($id: ID!) { executionEvents(executionId: $id) { events { __typename } } }",
      variables: JSON.stringify({ id: own.id }),
    });
    const stream = fetch(`${browser.endpoint}?${search}`, {
      headers: { accept: "text/event-stream", ...bearer(createAccessToken.token) },
    }).then((response) => response.text());
    const requestId = await eventually(
      async () => (await browser.execution({ id: own.id }))?.pendingHumanInputs[0]?.id ?? null,
    );
    const answer =
      "mutation ($id: ID!) { respondToHumanInput(input: { requestId: $id, response: { accept: {} } }) { errors { message } request { respondedBy } } }";
    expect(await browser.ask(answer, { id: requestId })).toMatchObject({
      respondToHumanInput: { errors: [], request: { respondedBy: "ada" } },
    });
    expect(await stream).toContain('"ExecutionFinished"');
    const exported = (id: string) =>
      fetch(new URL(`/export/${id}`, browser.endpoint), { headers: bearer(createAccessToken.token) });
    expect([(await exported(own.id)).status, (await exported(other.id)).status]).toEqual([200, 404]);
    expect(await browser.execution({ id: other.id })).toBeNull();
    const cancel = "mutation ($id: ID!) { cancelExecution(input: { executionId: $id }) { errors { code } } }";
    await expect(browser.ask(cancel, { id: own.id })).rejects.toThrow(/EXECUTION_CONTROL/);
    await expect(browser.ask("{ executions { nodes { id } } }")).rejects.toThrow(/found an access token/);
    await operator.ask(cancel, { id: other.id });
  });

  it("[N706] make access tokens that open their own thing over every transport and nothing else, and say why once they open nothing", async ({
    onTestFinished,
  }) => {
    const peers = await talkingPeers();
    onTestFinished(() => peers.close());
    const origin = served.worker.planwright.endpoint;
    const keyOf = async (tenant: string) => {
      const { secret } = await createKey(served.worker, tenant, scopes);
      await served.worker.planwright.as(bearer(secret)).register("peers", peers.mcpUrl, true);
      return secret;
    };
    const secret = await keyOf("acme");
    const own = await thingOf(served.worker, secret, "own");
    const closed = [
      { by: secret, thing: await thingOf(served.worker, secret, "another"), nothing: await nothingOf("acme") },
    ];
    if (volume({ sample: 0, whole: 1 }) === 1) {
      const by = await keyOf("other");
      closed.push({ by, thing: await thingOf(served.worker, by, "elsewhere"), nothing: await nothingOf("other") });
    }
    const holder = served.worker.planwright.as(bearer(secret));
    const targets = { EXECUTION: { executionId: own.executionId }, CONVERSATION: { chatId: own.chatId } };
    const tokenFor = async (target: object, actions: readonly string[]) => {
      const { createAccessToken } = await holder.ask<{ createAccessToken: { token: string } }>(
        "mutation ($input: CreateAccessTokenInput!) { createAccessToken(input: $input) { token errors { message } } }",
        { input: { target, actions } },
      );
      return createAccessToken.token;
    };
    const tokens = {
      EXECUTION: await tokenFor(targets.EXECUTION, ["READ"]),
      CONVERSATION: await tokenFor(targets.CONVERSATION, ["READ", "SEND", "CANCEL"]),
    };
    const isRefused = (answer: Answer, token: string, reason: string, name: string) => {
      expect(answer, name).toEqual({
        status: name === "graphql-transport-ws" ? 4403 : 401,
        text: expect.stringContaining(`required a valid credential, found an access token that ${reason}`),
      });
      expect(answer.text).not.toContain(token.slice(4));
    };
    const all = Object.entries<Transport>(transports);
    // Each transport meets one of two, and its neighbour the other.
    const some = <Case>(cases: readonly Case[], at: number) =>
      cases.filter((_, place) => (place + at) % volume({ sample: 2, whole: 1 }) === 0);
    const useless = [
      { made: expired, reason: "expired" },
      { made: changed, reason: "this deployment did not make" },
    ];
    await Promise.all(
      all.map(async ([name, { ask, of }], at) => {
        const token = tokens[of];
        for (const { nothing, thing } of closed) {
          const unknown = nameless(await ask(origin, token, nothing), nothing);
          expect(unknown.status, `${name}: ${unknown.text}`).toBeLessThan(500);
          expect(nameless(await ask(origin, token, thing), thing), name).toEqual(unknown);
        }
        for (const { made, reason } of some(useless, at))
          isRefused(await ask(origin, await made(token), own), token, reason, name);
      }),
    );
    for (const [name, { ask, of, shown }] of all) {
      const answer = await ask(origin, tokens[of], own);
      expect(answer.status, `${name}: ${answer.text}`).toBeLessThan(300);
      expect(answer.text, name).toContain(shown("own"));
    }
    // The last transport ended the turn of its own chat and no other.
    const turn = "query ($chatId: String!) { conversation(by: { chatId: $chatId }) { execution { status } } }";
    const turnOf = (who: Planwright, { chatId }: Thing) => who.ask(turn, { chatId });
    expect(await turnOf(holder, own)).toEqual({ conversation: { execution: null } });
    const waits = { conversation: { execution: { status: "WAITING" } } };
    for (const { by, thing } of closed)
      expect(await turnOf(served.worker.planwright.as(bearer(by)), thing)).toEqual(waits);
    for (const target of Object.values(targets))
      await holder.ask(
        "mutation ($target: AccessTokenTargetInput!) { revokeAccessTokens(input: { target: $target }) { errors { message } } }",
        { target },
      );
    await Promise.all(
      some(all, 0).map(async ([name, { ask, of }]) =>
        isRefused(await ask(origin, tokens[of], own), tokens[of], "was revoked", name),
      ),
    );
  });

  it("that are revoked are refused within five seconds, also if they were used just before", async () => {
    const operator = served.worker.planwright.as({ ...bearer(adminToken), "planwright-tenant": "acme" });
    expect((await view(served.worker, bearer(keyOfA.secret))).status).toBe(200);
    await operator.ask("mutation ($keyId: ID!) { revokeApiKey(input: { keyId: $keyId }) { apiKey { revokedAt } } }", {
      keyId: keyOfA.apiKey.keyId,
    });
    const revokedAt = Date.now();
    for (;;) {
      // What was sent before may be answered later.
      const sentAt = Date.now();
      const response = await view(served.worker, bearer(keyOfA.secret));
      if (response.status === 401) break;
      expect(response.status).toBe(200);
      expect(sentAt - revokedAt).toBeLessThan(5_000);
      await delay(50);
    }
    expect((await view(served.worker, bearer(keyOfA.secret))).headers.get("www-authenticate")).toBe("Bearer");
  });
});

describe("tokens of an identity provider", () => {
  let worker: RunningWorker;
  let keys: FakeHttpServer;
  let token: string;
  let reads = 0;
  /** The keys are given once it resolves. */
  let published: Promise<void> = Promise.resolve();

  beforeAll(async () => {
    const { privateKey, publicKey } = await generateKeyPair("ES256");
    const key = { ...(await exportJWK(publicKey)), kid: "k", alg: "ES256" };
    keys = await fakeHttpServer(async (_, response) => {
      reads += 1;
      await published;
      sendJson(response, 200, { keys: [key] });
    });
    token = await new SignJWT({ tenant: "acme" })
      .setProtectedHeader({ alg: "ES256", kid: "k" })
      .setIssuer("https://id.example.com")
      .setAudience("planwright")
      .setSubject("ada")
      .setExpirationTime("10m")
      .sign(privateKey);
    worker = await startWorker({
      ...{ AUTH_MODE: "jwt", JWT_ISSUER: "https://id.example.com", JWT_AUDIENCE: "planwright" },
      JWT_JWKS_URL: `${keys.url}/keys.json`,
    });
  });
  afterAll(async () => {
    await worker?.close();
    await keys?.close();
  });

  it("serve many that come at once while the keys are read, also when the first of them leaves", async () => {
    const publishing = Promise.withResolvers<void>();
    published = publishing.promise;
    const leaving = new AbortController();
    const first = view(worker, bearer(token), leaving.signal).catch((error: unknown) => error);
    while (reads === 0) await delay(10);
    const others = Array.from({ length: 10 }, () => view(worker, bearer(token)));
    await delay(50);
    leaving.abort();
    expect(await first).toBeInstanceOf(Error);
    publishing.resolve();
    const answers = await Promise.all(others);
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    const readsBefore = reads;
    const later = await view(worker, bearer(token));
    expect(await later.json()).toMatchObject({ data: { viewer: { subject: "ada", tenant: { name: "acme" } } } });
    expect(reads).toBe(readsBefore);
    expect((await view(worker, bearer(`${token.slice(0, -4)}AAAA`))).status).toBe(401);
    for (const length of [16_000, 17_000, 60_000]) {
      const { status } = await view(worker, bearer(`${"x".repeat(length)}.x.x`));
      expect([401, 413, 431]).toContain(status);
    }
  });
});

describe("without credentials", () => {
  const served = deployedWorld({ isShared: true });

  /** The status for a request with a `Host` of its own, which `fetch` cannot send. */
  function statusFor(headers: { readonly [name: string]: string }): Promise<number | undefined> {
    const url = `${served.planwright.endpoint}?query=${encodeURIComponent(viewerQuery)}`;
    const { promise, reject, resolve } = Promise.withResolvers<number | undefined>();
    request(url, { headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on("error", reject)
      .end();
    return promise;
  }

  it("serves this machine and no page that rebinds its name to it, whatever a proxy would say of the host", async () => {
    expect(await statusFor({})).toBe(200);
    for (const host of ["evil.example", "localhost.", "127.0.0.1.evil.example", "127.0.0.1@evil.example"]) {
      expect(await statusFor({ host }), host).toBe(403);
    }
    for (const name of ["x-forwarded-host", "x-original-url", "forwarded"]) {
      expect(await statusFor({ host: "evil.example", [name]: "127.0.0.1" }), name).toBe(403);
    }
  });
});

describe("the rate limits of the platform", () => {
  let worker: RunningWorker;
  beforeAll(async () => {
    const builtConfig = inject("builtConfig");
    // Beside the same bundle.
    const config = join(dirname(builtConfig), "small-limits.toml");
    await writeFile(config, withSmallLimits(await readFile(builtConfig, "utf8")));
    worker = await startWorker({ AUTH_MODE: "keys", ADMIN_TOKEN: adminToken }, config);
  });
  afterAll(() => worker?.close());

  /** The deployment as it is, but for limits that a slow machine crosses too: five requests in ten seconds. */
  function withSmallLimits(config: string): string {
    // That of the tenant stays as it is, which is never reached here.
    const small = config.replaceAll(/(name = "(?:RATE|FAILURE)_LIMIT"\n.*\nsimple = \{ limit =) \d+/g, "$1 5");
    expect(small.match(/limit = 5, /g)).toHaveLength(2);
    return small;
  }

  it.each([
    ["a caller that sends too many requests", 200, adminToken],
    ["an address whose credentials fail too often", 401, "nonsense"],
  ])("answer %s with 429 and Retry-After", async (_, before, token) => {
    // Twice as many as two windows let pass, in case one ends meanwhile.
    const answers = await Promise.all(Array.from({ length: 20 }, () => view(worker, bearer(token))));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([before, 429]));
    const limited = answers.find(({ status }) => status === 429);
    expect(Number(limited?.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await limited?.json()).toMatchObject({ errors: [{ extensions: { code: "RATE_LIMITED" } }] });
  });
});
