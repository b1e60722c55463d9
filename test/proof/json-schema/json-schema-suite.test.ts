/** The runner of the suite of JSON Schema, on a suite of three tests. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { runJsonSchemaSuite } from "./json-schema-suite.ts";

it("[N25] counts what is right, what is refused and what is wrong", () => {
  const checkout = mkdtempSync(join(tmpdir(), "json-schema-suite-"));
  const folder = join(checkout, "tests", "draft2020-12");
  mkdirSync(folder, { recursive: true });
  const test = (data: unknown, valid: boolean) => ({ description: "t", data, valid });
  const groups = [
    { description: "right", schema: { type: "integer" }, tests: [test(1, true), test("x", false)] },
    { description: "refused", schema: { $ref: "https://a.example/b" }, tests: [test(1, true)] },
    { description: "wrong in the suite", schema: { type: "integer" }, tests: [test("x", true), test(1, false)] },
  ];
  writeFileSync(join(folder, "a.json"), JSON.stringify(groups));
  try {
    const counts = runJsonSchemaSuite(checkout, "draft2020-12");
    expect(counts).toMatchObject({ right: 2, refused: [{ name: "a.json: refused: t" }], notEvaluable: [] });
    expect([counts.validRefused.length, counts.invalidAccepted.length]).toEqual([1, 1]);
  } finally {
    rmSync(checkout, { recursive: true });
  }
});
