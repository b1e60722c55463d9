/** `npm run proof` over planted suites: what fails must be seen to fail. */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { judgeExpression } from "./cel/cel-suite.ts";
import { scenariosOf } from "./mcp/mcp-checks.ts";
import { checkoutOf, folderOf, pythonFor } from "./needs.ts";
import { isProven, markdownReport, type SuiteResult, textReport } from "./report.ts";
import { runSuites } from "./run-suites.ts";
import type { Scenario, Suite } from "./suite.ts";

const planted = (scenarios: () => readonly Scenario[], more: Partial<Suite> = {}): Suite => ({
  ...{ name: "planted", title: "A planted suite", version: "1.0", declared: [] },
  ...{ run: async () => scenarios(), ...more },
});
const passed: Scenario = { name: "good", outcome: "passed", detail: "" };
const failed: Scenario = { name: "bad", outcome: "failed", detail: "required 1, found 2" };

async function ran(...suites: readonly Suite[]) {
  const told: SuiteResult[] = [];
  const options = {
    checkouts: join(tmpdir(), "no-such-folder"),
    pythons: [],
    onResult: (one: SuiteResult) => told.push(one),
  };
  const results = await runSuites(suites, options);
  expect(told).toEqual(results);
  return results;
}

it("[N161] a planted failure in one of two suites fails the run and is printed with what was found", async () => {
  const results = await ran(
    planted(() => [passed]),
    planted(() => [passed, failed]),
  );
  expect(results.map((result) => isProven([result]))).toEqual([true, false]);
  expect(isProven(results)).toBe(false);
  const text = results.map(textReport).join("\n");
  expect(text).toContain("planted: 1 passed, 1 failed, 0 declared not to apply, 0 stale");
  expect(text).toContain("FAILED bad: required 1, found 2");
});

it("[N161] a suite that breaks down has not run, which fails the run, and the next one runs all the same", async () => {
  const broken = planted(() => {
    throw new Error("no answer");
  });
  const results = await ran(
    broken,
    planted(() => [passed]),
  );
  expect(results.map(({ verdict }) => verdict !== null)).toEqual([false, true]);
  expect(textReport(results[0] as SuiteResult)).toMatch(/NOT RUN\n {2}It broke down: Error: no answer/);
  expect(isProven(results)).toBe(false);
});

it("[N162] the tables of the document give the figures, and each declaration with its reason", async () => {
  const declared = [{ scenarios: ["b*"], reason: "Not offered" }];
  const results = await ran(planted(() => [passed, failed], { declared }));
  expect(isProven(results)).toBe(true);
  const table = markdownReport(results, "2026-01-02", "1.2.3");
  expect(table).toContain("| `planted` | A planted suite | 1.0 | 1 | 0 | 1 |");
  expect(table).toContain("| `planted` | `b*` | 1 | Not offered |");
});

it("[N163] a checkout that is missing or at another commit is reported with the command that gets it, and its suite fails the run", async () => {
  const folder = mkdtempSync(join(tmpdir(), "planwright-checkouts-"));
  const checkout = { folder: "suite", repository: "https://a.example/suite", commit: "0123abc" };
  try {
    const path = join(folder, "suite");
    const missing = await checkoutOf({ checkout }, folder);
    expect(missing).toEqual({
      ok: false,
      missing: `Missing ${path}. To get it:\ngit clone https://a.example/suite ${path} && git -C ${path} checkout 0123abc`,
    });
    const identity = ["-c", "user.name=a", "-c", "user.email=a@a.example"];
    execFileSync("git", ["init", "-q", path]);
    execFileSync("git", [...identity, "-C", path, "commit", "-q", "--allow-empty", "-m", "one"]);
    const other = await checkoutOf({ checkout }, folder);
    expect(other.ok ? "" : other.missing).toContain(`git -C ${path} fetch && git -C ${path} checkout 0123abc`);
    const commit = execFileSync("git", ["-C", path, "rev-parse", "HEAD"]).toString().slice(0, 7);
    const found = { ok: true, found: realpathSync(path) };
    expect(await checkoutOf({ checkout: { ...checkout, commit } }, folder)).toEqual(found);
    // By way of a link the checkout is the same.
    symlinkSync(path, join(folder, "link"));
    expect(await checkoutOf({ checkout: { ...checkout, folder: "link", commit } }, folder)).toEqual(found);
  } finally {
    rmSync(folder, { recursive: true });
  }
  const results = await ran(planted(() => [passed], { checkout }));
  expect([results[0]?.verdict, isProven(results)]).toEqual([null, false]);
});

it("[N163] a suite whose files somebody else has is left out by name, unless it was asked for or the folder lacks them", async () => {
  const folder = { variable: "NO_SUCH_VARIABLE", files: ["a", "b"] };
  const [result] = await ran(planted(() => [passed], { folder }));
  expect(textReport(result as SuiteResult)).toBe(
    "planted: NOT RUN\n  NO_SUCH_VARIABLE is not set: it names the folder with a, b, which are no part of this project",
  );
  expect([isProven([result as SuiteResult]), isProven([result as SuiteResult], ["planted"])]).toEqual([true, false]);
  const here = mkdtempSync(join(tmpdir(), "planwright-folder-"));
  try {
    expect(folderOf({ folder }, { NO_SUCH_VARIABLE: here })).toEqual({
      ok: false,
      missing: `NO_SUCH_VARIABLE names ${here}: required a, b in it, missing a, b`,
    });
    expect(folderOf({ folder: { ...folder, files: [] } }, { NO_SUCH_VARIABLE: here })).toMatchObject({ ok: true });
  } finally {
    rmSync(here, { recursive: true });
  }
});

it("[N163] a Python that lacks packages is reported with the packages of Debian that bring them", async () => {
  const need = await pythonFor({ pythonPackages: { no_such_module: "python3-none" } }, ["/no/such/python"]);
  expect(need.ok ? "" : need.missing).toMatch(/no_such_module.*cannot be run.*apt-get install python3-none/);
  expect(await pythonFor({}, [])).toEqual({ ok: true, found: "" });
});

it("[N161] checks of MCP under one id fail if one of them does, warnings too, and a scenario without a check shows nothing", () => {
  const check = (id: string, status: "SUCCESS" | "FAILURE" | "WARNING" | "SKIPPED" | "INFO") => ({ id, status });
  const scenarios = scenariosOf("s", [
    ...[check("a", "SUCCESS"), check("a", "FAILURE"), check("b", "SUCCESS"), check("c", "WARNING")],
    ...[check("d", "SKIPPED"), check("e", "INFO")],
  ]);
  expect(scenarios.map(({ name, outcome }) => `${name} ${outcome}`)).toEqual([
    ...["s: a failed", "s: b passed", "s: c failed", "s: d skipped"],
  ]);
  expect(scenariosOf("s", [])).toMatchObject([{ name: "s", outcome: "skipped" }]);
});

it("[N161] an expression that is evaluated to something else than its test states fails, and a refused one is skipped with the reason", () => {
  expect(judgeExpression("right", { expr: "1 == 1", value: { boolValue: true } }).outcome).toBe("passed");
  expect(judgeExpression("wrong", { expr: "1 == 1", value: { boolValue: false } })).toMatchObject({
    outcome: "failed",
    detail: "1 == 1: required false, found true",
  });
  expect(judgeExpression("refused", { expr: "1u + 1u == 2u", value: { boolValue: true } })).toMatchObject({
    outcome: "skipped",
    detail: expect.stringMatching(/^refused: expected a decimal number/),
  });
});

it("[N163] the command ends with 1 for a suite that did not run, and with 2 for arguments that cannot be used", () => {
  const command = (...args: readonly string[]) => {
    const { status, stderr, stdout } = spawnSync(process.execPath, ["scripts/run.mjs", "proof", ...args]);
    return { status, text: `${stdout}${stderr}` };
  };
  expect(existsSync("scripts/proof.mjs")).toBe(true);
  const missing = command("--only", "json-schema", "--checkouts", "/no/such/folder");
  expect(missing.status).toBe(1);
  expect(missing.text).toContain(
    "git clone https://github.com/json-schema-org/JSON-Schema-Test-Suite /no/such/folder/",
  );
  expect(command("--bogus")).toMatchObject({ status: 2, text: expect.stringContaining("--bogus") });
  expect(command("--only", "nothing")).toMatchObject({ status: 2, text: expect.stringContaining("required one of") });
  const listed = command("--list");
  expect(listed.status).toBe(0);
  for (const name of ["mcp-server", "json-schema", "npm run simulate"]) expect(listed.text).toContain(name);
});
