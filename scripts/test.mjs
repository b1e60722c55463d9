/**
 * The gate, `npm test`: generated files, requirements, format, types and the build, then the site of the documentation and the tests in Node,
 * in workerd, against the real Worker and in a real browser. Stops at the first stage that fails. Arguments go to the test runner, and then
 * only the tests that they name run, after the build: `npm test -- --project node`.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { getPriority, setPriority, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { ensureInstalled, projectRoot } from "./setup.mjs";

await ensureInstalled();

const binary = (name) => join(projectRoot, "node_modules/.bin", process.platform === "win32" ? `${name}.cmd` : name);
const script = (name) => [process.execPath, join(projectRoot, "scripts", name)];
/** Lines of `file-durations.mjs`. */
const durations = join(mkdtempSync(join(tmpdir(), "planwright-test-")), "durations");
process.on("exit", () => rmSync(dirname(durations), { recursive: true, force: true }));

// Of a test that passes nothing is printed, of one that fails everything.
const reporters = ["--reporter=minimal", `--reporter=${join(projectRoot, "scripts/file-durations.mjs")}`];
const vitest = (...args) => [binary("vitest"), "run", ...reporters, "--silent=passed-only", ...args];
const given = process.argv.slice(2);

const checks = {
  name: "generated files, requirements, format, types and build",
  commands: [
    [...script("generate.mjs"), "--check"],
    script("requirements.mjs"),
    [binary("biome"), "ci", "--error-on-warnings", `--colors=${process.stdout.isTTY ? "force" : "off"}`, "."],
    // Each further checker infers again what it shares with the others: a quarter of the processor time with four.
    [binary("tsc"), "--noEmit", "--checkers", "1"],
    [binary("tsc"), "--noEmit", "-p", "dashboard"],
    script("build.mjs"),
  ],
};
// Tests of the real Worker, of workerd and of pages wait half of the time, for alarms, processes and frames, and must not be late. What only
// computes takes the time that they leave.
const tests = {
  name: "tests and documentation",
  commands: [vitest("--project", "worker"), vitest("--project", "browser"), vitest("--project", "workerd")],
  fillers: [vitest("--project", "node"), script("docs.mjs")],
};

/** Commands of one stage run side by side, its fillers with a lower priority. */
const stages =
  given.length === 0
    ? [checks, tests]
    : [
        { name: "build", commands: [script("build.mjs")] },
        { name: "tests", commands: [vitest(...given)] },
      ];

const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/**
 * Runs a command, with a priority that is lower by `niceness` than that of this process. Gives what went wrong, null if nothing. Its output is
 * printed when it has ended, and only if it failed.
 */
function run([file, ...args], niceness) {
  return new Promise((resolve) => {
    const child = spawn(file, args, {
      stdio: ["ignore", "pipe", "pipe"],
      shell: file.endsWith(".cmd"),
      env: environment,
    });
    if (child.pid !== undefined && niceness > 0) setPriority(child.pid, Math.min(19, getPriority() + niceness));
    const output = [];
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => output.push(chunk));
    child.on("error", ({ message }) => resolve(message));
    child.on("close", (code, signal) => {
      const text = Buffer.concat(output).toString();
      addCounts(stripVTControlCharacters(text));
      if (code !== 0) process.stdout.write(text);
      resolve(code === 0 ? null : `exit ${signal ?? code}`);
    });
  });
}

const environment = {
  ...process.env,
  PLANWRIGHT_FILE_DURATIONS: durations,
  ...(process.stdout.isTTY ? { FORCE_COLOR: "1" } : {}),
};

/** Tests that were run, as vitest counts them. */
const counts = { passed: 0, failed: 0, skipped: 0 };

/** Adds what a line such as `Tests  1 failed | 66 passed (67)` says. */
function addCounts(text) {
  const [, line = ""] = /^\s*Tests\s+(.*)$/m.exec(text) ?? [];
  for (const [, number, word] of line.matchAll(/(\d+) (passed|failed|skipped)/g)) counts[word] += Number(number);
}

/** `5509 passed, 0 failed` */
function countsText() {
  const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : "";
  return `${counts.passed} passed, ${counts.failed} failed${skipped}`;
}

/** `test/e2e/kill/kill.test.ts 41 s` for each of the files that took longest. */
function slowestFiles(count) {
  const lines = readFileSync(durations, "utf8").trim().split("\n");
  return lines
    .map((line) => JSON.parse(line))
    .sort((one, other) => other.milliseconds - one.milliseconds)
    .slice(0, count)
    .map(({ path, milliseconds }) => `${path} ${(milliseconds / 1000).toFixed(0)} s`);
}

const startedAt = performance.now();
/** A process that is nicer by this gets a third of the time of another. */
const fillerNiceness = 5;
for (const { commands, fillers = [], name } of stages) {
  const stageStartedAt = performance.now();
  const failures = await Promise.all([
    ...commands.map((command) => run(command, 0)),
    ...fillers.map((command) => run(command, fillerNiceness)),
  ]);
  const failure = failures.find((found) => found !== null);
  if (failure !== undefined) {
    console.error(`✗ ${name} failed after ${seconds(stageStartedAt)}: ${failure}`);
    console.error(`Tests so far: ${countsText()}.`);
    process.exit(1);
  }
  console.log(`✓ ${name} (${seconds(stageStartedAt)})`);
}
console.log(`Tests: ${countsText()}, in ${seconds(startedAt)}.`);
console.log(`The ten slowest files: ${slowestFiles(10).join(", ")}.`);
