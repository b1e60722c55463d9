/** Keys of what the page starts. */
import { afterEach, expect, it, vi } from "vitest";
import { newKey } from "../../../dashboard/api/new-key.ts";
import { keyKeeper } from "../../../dashboard/conversations/send-message.ts";
import { keyFor } from "../../../dashboard/run/start/run-key.ts";

// Some of these modules tick from their import on, and would tick on without a page in the process that files share.
vi.hoisted(() => vi.useFakeTimers());

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it("[N790] has keys for what it starts and says over plain HTTP too, where browsers have no randomUUID", () => {
  const { crypto } = globalThis;
  vi.stubGlobal("crypto", { getRandomValues: (into: Uint32Array<ArrayBuffer>) => crypto.getRandomValues(into) });
  const keys = [newKey("dashboard"), keyFor("a run"), keyKeeper()("a message")];
  for (const key of keys) expect(key).toMatch(/^dashboard(-[0-9a-z]{1,7}){4}$/);
  expect(new Set(keys).size).toBe(3);
});
