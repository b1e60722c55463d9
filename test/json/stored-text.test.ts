/** What is done with a large value on its way from an answer to its rows: once, not once for each place that needs it. */
import { afterEach, describe, expect, it, vi } from "vitest";
import { withSecretReplacedIn } from "../../src/catalog/without-secret.ts";
import { withValues } from "../../src/execution/events/value-slots.ts";
import type { Json } from "../../src/json/json.ts";
import { storedText, storedValue } from "../../src/json/store-value.ts";

const rows: Json = Array.from({ length: 5_000 }, (_, at) => ({ id: at, name: `row ${at}` }));

describe("a large value that is stored", () => {
  afterEach(() => void vi.restoreAllMocks());

  it("[N78] is made text of once, for its digest and for its rows", () => {
    const write = vi.spyOn(JSON, "stringify");
    const stored = storedValue(rows);
    const texts: string[] = [];
    const event = { kind: "StepFinished", output: stored, content: null } as unknown as Parameters<
      typeof withValues
    >[0];
    withValues(event, (_, value) => {
      texts.push(storedText(value));
      return value;
    });
    expect(write.mock.calls.filter(([value]) => value === rows)).toHaveLength(1);
    write.mockRestore();
    expect(texts).toEqual([JSON.stringify(rows)]);
  });

  it("[N78] has the same text when it comes without it, as a copy or from a row", () => {
    const stored = storedValue(rows);
    expect(storedText({ ...stored })).toBe(storedText(stored));
    expect(storedText(storedValue({ a: 1 }))).toBe('{"a":1}');
  });

  it("[N78] is not copied to take out a secret that it does not hold", () => {
    const copied = vi.spyOn(Object, "fromEntries");
    const listed = vi.spyOn(Object, "entries");
    expect(withSecretReplacedIn(rows, "a secret of some length")).toBe(rows);
    expect(copied).not.toHaveBeenCalled();
    expect(listed).not.toHaveBeenCalled();
    vi.restoreAllMocks();
    const secret = "a secret of some length";
    expect(withSecretReplacedIn({ rows: [{ [secret]: 1 }] }, secret)).toEqual({ rows: [{ "[secret]": 1 }] });
    expect(withSecretReplacedIn([[{ a: `so ${secret}` }]], secret)).toEqual([[{ a: "so [secret]" }]]);
  });
});
