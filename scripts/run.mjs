/**
 * Runs a command of the project: `node scripts/run.mjs NAME arguments`. `--help` prints its usage; otherwise packages are installed if they
 * are missing, and the command runs under the Node of the project, whichever Node was typed.
 */
import { join } from "node:path";
import { ensureInstalled, projectRoot } from "./setup.mjs";
import { usages } from "./usages.mjs";

const [name, ...args] = process.argv.slice(2);
const usage = Object.hasOwn(usages, name ?? "") ? usages[name] : undefined;
if (usage === undefined) {
  console.error(`Cannot run ${JSON.stringify(name ?? "")}: required one of ${Object.keys(usages).join(", ")}`);
  process.exit(2);
}
if (args.includes("--help")) {
  console.log(usage);
  process.exit(0);
}
await ensureInstalled();
// Imported late: before this line there may be no packages, and an older Node.
const { ensureGenerated } = await import("./generate/ensure-generated.mjs");
await ensureGenerated();
const script = join(projectRoot, "scripts", `${name}.mjs`);
// The command finds its arguments where it would if it had been typed itself.
process.argv.splice(1, 2, script);
await import(script);
