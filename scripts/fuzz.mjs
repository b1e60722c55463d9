// Gives the product what nobody who means well would send, and fails if anything breaks.
// Usage: npm run fuzz -- --cases N [--seed S] [--family NAME] [--case I] [--target worker]
// --case runs one case of --family again and prints it; --target worker sends requests to the real Worker, which it builds and starts.
// Exits 1 on a fault, each with the command that repeats it, 2 on arguments that cannot be used.
import { parseArgs } from "node:util";
import { faultText, fuzz } from "../test/fuzz/fuzz-run.ts";
import { usages } from "./usages.mjs";

function readArguments() {
  try {
    const text = { type: "string" };
    const { values } = parseArgs({ options: { cases: text, seed: text, family: text, case: text, target: text } });
    const number = (name, least, otherwise) => {
      if (values[name] === undefined) return otherwise;
      const value = Number(values[name]);
      if (Number.isSafeInteger(value) && value >= least) return value;
      throw new Error(`Cannot read --${name}: required a whole number of at least ${least}, found ${values[name]}`);
    };
    const { family, target = "node" } = values;
    const only = number("case", 0, undefined);
    if (only !== undefined && family === undefined)
      throw new Error("Cannot repeat a case: required --family, found none");
    if (!["node", "worker"].includes(target)) throw new Error(`Cannot reach "${target}": required node or worker`);
    const cases = number("cases", 1, only === undefined ? undefined : 1);
    if (cases === undefined) throw new Error("Cannot begin: required --cases, found none");
    return { cases, seed: number("seed", 0, 1), names: family === undefined ? null : family.split(","), only, target };
  } catch (error) {
    console.error(`${error.message}\n${usages.fuzz}`);
    process.exit(2);
  }
}

const { cases, names, only, seed, target } = readArguments();
const startedAt = performance.now();
const worker = target === "worker" ? await (await import("../test/fuzz/started-worker.ts")).startedWorker() : null;
const request = { cases, names, seed, ...(only === undefined ? {} : { only }) };
const { faults, report } = await fuzz({ ...request, ...(worker === null ? {} : { url: worker.url }) });
await worker?.close();

const ran = report?.families.filter(({ cases: count }) => count > 0) ?? [];
if (report !== null && ran.length === 0) {
  console.error(`Cannot find the family ${names}: no case was run\n${usages.fuzz}`);
  process.exit(2);
}
console.table(
  Object.fromEntries(
    ran.map(({ cases: count, cpuMs, deepShare, depths, family, slowest }) => [
      family,
      {
        cases: count,
        "deep %": Math.round(deepShare * 1_000) / 10,
        "ms each": Math.round((cpuMs / count) * 100) / 100,
        "slowest ms": `${slowest.cpuMs.toFixed(0)} (case ${slowest.index})`,
        depths: Object.entries(depths)
          .map(([depth, times]) => `${depth} ${times}`)
          .join(", "),
      },
    ]),
  ),
);
for (const fault of faults) console.log(faultText(fault, seed, cases, target));
const total = ran.reduce((sum, { cases: count }) => sum + count, 0);
const heap =
  report === null
    ? ""
    : `, heap after each round ${report.heap.map((bytes) => (bytes / 1_048_576).toFixed(0)).join(" ")} MB`;
const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0);
console.log(`${total} cases, seed ${seed}, ${target}: ${faults.length} faults in ${seconds} s${heap}`);
process.exit(faults.length === 0 ? 0 : 1);
