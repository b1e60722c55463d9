/** What the suite of volumes makes of the report of its tests. */
import { expect, it } from "vitest";
import { scenariosOfVitest } from "./volumes-suite.ts";

it("[N161] a test that fails under its whole volume fails the run with its message, and one that is skipped shows nothing", () => {
  const assertionResults = [
    { fullName: "a", status: "passed", failureMessages: [] },
    { fullName: "b", status: "failed", failureMessages: ["required 1, found 2"] },
    { fullName: "c", status: "pending", failureMessages: [] },
  ];
  expect(scenariosOfVitest(JSON.stringify({ testResults: [{ assertionResults }] }))).toEqual([
    { name: "a", outcome: "passed", detail: "" },
    { name: "b", outcome: "failed", detail: "required 1, found 2" },
    { name: "c", outcome: "skipped", detail: "" },
  ]);
});
