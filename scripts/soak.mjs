// The soak: a mixed load over the real Worker, with watchers, people, resets and kills, and a census of what is left behind.
// Usage: npm run soak -- [--minutes N] [--seed S] [--json FILE] [--write]. N is 30 unless given; --json writes all figures to FILE,
// --write the table into docs/guarantees.md. Exits 1 if something was broken, 2 on arguments that cannot be used.
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { writeSection } from "./generate/marked-section.mjs";
import { ensureInstalled } from "./setup.mjs";
import { usages } from "./usages.mjs";

function refuse(message) {
  console.error(`${message}\n${usages.soak}`);
  process.exit(2);
}

function readArguments() {
  try {
    return parseArgs({
      options: {
        minutes: { type: "string", default: "30" },
        seed: { type: "string", default: "1" },
        json: { type: "string" },
        write: { type: "boolean", default: false },
      },
    }).values;
  } catch (error) {
    return refuse(`Cannot read the command line: ${error.message}`);
  }
}

const given = readArguments();
const minutes = Number(given.minutes);
const seed = Number(given.seed);
if (!(minutes >= 0.5 && minutes <= 1_440)) {
  refuse(`Cannot take --minutes: required a number from 0.5 to 1440, found "${given.minutes}"`);
}
if (!(Number.isInteger(seed) && seed >= 0)) {
  refuse(`Cannot take --seed: required a whole number, found "${given.seed}"`);
}

// So that the Worker goes too, which has a process group of its own.
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(130));

await ensureInstalled();
const { soak } = await import("../test/soak/soak.ts");
const { soakTable } = await import("../test/soak/soak-report.ts");

const result = await soak({ minutes, seed, onProgress: (what) => console.error(what) });
if (given.json !== undefined) writeFileSync(given.json, `${JSON.stringify(result, null, 2)}\n`);
console.log(soakTable(result));
if (given.write) writeSection("docs/guarantees.md", "soak", soakTable(result));
for (const fault of result.faults) console.error(`BROKEN: ${fault}`);
process.exit(result.faults.length === 0 ? 0 : 1);
