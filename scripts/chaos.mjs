/**
 * `npm run chaos`: executions of ten steps over the real Worker, which is killed, reset and evicted under them; see docs/guarantees.md.
 * Usage: npm run chaos -- [--crashes N] [--kills N] [--seed S] [--parallel N] [--recovery N] [--json] [--write]. `--recovery` is the number
 * of kills for each recovery time (0 for none), `--write` puts the table into docs/guarantees.md. Exits 1 when a promise is broken, 2 on
 * arguments that cannot be used.
 */
import { readFileSync } from "node:fs";
import { availableParallelism, cpus, loadavg } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { writeSection } from "./generate/marked-section.mjs";
import { ensureInstalled, projectRoot } from "./setup.mjs";
import { usages } from "./usages.mjs";

function fail(message) {
  console.error(`${message}\n${usages.chaos}`);
  process.exit(2);
}

function given() {
  try {
    const number = (value) => ({ type: "string", default: value });
    const { values } = parseArgs({
      options: {
        crashes: number("1000"),
        kills: number("100"),
        seed: number("1"),
        parallel: number("12"),
        recovery: number("10"),
        json: { type: "boolean", default: false },
        write: { type: "boolean", default: false },
      },
    });
    const numbers = Object.fromEntries(
      ["crashes", "kills", "seed", "parallel", "recovery"].map((name) => {
        const value = Number(values[name]);
        if (!Number.isSafeInteger(value) || value < (name === "parallel" ? 1 : 0)) {
          fail(`Cannot use --${name}: required a whole number, found "${values[name]}"`);
        }
        return [name, value];
      }),
    );
    if (numbers.kills > numbers.crashes) fail("Cannot use --kills: required no more than --crashes");
    return { ...numbers, json: values.json, write: values.write };
  } catch (error) {
    return fail(error.message);
  }
}

const { json, recovery: recoveryKills, write, ...options } = given();
await ensureInstalled();
await import("./start/roomy-arena.mjs");
const { buildChaosWorker } = await import("../test/chaos/chaos-worker.ts");
const { runChaos } = await import("../test/chaos/run.ts");
const { measureRecovery } = await import("../test/chaos/recovery.ts");
const { brokenReport, chaosReport, isKept } = await import("../test/chaos/report.ts");

const built = await buildChaosWorker();
let result;
const recovery = [];
try {
  result = await runChaos(built, { ...options, progress: (line) => console.error(line) });
  for (const toolMs of recoveryKills > 0 ? [25, 100] : []) {
    recovery.push(await measureRecovery(built, { kills: recoveryKills, seed: options.seed, toolMs }));
  }
} finally {
  built.remove();
}

const versionOf = (name) =>
  `${name} ${JSON.parse(readFileSync(join(projectRoot, "node_modules", name, "package.json"), "utf8")).version}`;
const table = chaosReport(result, recovery, {
  date: new Date().toISOString().slice(0, 10),
  // Other work of the machine is in the recovery time too.
  machine: `${availableParallelism()} cores ${cpus()[0]?.model ?? ""}, load average ${loadavg()[2]?.toFixed(1)}`,
  versions: [`node ${process.versions.node}`, versionOf("workerd"), versionOf("miniflare")].join(", "),
  command: `npm run chaos -- --crashes ${options.crashes} --kills ${options.kills} --seed ${options.seed}`,
});
for (const execution of result.broken) console.error(brokenReport(execution));
console.log(json ? JSON.stringify({ ...result, recovery }, null, 2) : table);
if (write) writeSection("docs/guarantees.md", "chaos", table);
process.exit(isKept(result) ? 0 : 1);
