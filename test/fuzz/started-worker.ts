/** The real Worker for a run against it: built, started on a free port, with tools behind it and the executions that the cases know. */
import { createTestHarness } from "wrangler";
import { quietWrangler } from "../../scripts/start/quiet-wrangler.mjs";
import { buildBundle } from "../support/deployed/built-bundle.ts";
import { startExampleTools } from "../support/deployed/example-tools.ts";
import { openSettings } from "../support/deployed/open-settings.ts";
import { Planwright } from "../support/deployed/planwright.ts";

export interface StartedWorker {
  readonly url: string;
  close(): Promise<void>;
}

/** Ids are sealed by the secret of the tenants in memory, so that those of the cases are good here. */
const secret = "a secret for tests that is long enough";

export async function startedWorker(): Promise<StartedWorker> {
  Object.assign(process.env, quietWrangler);
  const { config: configPath, remove: removeBuild } = await buildBundle("wrangler.toml");
  const tools = await startExampleTools();
  const harness = createTestHarness({
    root: process.cwd(),
    workers: [{ configPath, vars: { ...openSettings, ID_SEALING_SECRET: secret } }],
  });
  const { url } = await harness.listen();
  const planwright = new Planwright(url.href);
  await planwright.register("blog", tools.mcpUrl, true);
  for (const idempotencyKey of ["k1", "k2", "k3"]) {
    const steps = [{ tool: { stepId: "a", toolName: "research_blog", arguments: { topic: "edge", skill_id: "s" } } }];
    await planwright.start({ source: { plan: { steps } }, options: { idempotencyKey } });
  }
  for (const name of ["report", "invoice"]) {
    const inputSchema = { type: "object", properties: { topic: { type: "string" } } };
    const steps = [{ tool: { toolName: "research_blog", arguments: { topic: "edge", skill_id: "s" } } }];
    const input = { name, description: "Writes a report", source: { plan: { steps } }, inputSchema };
    await planwright.saveWorkflow(input);
  }
  return {
    url: url.origin,
    async close() {
      await harness.close();
      await tools.close();
      removeBuild();
    },
  };
}
