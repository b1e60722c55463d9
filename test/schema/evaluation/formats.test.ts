/** Formats of texts that people write: what each takes and refuses, and that no text takes long. */
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../src/json/json.ts";
import { answerViolations, violations } from "../../../src/schema/validator.ts";
import { processorMs } from "../../support/engine/processor-time.ts";

const cases: Readonly<Record<string, { readonly takes: readonly string[]; readonly refuses: readonly string[] }>> = {
  "date-time": {
    takes: [
      "2026-01-31T09:30:00Z",
      "2026-01-31t09:30:00.25+02:00",
      "1990-12-31T23:59:60Z",
      "1990-12-31T15:59:60-08:00",
    ],
    refuses: [
      "tomorrow",
      "2026-02-30T09:30:00Z",
      "2026-01-31T09:30:00",
      "2026-01-31 09:30:00Z",
      "2026-01-31T24:00:00Z",
      "1990-12-31T22:59:60Z",
      "",
    ],
  },
  date: {
    takes: ["2024-02-29", "2000-02-29"],
    refuses: ["2026-02-29", "1900-02-29", "2026-13-01", "2026-1-1", "31.1.2026", "২০২৬-০১-০১"],
  },
  time: {
    takes: ["09:30:00Z", "23:59:60Z", "09:30:00+05:45"],
    refuses: ["09:30", "09:30:00", "25:00:00Z", "22:59:60Z"],
  },
  duration: {
    takes: ["PT30M", "P1DT12H", "P2W", "P1Y2M3DT4H5M6S"],
    refuses: ["30 minutes", "P", "PT", "P1Y2W", "PT1D", "P1S"],
  },
  email: {
    takes: ["ada@example.com", "a.b+c@sub.example.co", "o'hara@localhost"],
    refuses: [
      "ada",
      "@example.com",
      "ada@",
      "ada@@example.com",
      ".ada@example.com",
      "ada@-a.com",
      "ada@a..com",
      "ada @example.com",
    ],
  },
  uri: {
    takes: ["https://example.com/a?b=c#d", "mailto:ada@example.com", "urn:isbn:1"],
    refuses: ["example.com", "/path", "https://a b", "https://example.com/%zz", "https://example.com/<x>", "https:"],
  },
  uuid: {
    takes: ["3f2b8c1e-5d4a-4c6b-9e7f-0a1b2c3d4e5f"],
    refuses: ["3f2b8c1e5d4a4c6b9e7f0a1b2c3d4e5f", "3f2b8c1e-5d4a-4c6b-9e7f-0a1b2c3d4e5g"],
  },
};

describe("formats", () => {
  it.each(Object.entries(cases))(
    "[N611] %s: a text that a person writes is taken or refused by its format",
    (format, { refuses, takes }) => {
      const found = (text: string) => answerViolations({ type: "string", format }, text).map(({ keyword }) => keyword);
      for (const text of takes) expect([text, found(text)]).toEqual([text, []]);
      for (const text of refuses) expect([text, found(text)]).toEqual([text, ["format"]]);
    },
  );

  it("[N611] says the place, the format and an example, and leaves other formats and other values alone", () => {
    const schema: JsonObject = {
      type: "object",
      properties: { at: { $ref: "#/$defs/when" }, code: { type: "string", format: "sku" }, n: { format: "date" } },
      $defs: { when: { type: "string", format: "date-time" } },
    };
    expect(answerViolations(schema, { at: "tomorrow", code: "?", n: 7 })).toEqual([
      {
        instance: "/at",
        keyword: "format",
        message: "String is not a date-time. Expected a value such as 2026-01-31T09:30:00Z.",
      },
    ]);
    expect(violations(schema, { at: "tomorrow", code: "?", n: 7 })).toEqual([]);
    expect(answerViolations({ not: { format: "date" } }, "tomorrow")).toEqual([]);
  });

  it("[N611] decides the longest texts in little time, and refuses those beyond 2,000 characters", () => {
    const before = processorMs();
    for (const format of Object.keys(cases))
      for (const part of ["a.", "1", "a@", "9:", "P1", "-", "https:%41"])
        for (const length of [1_990, 200_000]) answerViolations({ format }, part.repeat(length / part.length));
    expect(processorMs() - before).toBeLessThan(300);
    expect(answerViolations({ format: "uri" }, `https://example.com/${"a".repeat(1_980)}`)).toEqual([]);
    expect(answerViolations({ format: "uri" }, `https://example.com/${"a".repeat(1_981)}`)).toHaveLength(1);
  });
});
