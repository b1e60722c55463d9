/** Secrets at rest: nothing of them shows, nothing but their own key and place opens them. */
import { describe, expect, it } from "vitest";
import { SecretSealer } from "../../../src/durable/secrets/secret-sealer.ts";

const [older, newer] = ["a".repeat(32), "b".repeat(32)];

describe("a sealed secret", () => {
  it("[N530] shows nothing of the secret, is another text each time, and opens as what it was sealed as", async () => {
    const sealer = new SecretSealer([older]);
    const [first, second] = await Promise.all([sealer.seal("tok-5ecret", "mine"), sealer.seal("tok-5ecret", "mine")]);
    expect(first).not.toBe(second);
    expect(`${first}${second}`).not.toContain("5ecret");
    expect(`${first}${second}`).not.toContain(Buffer.from("tok-5ecret").toString("hex").slice(0, 8));
    expect(await sealer.open(first, "mine")).toEqual({ ok: true, text: "tok-5ecret", isCurrent: true });
    expect(await sealer.open(first, "yours")).toEqual({ ok: false, reason: "CHANGED" });
  });

  it("[N530] that was altered anywhere, cut or made up opens as nothing", async () => {
    const sealer = new SecretSealer([older]);
    const sealed = await sealer.seal("tok-5ecret", "mine");
    for (let at = sealed.lastIndexOf(".") + 1; at < sealed.length; at++) {
      const altered = `${sealed.slice(0, at)}${sealed[at] === "0" ? "1" : "0"}${sealed.slice(at + 1)}`;
      expect(await sealer.open(altered, "mine")).toEqual({ ok: false, reason: "CHANGED" });
    }
    for (const text of ["", sealed.slice(0, -2), `${sealed}00`, "tok-5ecret", sealed.replace("1.", "2.")])
      expect(await sealer.open(text, "mine")).toEqual({ ok: false, reason: "CHANGED" });
  });

  it("[N531] opens with each key that is named, says whether the newest sealed it, and not with a key that has gone", async () => {
    const before = new SecretSealer([older]);
    const after = new SecretSealer([newer, older]);
    const sealed = await before.seal("tok-5ecret", "mine");
    expect(await after.open(sealed, "mine")).toEqual({ ok: true, text: "tok-5ecret", isCurrent: false });
    const again = await after.seal("tok-5ecret", "mine");
    expect(await new SecretSealer([newer]).open(again, "mine")).toMatchObject({ ok: true, isCurrent: true });
    expect(await new SecretSealer([newer]).open(sealed, "mine")).toEqual({ ok: false, reason: "NO_KEY" });
    await expect(new SecretSealer([]).seal("tok-5ecret", "mine")).rejects.toThrow("found none");
  });
});
