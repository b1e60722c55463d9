// Writes every generated file of the project. With `--check` it writes nothing, names the stale files and fails if there are any.
import { generateOperations } from "./generate/operations.mjs";
import { generateSchema } from "./generate/schema.mjs";
import { generateSettings } from "./generate/settings.mjs";
import { generateValidators } from "./generate/validators.mjs";

const check = process.argv.includes("--check");
const changed = [
  ...(await generateSchema({ check })),
  ...(await generateValidators({ check })),
  ...(await generateOperations({ check })),
  ...(await generateSettings({ check })),
];

if (changed.length === 0) console.log("generated files are current");
else if (!check) console.log(`wrote ${changed.join(", ")}`);
else {
  console.error(`stale generated files, run \`npm run generate\`: ${changed.join(", ")}`);
  process.exitCode = 1;
}
