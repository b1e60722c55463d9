/** Connections by secrets that a subject gives: who is asked, who may give them, and who goes on. */
import { describe, expect, it } from "vitest";
import { type CredentialRequest, sentText } from "../../../src/durable/ports/credential-port.ts";
import { browserHash, type ConsentStart } from "../../../src/durable/secrets/connections.ts";
import type { SecretChange } from "../../../src/durable/secrets/credential-store.ts";
import type { WaitingPeer } from "../../../src/durable/secrets/notify-waiting.ts";
import type { ProviderCredential, SecretHeader } from "../../../src/plan/credential.ts";
import { exampleKey, storedCredentials } from "../../support/callees/stored-credentials.ts";
import { memorySql } from "../../support/engine/memory-sql.ts";

const dayMs = 86_400_000;
const origin = "https://notes.example";
const value = "pat-of-ann-5ecret";
const header = (more: Partial<SecretHeader> = {}): SecretHeader => ({
  ...{ name: "Authorization", secret: "NOTES", prefix: "Bearer ", owner: "SUBJECT" },
  ...more,
});
const credentialOf = (...headers: readonly SecretHeader[]): ProviderCredential => ({ kind: "HEADERS", headers });
const ann = { scope: "SUBJECT", subject: "ann" } as const;
const change = (more: Partial<SecretChange> = {}): SecretChange => ({
  ...{ tenant: "t", owner: ann, name: "NOTES", origin, value, by: "ann" },
  ...more,
});

function world() {
  const sql = memorySql();
  let now = 1_000;
  const notified: number[] = [];
  const options = { now: () => now, onNotify: () => void notified.push(now) };
  const keeper = storedCredentials([exampleKey], sql, options);
  /** Another instance, which has the rows alone. */
  const reset = (keys = [exampleKey]) => storedCredentials(keys, sql, options);
  return { keeper, reset, sql, later: (ms: number) => (now += ms), notified };
}

type World = ReturnType<typeof world>;

const request = (more: Partial<CredentialRequest> = {}): CredentialRequest => ({
  ...{ tenant: "t", subject: "ann", url: `${origin}/mcp`, credential: credentialOf(header()), execution: "run" },
  ...more,
});

/** The name of the connection that a call demands. */
async function wanted({ keeper }: Pick<World, "keeper">, more: Partial<CredentialRequest> = {}): Promise<string> {
  const answer = await keeper.credential(request(more));
  if (answer.kind !== "CONNECT") throw new Error(`nobody was asked: ${JSON.stringify(answer)}`);
  return answer.connection;
}

function start(connection: string, more: Partial<ConsentStart> = {}): ConsentStart {
  const browser = { state: "s", sealedState: "sealed", browserHash: browserHash("b") };
  const rights = { by: "ann", mayForTenant: true, redirectUri: "", documentUrl: null };
  return { ...{ tenant: "t", connection }, ...browser, ...rights, ...more };
}

type Values = readonly (readonly [string, string])[];

function back(connection: string, values: Values = [["NOTES", value]], more: object = {}) {
  return { tenant: "t", connection, state: "s", browserHash: browserHash("b"), values, ...more };
}

const sent = {
  ...{ kind: "HEADERS", headers: [["Authorization", `Bearer ${value}`]], secrets: [value] },
};

/** Executions whose steps wait, and in whose name their questions are answered. */
function peers(open: Readonly<Record<string, string[]>>, connection: string) {
  const told: string[] = [];
  const peer = (_: string, name: string): WaitingPeer => ({
    read: async () =>
      ({
        humanInputs: (open[name] ?? []).map((requestId) => ({ requestId, connect: connection, status: "PENDING" })),
      }) as never,
    respond: async ({ by, isAccepted, requestId, response }) => {
      open[name]?.splice(open[name].indexOf(requestId), 1);
      told.push(`${name} ${requestId} by ${by} ${isAccepted} ${response}`);
      return { kind: "RESOLVED" } as never;
    },
  });
  return { peer, told };
}

describe("a subject whose secret is missing", () => {
  it("[N920] is asked for it where the registration wants one of each subject, and that of the tenant does not stand in", async () => {
    const { keeper } = world();
    await keeper.secrets.set(change({ owner: { scope: "TENANT" }, value: "of-the-tenant" }), 1);
    expect(await keeper.credential(request())).toMatchObject({
      kind: "CONNECT",
      finding: "notes.example demands that ann connects first with the secret NOTES",
    });
    await keeper.secrets.set(change(), 1);
    expect(await keeper.credential(request())).toEqual(sent);
    expect(await keeper.credential(request({ subject: "bob" }))).toMatchObject({ kind: "CONNECT" });
    const ofTenant = request({ credential: credentialOf(header({ owner: "TENANT" })) });
    expect(await keeper.credential(ofTenant)).toMatchObject({ secrets: ["of-the-tenant"] });
  });

  it("[N920] is not asked where it would not help, or where nobody acts: the call fails as before", async () => {
    const { keeper, sql } = world();
    const { owner: _, ...either } = header();
    const unasked: readonly (readonly [Partial<CredentialRequest>, string])[] = [
      [{ credential: credentialOf(either) }, "of the subject or of the tenant, found none"],
      [{ credential: credentialOf(header({ owner: "TENANT" })) }, "of the tenant, found none"],
      [{ subject: "" }, "of the subject, found none"],
      [{ credential: credentialOf(header(), header({ name: "X-App", secret: "APP", owner: "TENANT" })) }, "secret APP"],
    ];
    for (const [more, finding] of unasked)
      expect(await keeper.credential(request(more))).toMatchObject({
        kind: "MISSING",
        finding: expect.stringContaining(finding),
      });
    // Another server needs the one that is stored.
    await keeper.secrets.set(change({ origin: "https://other.example" }), 1);
    expect(await keeper.credential(request())).toMatchObject({
      kind: "MISSING",
      finding: expect.stringContaining("for another address"),
    });
    expect(sql.exec("SELECT name FROM sqlite_master").toArray()).toEqual([{ name: "secret" }]);
  });

  it("[N921] gives it once, in ten minutes, in the browser that opened the link; anything else stores nothing", async () => {
    const here = world();
    const { keeper, sql } = here;
    const connection = await wanted(here);
    const { secretConnections } = keeper;
    expect(await keeper.begin(start(connection, { by: "bob" }))).toMatchObject({
      kind: "REFUSED",
      finding: expect.stringContaining("required the subject whose connection it is"),
    });
    expect(await secretConnections.finish(back(connection))).toMatchObject({ kind: "REFUSED" });
    const form = { kind: "FORM", server: "notes.example", origin, secrets: ["NOTES"] };
    expect(await keeper.begin(start(connection, { state: "earlier" }))).toEqual(form);
    expect(await keeper.begin(start(connection))).toEqual(form);
    const wrong: readonly (readonly [Values | undefined, object, string])[] = [
      [undefined, { state: "earlier" }, "the latest request"],
      [undefined, { browserHash: browserHash("other") }, "the browser in which"],
      [undefined, { tenant: "u" }, "the latest request"],
      [undefined, { connection: "0".repeat(32) }, "a link that was made"],
      [[], {}, "required the secrets NOTES"],
      [[["OTHER", value]], {}, "required the secrets NOTES"],
      [[...(["NOTES", "NOTES"] as const).map((name) => [name, value] as const)], {}, "required the secrets NOTES"],
      [[["NOTES", "5hort"]], {}, "8 to 8000 characters, found 5"],
      [[["NOTES", `${value}\r\nhost: evil`]], {}, "printable ASCII"],
    ];
    for (const [values, more, words] of wrong) {
      const answer = await secretConnections.finish(back(connection, values, more));
      expect(answer).toMatchObject({ kind: "REFUSED", finding: expect.stringContaining(words) });
      expect(JSON.stringify(answer)).not.toMatch(/5ecret|5hort/);
    }
    expect(sql.exec("SELECT name FROM sqlite_master").toArray()).toEqual([{ name: "connection" }]);
    const twice = await Promise.all([1, 2].map(() => secretConnections.finish(back(connection))));
    expect(twice.map(({ kind }) => kind).toSorted()).toEqual(["CONNECTED", "REFUSED"]);
    expect(await secretConnections.finish(back(connection))).toMatchObject({ kind: "REFUSED" });
    expect(await keeper.credential(request())).toEqual(sent);
    expect(keeper.secrets.list("ann")).toEqual([
      { name: "NOTES", scope: "SUBJECT", origin, updatedAt: 1_000, updatedBy: "ann" },
    ]);
    for (const table of ["secret", "connection"])
      expect(JSON.stringify(sql.exec(`SELECT * FROM ${table}`).toArray())).not.toContain(value);
    await keeper.begin(start(connection));
    here.later(600_001);
    expect(await secretConnections.finish(back(connection))).toMatchObject({
      finding: expect.stringContaining("within ten minutes"),
    });
  });

  it("[N921] has all secrets of a form stored, or none; one of another address and one too many are refused", async () => {
    const here = world();
    const { keeper } = here;
    const two = { credential: credentialOf(header(), header({ name: "X-Key", secret: "KEY", prefix: "" })) };
    const connection = await wanted(here, two);
    const values: Values = [
      ["KEY", "key-of-ann"],
      ["NOTES", value],
    ];
    await keeper.begin(start(connection));
    await keeper.secrets.set(change({ name: "KEY", origin: "https://other.example" }), 1);
    expect(await keeper.secretConnections.finish(back(connection, values))).toMatchObject({
      finding: "required no secret KEY for another address, found one",
    });
    keeper.secrets.remove(ann, "KEY");
    for (let number = 0; number < 99; number++) await keeper.secrets.set(change({ name: `A${number}` }), 1);
    expect(await keeper.secretConnections.finish(back(connection, values))).toMatchObject({
      finding: "required at most 100 secrets of a subject, found more",
    });
    expect(keeper.secrets.stored(ann, "NOTES")).toBeUndefined();
    keeper.secrets.remove(ann, "A0");
    expect(await keeper.secretConnections.finish(back(connection, values))).toEqual({
      ...{ kind: "CONNECTED", server: "notes.example" },
    });
    expect(await keeper.credential(request(two))).toMatchObject({
      headers: [
        ["Authorization", `Bearer ${value}`],
        ["X-Key", "key-of-ann"],
      ],
    });
  });

  it("[N922] is asked again for one that the server refused, unless another was stored since, and for one that no key decrypts", async () => {
    const here = world();
    const { keeper, reset } = here;
    await keeper.secrets.set(change(), 1);
    const refusal = { status: 401, challenge: "", sent: sentText([["Authorization", `Bearer ${value}`]]) };
    expect(await keeper.credential(request({ refusal }))).toMatchObject({
      kind: "CONNECT",
      finding: "notes.example demands that ann connects first: it refused the secret NOTES",
    });
    await keeper.secrets.set(change({ value: "a-newer-one" }), 2);
    expect(await keeper.credential(request({ refusal }))).toMatchObject({ secrets: ["a-newer-one"] });
    expect(await reset(["n".repeat(32)]).credential(request())).toMatchObject({ kind: "CONNECT" });
  });
});

describe("executions that wait for a secret", () => {
  it("[N923] are all told once it was given, over a crash too, and then nothing of the connection is left", async () => {
    const here = world();
    const connection = await wanted(here, { execution: "one" });
    expect(await wanted(here, { execution: "two", url: `${origin}/other` })).toBe(connection);
    const { peer, told } = peers({ one: ["a/1", "b/1"], two: ["a/1"] }, connection);
    expect(here.keeper.nextAt()).toBe(1_000 + dayMs);
    await here.keeper.begin(start(connection));
    await here.keeper.secretConnections.finish(back(connection));
    // The first of them is for the look whether they still wait.
    expect(here.notified).toEqual([1_000, 1_000]);
    const next = here.reset();
    expect(next.nextAt()).toBe(1_000);
    await next.notify(peer);
    // The value is no part of the answer.
    expect(told.toSorted()).toEqual(["one a/1", "one b/1", "two a/1"].map((one) => `${one} by ann true null`));
    here.later(60_000);
    await next.notify(peer);
    expect([told.length, next.nextAt()]).toEqual([3, undefined]);
    expect(here.sql.exec("SELECT * FROM connection").toArray()).toEqual([]);
  });

  it("[N924] are told as well when setSecret stores it, of each connection that has all of its secrets then", async () => {
    const here = world();
    const { keeper } = here;
    const two = { credential: credentialOf(header(), header({ name: "X-Key", secret: "KEY" })), execution: "two" };
    const [one, both] = [await wanted(here), await wanted(here, two)];
    expect(both).not.toBe(one);
    const isTold = () => [one, both].map((id) => keeper.connections.table.get(id)?.notifyAt !== undefined);
    await keeper.secrets.set(change({ owner: { scope: "TENANT" } }), 1);
    await keeper.secrets.set(change({ owner: { scope: "SUBJECT", subject: "bob" } }), 1);
    await keeper.secrets.set(change({ origin: "https://other.example" }), 1);
    expect(isTold()).toEqual([false, false]);
    await keeper.secrets.set(change(), 1);
    expect(isTold()).toEqual([true, false]);
    await keeper.secrets.set(change({ name: "KEY" }), 1);
    expect(isTold()).toEqual([true, true]);
  });

  it("[N924] are told of one that was stored while their call looked for it, at any moment", async () => {
    const kinds = new Set<string>();
    for (let moments = 0; moments < 40; moments++) {
      const { keeper } = world();
      const sealed = await keeper.secrets.seal(change());
      const asking = keeper.credential(request());
      for (let moment = 0; moment < moments; moment++) await Promise.resolve();
      keeper.secrets.put(sealed, 1);
      const answer = await asking;
      kinds.add(answer.kind);
      if (answer.kind === "CONNECT") expect([moments, keeper.nextAt()]).toEqual([moments, 1_000]);
      else expect(answer).toEqual(sent);
    }
    expect([...kinds].toSorted()).toEqual(["CONNECT", "HEADERS"]);
  });

  it("[N924] ask again for one that was deleted before they went on, and for none that a later registration names", async () => {
    const here = world();
    const connection = await wanted(here);
    await here.keeper.secrets.set(change(), 1);
    here.keeper.secrets.remove(ann, "NOTES");
    const open = { run: ["a/1"] };
    const { peer, told } = peers(open, connection);
    await here.keeper.notify(peer);
    expect(told).toHaveLength(1);
    here.later(1_000);
    expect(await wanted(here)).toBe(connection);
    // Its new question is not answered by the secret of before.
    expect(here.keeper.nextAt()).toBe(1_000 + dayMs);
    const renamed = { credential: credentialOf(header({ secret: "RENAMED" })), execution: "later" };
    expect(await wanted(here, renamed)).not.toBe(connection);
    open.run.push("a/2");
    here.later(60_000);
    await here.keeper.secrets.set(change(), 1);
    await here.keeper.notify(peer);
    expect(told.at(-1)).toBe("run a/2 by ann true null");
    expect(here.keeper.connections.table.of(ann)).toMatchObject([{ waiting: [{ execution: "later" }] }]);
  });

  it("[N1006] are forgotten within a day after they ended, and nothing of the connection is left without one that waits", async () => {
    const here = world();
    const connection = await wanted(here, { execution: "one" });
    for (const execution of ["two", "deleted", "away"]) await wanted(here, { execution });
    const open: Record<string, string[]> = { one: ["a/1"], two: ["b/1"] };
    const { peer, told } = peers(open, connection);
    let isAway = true;
    const look = async () => {
      await here.keeper.notify((tenant, name) => {
        if (name === "away" && isAway) throw new Error("the object is being moved");
        return name === "deleted" ? { ...peer(tenant, name), read: async () => null } : peer(tenant, name);
      });
      return here.keeper.connections.table.get(connection)?.waiting.map(({ execution }) => execution);
    };
    expect(await look()).toEqual(["one", "two", "deleted", "away"]);
    here.later(dayMs - 1);
    // Its question may be on the way.
    await wanted(here, { execution: "late" });
    here.later(1);
    expect(await look()).toEqual(["one", "two", "away", "late"]);
    expect(here.keeper.nextAt()).toBe(1_000 + 2 * dayMs);
    open.one = [];
    isAway = false;
    here.later(dayMs);
    expect(await look()).toEqual(["two"]);
    open.two = [];
    here.later(dayMs);
    expect(await look()).toBeUndefined();
    expect(here.sql.exec("SELECT * FROM connection").toArray()).toEqual([]);
    expect([told, here.keeper.nextAt()]).toEqual([[], undefined]);
  });

  it("[N925] are no OAuth connections, cannot be ended as such, and are forgotten with their subject", async () => {
    const here = world();
    const connection = await wanted(here);
    const { connections, secretConnections } = here.keeper;
    expect(connections.list("ann")).toEqual([]);
    expect(await connections.end(connection, [ann])).toEqual({ kind: "NOT_FOUND" });
    await here.keeper.begin(start(connection));
    const code = {
      tenant: "t",
      connection,
      state: "s",
      browserHash: browserHash("b"),
      code: "c",
      error: null,
      iss: null,
    };
    expect(await connections.finish(code)).toMatchObject({ kind: "REFUSED" });
    secretConnections.forget({ scope: "SUBJECT", subject: "bob" });
    expect(connections.table.of(ann)).toHaveLength(1);
    secretConnections.forget(ann);
    expect(connections.table.of(ann)).toEqual([]);
    expect(await secretConnections.finish(back(connection))).toMatchObject({ kind: "REFUSED" });
  });
});
