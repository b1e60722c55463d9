/** The answer that comes before the page asks: who takes it, how often, and until when. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { askEarly, askedEarly, beginPage, takeEarly } from "../../../dashboard/api/early-question.ts";

const proof = { authorization: "Bearer mira" };

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000, toFake: ["Date"] });
  vi.stubGlobal("earlyQuestion", undefined);
  vi.stubGlobal("pageHasBegun", undefined);
  vi.stubGlobal("fetch", async () => Response.json({ data: 1 }));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it("[N748] an early answer is for the same question of the same person, once", async () => {
  askEarly("{ a }", proof);
  expect(takeEarly("{ b }", proof)).toBeNull();
  expect(takeEarly("{ a }", {})).toBeNull();
  expect(takeEarly("{ a }", { ...proof, "planwright-tenant": "acme" })).toBeNull();
  expect(askedEarly("{ a }")).toBe(1_000);
  const taken = takeEarly("{ a }", proof);
  expect(await (await taken?.answer)?.json()).toEqual({ data: 1 });
  expect(takeEarly("{ a }", proof)).toBeNull();
  expect(askedEarly("{ a }")).toBeNull();
});

it("[N748] an early answer is not taken once it is old, and its failure is heard by who takes it alone", async () => {
  askEarly("{ a }", proof);
  vi.setSystemTime(15_999);
  expect(askedEarly("{ a }")).toBe(1_000);
  vi.setSystemTime(16_000);
  expect(askedEarly("{ a }")).toBeNull();
  expect(takeEarly("{ a }", proof)).toBeNull();
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("offline")));
  askEarly("{ a }", proof);
  await expect(takeEarly("{ a }", proof)?.answer).rejects.toThrow("offline");
});

it("[N748] an early question that comes after the page has begun is not sent, and one before it is still there", async () => {
  askEarly("{ a }", proof);
  beginPage();
  expect(askedEarly("{ a }")).toBe(1_000);
  const asked = vi.fn();
  vi.stubGlobal("fetch", asked);
  askEarly("{ b }", proof);
  expect(asked).not.toHaveBeenCalled();
  expect(askedEarly("{ b }")).toBeNull();
  expect(takeEarly("{ a }", proof)).not.toBeNull();
});
