/** Rows of older and later versions (E2). */
import { expect, it } from "vitest";
import { eventVersion } from "../../../src/execution/events/event.ts";
import { type Upcasters, upcast } from "../../../src/execution/events/upcast.ts";
import type { Json } from "../../../src/json/json.ts";

const current = eventVersion.StepWaiting;
const stepWaiting = (version: number, body: Json = { step: "a" }) => ({ kind: "StepWaiting", version, body });

it("[E2] a row of today's version is read as it stands", () => {
  expect(upcast(stepWaiting(current))).toEqual({ known: true, event: { kind: "StepWaiting", step: "a" } });
});

it("[E2] a row of an older version is brought to today's by one upcaster after another", () => {
  expect(current).toBe(3);
  const known: Upcasters = {
    StepWaiting: {
      1: (body) => ({ ...body, trail: "1" }),
      2: (body) => ({ ...body, trail: `${body.trail ?? ""}2` }),
    },
  };
  expect(upcast(stepWaiting(1), known)).toEqual({
    known: true,
    event: { kind: "StepWaiting", step: "a", trail: "12" },
  });
  expect(upcast(stepWaiting(2), known)).toMatchObject({ known: true, event: { trail: "2" } });
});

it.each([
  ["later than today's", stepWaiting(current + 1), {}, false],
  [
    "older than the oldest that is read",
    stepWaiting(1),
    { StepWaiting: { 2: (body) => body } } satisfies Upcasters,
    true,
  ],
  ["that no version had", stepWaiting(0), {}, true],
  [
    "between two",
    stepWaiting(1.5),
    { StepWaiting: { 1: (body) => body, 2: (body) => body } } satisfies Upcasters,
    true,
  ],
] as const)("[E2, N210] a row of a version %s is reported and not guessed at", (_, row, known, isTooOld) => {
  expect(upcast(row, known)).toEqual({ known: false, kind: "StepWaiting", version: row.version, isTooOld });
});

it("[E2] a row of an unknown kind is reported, also of a name that every object has", () => {
  for (const kind of ["FromTheFuture", "constructor", "__proto__"])
    expect(upcast({ kind, version: 1, body: {} })).toEqual({ known: false, kind, version: 1, isTooOld: false });
});
