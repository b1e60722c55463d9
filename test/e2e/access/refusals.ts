/** Requests of strangers, and how their refusals have to be: quick, small and without a word of the inside. */
import { expect } from "vitest";
import { requestLimits } from "../../../src/graph/base/request-limits.ts";

/** A fraction of a second is what they take; far more, for a machine that runs other tests beside. */
export const longestMs = 10_000;
const longestAnswer = 200_000;

export interface Seen {
  readonly status: number;
  readonly text: string;
  readonly elapsedMs: number;
}

export async function sent(url: string, init: RequestInit): Promise<Seen> {
  const startedAt = performance.now();
  const response = await fetch(url, { signal: AbortSignal.timeout(30_000), ...init });
  const text = await response.text();
  return { status: response.status, text, elapsedMs: performance.now() - startedAt };
}

/** Expects a refusal that is quick, small and says nothing of the inside. Gives its codes. */
export function refusalCodes({ elapsedMs, status, text }: Seen): readonly string[] {
  expect(status, text.slice(0, 500)).toBeGreaterThanOrEqual(400);
  expect(status, text.slice(0, 500)).toBeLessThan(500);
  expect(elapsedMs).toBeLessThan(longestMs);
  expect(text.length).toBeLessThan(longestAnswer);
  expect(text).not.toMatch(/node_modules|\.[jt]s:\d|\bat \w+ \(|RangeError|TypeError|SyntaxError|stack|sqlite/i);
  const { data, errors } = JSON.parse(text) as {
    data?: unknown;
    errors: readonly { message: string; extensions: { code: string } }[];
  };
  expect(data ?? null).toBeNull();
  expect(errors.length).toBeLessThanOrEqual(requestLimits.errors + 1);
  return [...new Set(errors.map(({ extensions }) => extensions.code))];
}
