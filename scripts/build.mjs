/** What must be there before the Worker is built; wrangler runs this first (`[build]` in wrangler.toml). Harmless to repeat. */

import { buildDashboard } from "./build/dashboard.mjs";
import { makePages } from "./build/pages.mjs";
import { ensureGenerated } from "./generate/ensure-generated.mjs";
import { buildModelAdapter } from "./model-adapter.mjs";

await ensureGenerated();
await Promise.all([buildDashboard(), buildModelAdapter(), makePages()]);
