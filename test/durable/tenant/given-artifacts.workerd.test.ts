/** How many artifacts a tenant may be given, and of how many bytes: counted in its object, which asks the bucket what is there. */
import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { Accessor, Audience } from "../../../src/access/audience.ts";
import { ArtifactBucket } from "../../../src/durable/calls/artifact-bucket.ts";
import { GivenArtifacts } from "../../../src/durable/tenant/given-artifacts.ts";
import {
  artifactClient,
  createArtifact,
  type GivenArtifactRules,
} from "../../../src/worker/clients/artifact-client.ts";
import type { Environment } from "../../../src/worker/platform/environment.ts";
import { sealedIdentity } from "../../../src/worker/platform/sealed-id.ts";

const environment = env as unknown as Environment & { readonly ARTIFACTS: R2Bucket };
const bucket = new ArtifactBucket(environment.ARTIFACTS);
const facts = { description: null, mediaType: "text/plain" };
const hourMs = 3_600_000;

const program: Accessor = { subject: "program", groups: ["sales", "law"], scopes: ["EXECUTION_READ"] };

function freshTenant(rules: Partial<GivenArtifactRules>, bindings: Environment = environment) {
  const tenant = crypto.randomUUID();
  const all = { retentionMs: hourMs, maxArtifacts: 0, maxBytes: 0, ...rules };
  const stub = environment.TENANT.getByName(tenant) as unknown as DurableObjectStub;
  const caller = { ...program, tenant };
  const client = artifactClient(bindings, all, sealedIdentity("5ea1".repeat(16)), caller);
  return {
    tenant,
    stub,
    give: (name: string, content = "x") => createArtifact(bindings, caller, name, content, facts, all),
    remove: (name: string) => client.remove(name),
    listed: async () => (await bucket.list(tenant, "given", undefined, 1_000)).length,
    counted: () =>
      runInDurableObject(stub, (_, { storage }) =>
        storage.sql.exec("SELECT count(*) AS artifacts, coalesce(sum(bytes), 0) AS bytes FROM given_artifact").one(),
      ),
  };
}

const stored = (answers: readonly { readonly kind: string }[]) =>
  answers.filter(({ kind }) => kind === "STORED").length;

describe("given artifacts", () => {
  it("[N53] are as many as the cap says, however many are given at once, and one more for each deleted", async () => {
    const { counted, give, listed, remove } = freshTenant({ maxArtifacts: 5 });
    const names = Array.from({ length: 20 }, (_, at) => `n${at}`);
    const answers = await Promise.all(names.map((name) => give(name)));
    expect([stored(answers), await listed()]).toEqual([5, 5]);
    const refusal = { kind: "LIMIT_EXCEEDED", limit: "givenArtifacts", maximum: 5, found: 6 };
    expect(answers.filter(({ kind }) => kind !== "STORED")).toEqual(Array.from({ length: 15 }, () => refusal));
    const [first = ""] = names.filter((_, at) => answers[at]?.kind === "STORED");
    // The same again is none more.
    expect(await give(first)).toMatchObject({ kind: "STORED", isNew: false });
    expect(await remove(first)).toBe(true);
    expect(await remove(first)).toBe(false);
    const again = await Promise.all([give("a"), give("b"), give("c")]);
    expect([stored(again), await listed()]).toEqual([1, 5]);
    expect(await counted()).toEqual({ artifacts: 5, bytes: 5 });
  });

  it("[N835] that are given again have other content where others would see them, and are nobody else's who keeps them", async () => {
    const { tenant } = freshTenant({});
    const own = { owner: "alice", visibility: "OWN" } as const;
    const sales = { owner: "alice", visibility: "GROUP", group: "sales" } as const;
    const give = async (name: string, audience: Audience) => {
      const rules = { retentionMs: hourMs, maxArtifacts: 0, maxBytes: 0 };
      const caller = { ...program, tenant, subject: audience.owner };
      return (await createArtifact(environment, caller, name, "x", { ...facts, audience }, rules)).kind;
    };
    const before = { own, sales, tenant: { owner: "alice" } };
    for (const [name, audience] of Object.entries(before)) expect(await give(name, audience)).toBe("STORED");
    const asBob = Object.values(before).map((audience) => ({ ...audience, owner: "bob" }));
    const law = { ...sales, group: "law" };
    const found: Record<string, readonly string[]> = {};
    for (const name of Object.keys(before)) {
      const kinds: string[] = [];
      for (const audience of [...Object.values(before), ...asBob, law]) kinds.push(await give(name, audience));
      found[name] = kinds.map((kind) => (kind === "STORED" ? "same" : kind));
    }
    const [same, other] = ["same", "TAKEN"];
    expect(found).toEqual({
      own: [same, other, other, other, other, other, other],
      sales: [other, same, other, other, same, other, other],
      tenant: [other, other, same, other, other, same, other],
    });
    expect((await bucket.head(tenant, { owner: "given", name: "own" }))?.audience).toEqual(own);
  });

  it("[N1002] that a caller does not see are not confirmed to it: the same content is taken like any other", async () => {
    const { tenant } = freshTenant({});
    const rules = { retentionMs: hourMs, maxArtifacts: 0, maxBytes: 0 };
    const give = async (
      accessor: Partial<Accessor>,
      name: string,
      audience: Omit<Audience, "owner">,
      content = "x",
    ) => {
      const caller = { ...program, ...accessor, tenant };
      const given = { ...facts, audience: { owner: caller.subject, ...audience } };
      return (await createArtifact(environment, caller, name, content, given, rules)).kind;
    };
    const sales = { visibility: "GROUP", group: "sales" } as const;
    for (const [name, audience] of [["all", {}] as const, ["sales", sales] as const]) {
      expect(await give({ subject: "alice" }, name, audience)).toBe("STORED");
      for (const scopes of [["EXECUTION_START", "EXECUTION_READ_OWN"], ["EXECUTION_START"]]) {
        const bob = { subject: "bob", scopes };
        expect([await give(bob, name, audience), await give(bob, name, audience, "y")]).toEqual(["TAKEN", "TAKEN"]);
        // One of its own is the same again.
        expect(await give(bob, `${name} of ${scopes}`, audience)).toBe("STORED");
        expect(await give(bob, `${name} of ${scopes}`, audience)).toBe("STORED");
      }
      expect(await give({ subject: "bob" }, name, audience)).toBe("STORED");
    }
  });

  it("[N53] hold as many bytes together as the cap says, and the count outlives the object's memory", async () => {
    const { counted, give, remove, stub } = freshTenant({ maxBytes: 10 });
    expect(stored(await Promise.all(["a", "b", "c", "d"].map((name) => give(name, "1234"))))).toBe(2);
    await evictDurableObject(stub);
    const refusal = { kind: "LIMIT_EXCEEDED", limit: "givenArtifactBytes", maximum: 10, found: 11 };
    expect(await give("e", "123")).toEqual(refusal);
    expect(await give("e", "12")).toMatchObject({ kind: "STORED" });
    expect(await give("empty", "")).toMatchObject({ kind: "STORED" });
    await remove("e");
    expect(await counted()).toEqual({ artifacts: 3, bytes: 8 });
  });

  it("[N53] count no longer once their time is over", async () => {
    const { counted, give, listed, stub } = freshTenant({ maxArtifacts: 2, retentionMs: 200 });
    await give("a");
    await give("b");
    expect(await give("c")).toMatchObject({ kind: "LIMIT_EXCEEDED" });
    await scheduler.wait(250);
    await runDurableObjectAlarm(stub);
    expect(await listed()).toBe(0);
    expect(await counted()).toEqual({ artifacts: 0, bytes: 0 });
    expect(await give("c")).toMatchObject({ kind: "STORED" });
  });

  it("[N53] count once when two of one name meet, or one meets its deletion, in any order", async () => {
    const { counted, give, listed, remove } = freshTenant({ maxArtifacts: 3 });
    for (let round = 0; round < 20; round++) {
      await Promise.all([give("a", "1"), give("a", "22"), remove("a"), give("b"), remove("b"), remove("a")]);
      const inBucket = await listed();
      expect(((await counted()) as { artifacts: number }).artifacts).toBe(inBucket);
    }
    await Promise.all([remove("a"), remove("b")]);
    expect(await counted()).toEqual({ artifacts: 0, bytes: 0 });
  });

  it("[N53] keep counting while somebody else stores the name, for two minutes at most, and what was seen last decides", async () => {
    const { stub } = freshTenant({});
    await runInDurableObject(stub, async (_, { storage }) => {
      const caps = { maxArtifacts: 1, maxBytes: 0 };
      const given = new GivenArtifacts(storage.sql);
      storage.sql.exec("INSERT INTO kept_artifact(owner, name, tenant, until) VALUES('given', 'a', 't', 1)");
      const refused = { limit: "givenArtifacts", maximum: 1, found: 2 };
      const nothing = async () => undefined;
      expect(given.reserve("a", 3, caps, 1_000)).toBeUndefined();
      // Whoever deletes it meanwhile finds nothing yet.
      await given.settle("a", nothing, 1_000);
      expect(given.reserve("b", 3, caps, 1_000)).toEqual(refused);
      given.stored("a");
      // A look that began earlier and ends later tells what may be over.
      const slow = Promise.withResolvers<undefined>();
      const early = given.settle("a", () => slow.promise, 1_000);
      await given.settle("a", async () => ({ byteSize: 3 }), 1_000);
      slow.resolve(undefined);
      await early;
      expect(given.reserve("b", 3, caps, 1_000)).toEqual(refused);
      // Its Worker ended without a word.
      expect(given.reserve("a", 3, caps, 2_000)).toBeUndefined();
      await given.settle("a", nothing, 121_999);
      expect(given.reserve("b", 3, caps, 121_999)).toEqual(refused);
      await given.settle("a", nothing, 122_000);
      expect(given.reserve("b", 3, caps, 122_000)).toBeUndefined();
    });
  });

  it("[N53] do not count if the bucket failed to take them, nor those that an earlier version has removed", async () => {
    const put = async (): Promise<never> => {
      throw new Error("the bucket is away");
    };
    const failing = { ...environment, ARTIFACTS: { put, head: async () => null } } as unknown as Environment;
    const broken = freshTenant({ maxArtifacts: 1 }, failing);
    await expect(broken.give("a")).rejects.toThrow("away");
    expect(await broken.counted()).toEqual({ artifacts: 0, bytes: 0 });

    const { give, stub } = freshTenant({ maxArtifacts: 1 });
    await give("a");
    await runInDurableObject(stub, (_, { storage }) => storage.sql.exec("DELETE FROM kept_artifact").toArray());
    await evictDurableObject(stub);
    expect(await give("b")).toMatchObject({ kind: "STORED" });
  });
});
