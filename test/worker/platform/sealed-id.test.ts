import { describe, expect, it } from "vitest";
import { sealedIdentity } from "../../../src/worker/platform/sealed-id.ts";

const identity = sealedIdentity("0123456789abcdef0123456789abcdef");

describe("sealed ids", () => {
  it("open to what was sealed, whatever characters it has", async () => {
    for (const content of ["a", '["default","STEP","exec","x/ü-💡"]', "x".repeat(1_000)]) {
      expect(await identity.open(await identity.seal(content))).toBe(content);
    }
  });

  it("are the same for the same content and secret, and others for another secret", async () => {
    const again = sealedIdentity("0123456789abcdef0123456789abcdef");
    const other = sealedIdentity("another secret that is long enough");
    const id = await identity.seal("content");
    expect(await again.seal("content")).toBe(id);
    expect(await other.seal("content")).not.toBe(id);
    expect(await other.open(id)).toBeUndefined();
  });

  it("tell nothing of what they hold, not even that two begin alike", async () => {
    const left = await identity.seal(`${"a".repeat(64)}1`);
    const right = await identity.seal(`${"a".repeat(64)}2`);
    expect(Buffer.from(left, "base64url").toString("latin1")).not.toContain("aaaa");
    const [first, second] = [left, right].map((id) => Buffer.from(id, "base64url"));
    const same = [...(first ?? [])].filter((byte, position) => byte === second?.[position]).length;
    expect(same).toBeLessThan(16);
  });

  it("do not open if any bit was changed", async () => {
    const bytes = Buffer.from(await identity.seal("content"), "base64url");
    for (let bit = 0; bit < bytes.byteLength * 8; bit++) {
      const changed = Buffer.from(bytes);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(await identity.open(changed.toString("base64url"))).toBeUndefined();
    }
  });

  it("do not open in another spelling, cut, lengthened, or as what was never an id", async () => {
    const id = await identity.seal("some content");
    const spellings = [
      `${id}=`,
      `${id}A`,
      `${id}AA`,
      `${id}AAAA`,
      id.slice(0, -1),
      id.slice(0, 20),
      ` ${id}`,
      `${id}\n`,
    ];
    for (const text of [...spellings, "", "A", "%", "ü", "x".repeat(10_000), "AAAAAAAAAAAAAAAAAAAAAA"]) {
      expect(await identity.open(text)).toBeUndefined();
    }
  });

  it("[N188] open as they were sealed by 0.8.0 and before, and are sealed anew in another form", async () => {
    const sealedBefore = [
      {
        content: '["default","STEP","exec","x/ü-💡"]',
        id: "_9Y0V9yBouHC8g17W2R0LGA0GDehIoC_vdxckrFL12TN-88yA0HHyJu_HI6m7mDrBjBhZrg",
      },
      { content: "content", id: "g4hb8Vpt8C6MT_Z7qLnAhhX3lD5Y3h0" },
    ];
    for (const { content, id } of sealedBefore) {
      expect(await identity.open(id)).toBe(content);
      expect(await identity.seal(content)).not.toBe(id);
      expect(await sealedIdentity("another secret that is long enough").open(id)).toBeUndefined();
      const changed = Buffer.from(id, "base64url");
      changed[3] = (changed[3] ?? 0) ^ 1;
      expect(await identity.open(changed.toString("base64url"))).toBeUndefined();
    }
  });
});
