/** The README promises an answer to its query: the real Worker gives exactly that. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { startExampleWorld } from "./example-world.ts";
import { startWorker } from "./running-worker.ts";

it("[P28] the query of the README gets the answer of the README", async () => {
  const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
  const [, query = ""] = /```graphql\n([\s\S]*?)```/.exec(readme) ?? [];
  const [, answer = ""] = /```json\n([\s\S]*?)```/.exec(readme) ?? [];
  const world = await startExampleWorld();
  const worker = await startWorker();
  try {
    await worker.planwright.register("example", world.mcpUrl, true);
    expect({ data: await worker.planwright.ask(query) }).toEqual(JSON.parse(answer));
  } finally {
    await worker.close();
    await world.close();
  }
});
