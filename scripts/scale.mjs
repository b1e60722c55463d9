// Measures what an index in shards costs, and works out what each rate of executions needs (`docs/scale.md`).
// Usage: npm run scale -- [--executions N] [--puts-per-second N] [--quick] [--json] [--write]
// --puts-per-second is what one object is taken to do; --write puts the tables into docs/scale.md.

import { parseArgs } from "node:util";
import { ensureInstalled } from "./setup.mjs";
import { usages } from "./usages.mjs";

function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        executions: { type: "string", default: "20000" },
        "puts-per-second": { type: "string", default: "400" },
        ...{ quick: { type: "boolean" }, json: { type: "boolean" }, write: { type: "boolean" } },
      },
    });
    return {
      ...{ isQuick: values.quick === true, isJson: values.json === true, isWriting: values.write === true },
      executions: positive("executions", values.executions),
      putsPerSecond: positive("puts-per-second", values["puts-per-second"]),
    };
  } catch (error) {
    console.error(`${error.message}\n${usages.scale}`);
    process.exit(2);
  }
}

function positive(name, text) {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw new Error(`Cannot read --${name}: required a whole number from 1 to 9999999, found ${JSON.stringify(text)}`);
}

const { executions, isJson, isQuick, isWriting, putsPerSecond } = readArguments();
await ensureInstalled();
const { measureScale } = await import("../bench/scale/run.mjs");
const { report } = await import("../bench/scale/report.mjs");

const result = await measureScale({
  executions: isQuick ? Math.min(executions, 500) : executions,
  shards: isQuick ? [1, 4, 16] : [1, 4, 16, 64, 256],
  putsPerSecond,
  onProgress: (what) => console.error(`measuring ${what} …`),
});
console.log(isJson ? JSON.stringify(result, null, 2) : report(result));
if (isWriting) {
  const { writeSection } = await import("./generate/marked-section.mjs");
  writeSection("docs/scale.md", "scale", report(result));
}
