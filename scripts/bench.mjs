/**
 * `npm run bench`: the product against the floor of `bench/floor`, measured in turns. `-- --json` prints the figures as JSON,
 * `-- --quick` makes a short run that only shows that everything works.
 */
import { ensureInstalled } from "./setup.mjs";

await ensureInstalled();
const { runBench } = await import("../bench/run.mjs");
const { report } = await import("../bench/report.mjs");

const result = await runBench({
  quick: process.argv.includes("--quick"),
  onProgress: (what) => console.error(`measuring ${what} …`),
});
console.log(process.argv.includes("--json") ? JSON.stringify(result, null, 2) : report(result));
