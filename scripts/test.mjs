/**
 * The gate, `npm test`: format and lint, generated files, requirements, types, then the tests in Node, in workerd, against the real
 * Worker and in a real browser. Stops at the first failure. Arguments go to the test runner: `npm test -- --project node` runs less.
 */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { ensureInstalled, projectRoot } from "./setup.mjs";

await ensureInstalled();

const binary = (name) => join(projectRoot, "node_modules/.bin", process.platform === "win32" ? `${name}.cmd` : name);
const script = (name) => [process.execPath, join(projectRoot, "scripts", name)];
const vitest = (...args) => [binary("vitest"), "run", ...args];
const given = process.argv.slice(2);

/** Commands of one stage run side by side. Only the first may write while it runs; of the others one reads the whole at their end. */
const stages = [
  {
    name: "format and lint",
    commands: [
      [binary("biome"), "ci", "--error-on-warnings", `--colors=${process.stdout.isTTY ? "force" : "off"}`, "."],
    ],
  },
  { name: "generated files", commands: [[...script("generate.mjs"), "--check"]] },
  { name: "requirements", commands: [[...script("requirements.mjs"), "--check"]] },
  { name: "types", commands: [[binary("tsc"), "--noEmit"]] },
  { name: "types of the dashboard", commands: [[binary("tsc"), "--noEmit", "-p", "dashboard"]] },
  { name: "build", commands: [script("build.mjs")] },
  ...(given.length > 0
    ? [{ name: "tests", commands: [vitest(...given)] }]
    : [
        { name: "tests in Node and workerd", commands: [vitest("--project", "node", "--project", "workerd")] },
        {
          // Either waits most of the time, the one for processes that it kills, the other for what a page shows.
          name: "tests of the real Worker and of the dashboard",
          commands: [vitest("--project", "worker"), vitest("--project", "browser")],
        },
      ]),
];

const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/** Runs a command. Gives what went wrong, null if nothing. With `isQuiet` its output comes when it has ended. */
function run([file, ...args], isQuiet) {
  return new Promise((resolve) => {
    const stdio = isQuiet ? ["ignore", "pipe", "pipe"] : "inherit";
    const child = spawn(file, args, { stdio, shell: file.endsWith(".cmd") });
    const output = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => output.push(chunk));
    child.on("error", ({ message }) => resolve(message));
    child.on("close", (code, signal) => {
      process.stdout.write(Buffer.concat(output));
      resolve(code === 0 ? null : `exit ${signal ?? code}`);
    });
  });
}

const startedAt = performance.now();
for (const { commands, name } of stages) {
  const stageStartedAt = performance.now();
  const failures = await Promise.all(commands.map((command, at) => run(command, at > 0)));
  const failure = failures.find((found) => found !== null);
  if (failure !== undefined) {
    console.error(`✗ ${name} failed after ${seconds(stageStartedAt)}: ${failure}`);
    process.exit(1);
  }
  console.log(`✓ ${name} (${seconds(stageStartedAt)})`);
}
console.log(`All passed in ${seconds(startedAt)}.`);
