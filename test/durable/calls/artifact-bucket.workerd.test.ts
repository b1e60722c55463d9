/** Artifacts in the bucket that the platform embeds. */
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { ArtifactBucket } from "../../../src/durable/calls/artifact-bucket.ts";
import { areKeptLabels } from "../../../src/execution/events/artifact-record.ts";
import { sha256Hex } from "../../../src/json/digest.ts";

const { ARTIFACTS } = env as unknown as { readonly ARTIFACTS: R2Bucket };
const bucket = new ArtifactBucket(ARTIFACTS, () => 1_000);
const json = { description: null, mediaType: "application/json" };
let count = 0;

/** A tenant that no other test uses. */
function freshTenant(): string {
  count += 1;
  return `tenant/${crypto.randomUUID()}/${count}`;
}

const at = (name: string, owner = "given") => ({ owner, name });
const textOf = async (tenant: string, name: string, range: { offset: number; length: number } | null) => {
  const found = await bucket.read(tenant, at(name), range ?? undefined);
  return found === undefined ? null : { text: await new Response(found.body).text(), range: found.range };
};

describe("a bucket of artifacts", () => {
  it("gives back what was stored, with all that is known of it", async () => {
    const tenant = freshTenant();
    const description = "Größe: 1 🙂";
    const record = await bucket.put(tenant, at("a b.json"), '{"a":1}', { ...json, description });
    const facts = {
      name: "a b.json",
      description,
      mediaType: "application/json",
      byteSize: 7,
      sha256: sha256Hex('{"a":1}'),
    };
    expect(record).toEqual(facts);
    expect(await bucket.head(tenant, at("a b.json"))).toEqual({ ...facts, storedAt: 1_000 });
    expect(await textOf(tenant, "a b.json", null)).toEqual({ text: '{"a":1}', range: { offset: 0, length: 7 } });
    const bytes = Uint8Array.of(0, 255, 1);
    expect(await bucket.put(tenant, at("raw"), bytes, json)).toMatchObject({ byteSize: 3 });
    const raw = await bucket.read(tenant, at("raw"), undefined);
    expect(new Uint8Array(await new Response(raw?.body).arrayBuffer())).toEqual(bytes);
  });

  it("[N933] keeps the labels of what an artifact was made of beside longest names of who may see it, and says where nobody gave any", async () => {
    const tenant = freshTenant();
    const labels = Array.from({ length: 34 }, (_, at) => `label-of-${String(at).padStart(23, "0")}`);
    expect(areKeptLabels(labels)).toBe(true);
    const audience = { owner: "店".repeat(255), visibility: "GROUP", group: "員".repeat(255) } as const;
    const facts = { ...json, description: "Ö".repeat(3_000), audience };
    for (const [name, given] of Object.entries({ many: { labels }, none: { labels: [] }, unknown: {} })) {
      await bucket.put(tenant, at(name, "e1"), "{}", { ...facts, ...given });
      expect([name, (await bucket.head(tenant, at(name, "e1")))?.labels]).toEqual([
        name,
        "labels" in given ? given.labels : undefined,
      ]);
    }
    expect(areKeptLabels([...labels, "one-more-of-these"])).toBe(false);
  });

  it("reads the part that is asked for, less at the end and nothing beyond it", async () => {
    const tenant = freshTenant();
    await bucket.put(tenant, at("digits"), "0123456789", json);
    const part = (offset: number, length: number) => textOf(tenant, "digits", { offset, length });
    expect(await part(2, 3)).toEqual({ text: "234", range: { offset: 2, length: 3 } });
    expect(await part(8, 100)).toEqual({ text: "89", range: { offset: 8, length: 2 } });
    expect(await part(10, 1)).toEqual({ text: "", range: { offset: 10, length: 0 } });
    expect(await part(99, 5)).toEqual({ text: "", range: { offset: 10, length: 0 } });
    expect(await part(3, 0)).toEqual({ text: "", range: { offset: 3, length: 0 } });
    await bucket.put(tenant, at("empty"), "", json);
    expect(await textOf(tenant, "empty", { offset: 0, length: 5 })).toEqual({
      text: "",
      range: { offset: 0, length: 0 },
    });
  });

  it("keeps tenants and owners apart, however they are called", async () => {
    const [one, other] = [freshTenant(), freshTenant()];
    await bucket.put(one, at("x"), "one", json);
    await bucket.put(one, at("x", "abc"), "of an execution", json);
    expect(await bucket.head(other, at("x"))).toBeUndefined();
    expect(await bucket.head(`${one}/given`, at("x"))).toBeUndefined();
    for (const address of [
      at("x", "given/../given"),
      at("x", "GIVEN"),
      at(""),
      at("../given/x", "abc"),
      at("\ud800"),
    ]) {
      expect(await bucket.head(one, address)).toBeUndefined();
      expect(await bucket.read(one, address, undefined)).toBeUndefined();
      await bucket.remove(one, address);
    }
    expect(await bucket.list(one, "given/", undefined, 10)).toEqual([]);
    expect(await textOf(one, "x", null)).toMatchObject({ text: "one" });
    expect(await bucket.head(one, at("é".repeat(1_000)))).toBeUndefined();
    await expect(bucket.put(one, at("x", "not an owner"), "x", json)).rejects.toThrow("required an address");
  });

  it("lists an owner in the order of names, page by page, and removes all that it has", async () => {
    const tenant = freshTenant();
    const names = ["a", "a/b", "b", "c", "é", "z"];
    for (const name of names.toReversed()) await bucket.put(tenant, at(name, "abc"), name, json);
    await bucket.put(tenant, at("kept"), "x", json);
    const listed = async (after: string | null, limit: number) =>
      (await bucket.list(tenant, "abc", after ?? undefined, limit)).map(({ name }) => name);
    expect(await listed(null, 2)).toEqual(["a", "a/b"]);
    expect(await listed("a/b", 2)).toEqual(["b", "c"]);
    expect(await listed("c", 9)).toEqual(["z", "é"]);
    expect(await listed(null, 0)).toEqual([]);
    for (const noName of ["A".repeat(1_025), "\ud800"]) expect(await listed(noName, 9)).toEqual([]);
    await bucket.removeAll(tenant, "abc");
    await bucket.removeAll(tenant, "abc");
    expect(await listed(null, 9)).toEqual([]);
    expect(await bucket.head(tenant, at("kept"))).not.toBeUndefined();
  });

  it("stores something new under an address only once, of two at a time one", async () => {
    const tenant = freshTenant();
    const stored = await Promise.all(["1", "2"].map((text) => bucket.putNew(tenant, at("x"), text, json)));
    expect([...stored].sort()).toEqual([false, true]);
    const winner = stored[0] === true ? "1" : "2";
    expect(await textOf(tenant, "x", null)).toMatchObject({ text: winner });
  });

  it("shortens a description that metadata cannot hold, and says so", async () => {
    const tenant = freshTenant();
    const record = await bucket.put(tenant, at("x"), "", { ...json, description: "🙂".repeat(5_000) });
    expect(record.description).toMatch(/^(?:🙂)+…$/u);
    expect((await bucket.head(tenant, at("x")))?.description).toBe(record.description);
  });
});
