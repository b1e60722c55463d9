// Writes the modules that are made from other files, the table of settings in its document, and the schema of workflow files. With `--check`
// documents are only compared, and the command fails if one is stale; the modules are not committed, so they are written all the same.
import { ensureGenerated } from "./generate/ensure-generated.mjs";

const check = process.argv.includes("--check");
const written = await ensureGenerated();
// The settings are read by the Worker's own code, which may import modules that were just written.
const { generateSettings } = await import("./generate/settings.mjs");
const { generateWorkflowFileSchema } = await import("./generate/workflow-file-schema.mjs");
const documents = [...(await generateSettings({ check })), ...(await generateWorkflowFileSchema({ check }))];

if (check && documents.length > 0) {
  console.error(`stale, run \`npm run generate\`: ${documents.join(", ")}`);
  process.exitCode = 1;
} else {
  const changed = [...written, ...documents];
  console.log(changed.length === 0 ? "generated files are current" : `wrote ${changed.join(", ")}`);
}
