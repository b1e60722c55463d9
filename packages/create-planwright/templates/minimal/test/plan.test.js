/** The Worker of this project in the real runtime, and a plan that calls its tools. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { createTestHarness } from "wrangler";

const harness = createTestHarness({ workers: [{ configPath: "wrangler.toml" }] });
let url;

before(async () => {
  ({ url } = await harness.listen());
});
after(() => harness.close());

test("the plan reserves what the order comes to", async () => {
  const command = ["planwright", "run", "plan.json", "--watch", "--url", String(url)];
  const { stdout } = await promisify(execFile)("npx", command);
  assert.match(JSON.parse(stdout).reservation, /^ann-/);
});
