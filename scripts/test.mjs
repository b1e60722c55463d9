/**
 * The gate, `npm test`: format and lint, generated files, requirements, types, then the tests in Node, in workerd and against the
 * real Worker. Stops at the first failure. Arguments go to the test runner: `npm test -- --project node` runs less.
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { ensureInstalled, projectRoot } from "./setup.mjs";

await ensureInstalled();

const binary = (name) => join(projectRoot, "node_modules/.bin", process.platform === "win32" ? `${name}.cmd` : name);
const script = (name) => [process.execPath, join(projectRoot, "scripts", name)];

const stages = [
  {
    name: "format and lint",
    command: [binary("biome"), "ci", "--error-on-warnings", `--colors=${process.stdout.isTTY ? "force" : "off"}`, "."],
  },
  { name: "generated files", command: [...script("generate.mjs"), "--check"] },
  { name: "requirements", command: [...script("requirements.mjs"), "--check"] },
  { name: "types", command: [binary("tsc"), "--noEmit"] },
  { name: "tests", command: [binary("vitest"), "run", ...process.argv.slice(2)] },
];

const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;
const startedAt = performance.now();
for (const { name, command } of stages) {
  const stageStartedAt = performance.now();
  const [file, ...args] = command;
  const { status, error } = spawnSync(file, args, { stdio: "inherit", shell: file.endsWith(".cmd") });
  if (status !== 0) {
    console.error(`✗ ${name} failed after ${seconds(stageStartedAt)}${error ? `: ${error.message}` : ""}`);
    process.exit(1);
  }
  console.log(`✓ ${name} (${seconds(stageStartedAt)})`);
}
console.log(`All passed in ${seconds(startedAt)}.`);
