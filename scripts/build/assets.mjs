/** Makes the static assets in `dist/assets`: the dashboard, GraphiQL and the schema of workflow files. */
import { ensureGenerated } from "../generate/ensure-generated.mjs";
import { buildDashboard } from "./dashboard.mjs";
import { makePages } from "./pages.mjs";

await ensureGenerated();
await Promise.all([buildDashboard(), makePages()]);
