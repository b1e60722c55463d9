/**
 * `npm run bench`: the product beside a naive loop, the floor of `bench/floor` and Cloudflare Workflows, measured in turns.
 * `docs/performance.md` explains the figures; `--write` puts them there.
 */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { ensureInstalled } from "./setup.mjs";
import { usages } from "./usages.mjs";

/** Null, after printing the problem, if the arguments are not those of `usages.bench`. */
function readArguments() {
  const options = {
    ...{ quick: { type: "boolean" }, json: { type: "boolean" }, write: { type: "boolean" } },
    ...{ only: { type: "string" }, from: { type: "string" } },
  };
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    console.error(error.message);
    return null;
  }
}

await ensureInstalled();
const args = readArguments();
if (args === null) {
  console.error(usages.bench);
  process.exit(2);
}
await import("./start/roomy-arena.mjs");
const { partNames, runBench } = await import("../bench/run.mjs");
const { report } = await import("../bench/report/report.mjs");
const { writeReports } = await import("../bench/report/written-report.mjs");

const only = args.only?.split(",") ?? null;
const unknown = only?.find((name) => !partNames.includes(name));
if (unknown !== undefined) {
  console.error(`Cannot run the part "${unknown}": required one of ${partNames.join(", ")}`);
  process.exit(2);
}
const result = args.from
  ? JSON.parse(readFileSync(args.from, "utf8"))
  : await runBench({
      ...{ only, quick: args.quick ?? false },
      onProgress: (what) => console.error(`measuring ${what} …`),
    });
console.log(args.json ? JSON.stringify(result, null, 2) : report(result));
if (Object.keys(result.failures).length > 0) process.exitCode = 1;
if (args.write) {
  const missing = partNames.filter((name) => result[name] === undefined);
  if (missing.length === 0) writeReports(result);
  else {
    console.error(`Cannot write the figures: required all parts, found none of ${missing.join(", ")}`);
    process.exitCode = 1;
  }
}
