/** Nothing is sampled in `npm test` that `npm run proof` does not run whole. */
import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { expect, it } from "vitest";
import { sampledFiles, scenariosOfVitest } from "./volumes-suite.ts";

it("[N161] every test that is sampled is run whole by the suite of volumes", () => {
  const importsOne = (path: string, names: readonly string[]) =>
    names.some((name) => readFileSync(path, "utf8").includes(`/${name}";`));
  const paths = globSync("test/**/*.ts").filter((path) => importsOne(path, ["volume.ts"]));
  // A test samples also where a module beside it does.
  const sampled = [...paths.filter((path) => !path.endsWith(".test.ts")).map((path) => basename(path)), "volume.ts"];
  const sampling = globSync("test/**/*.test.ts").filter((path) => importsOne(path, sampled));
  expect(sampling.toSorted()).toEqual(sampledFiles.toSorted());
});

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
