/** Makes the parts that must be there before the Worker is built; wrangler runs this first (`[build]` in wrangler.toml). Harmless to repeat. */
import { ensureInstalled } from "./setup.mjs";

// Goes on under the Node of the project: generators import TypeScript.
await ensureInstalled();
const { ensureGenerated } = await import("./generate/ensure-generated.mjs");
await ensureGenerated();
const [{ buildDashboard }, { makePages }, { buildWorker }] = await Promise.all([
  import("./build/dashboard.mjs"),
  import("./build/pages.mjs"),
  import("./build/worker.mjs"),
]);
await Promise.all([buildDashboard(), buildWorker(), makePages()]);
