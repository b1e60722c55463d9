/** The hashes of what a request holds. */
import { afterEach, expect, it, vi } from "vitest";
import { digestOf, requestFingerprint } from "../../../src/graph/start/fingerprint.ts";
import { sha256Hex } from "../../../src/json/digest.ts";
import { hashOfParts } from "../../../src/json/effect-key.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

it("[N717, E1] hashes long texts by the platform and short ones in place, both alike", async () => {
  const platform = vi.spyOn(crypto.subtle, "digest");
  for (const text of ["", "über", "x".repeat(4_095)]) expect(await digestOf(text)).toBe(sha256Hex(text));
  expect(platform).not.toHaveBeenCalled();
  for (const text of ["x".repeat(4_096), `${"ü".repeat(50_000)}\ud800`])
    expect(await digestOf(text)).toBe(sha256Hex(text));
  expect(platform).toHaveBeenCalledTimes(2);
  const source = { document: { answer: "x".repeat(80_000) } };
  const parts = [source, null, null, null, null, null, null, null];
  expect(await requestFingerprint({ source })).toBe(hashOfParts(parts));
  expect(platform).toHaveBeenCalledTimes(3);
});
