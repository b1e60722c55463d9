/** The TCK of A2A 1.0 over JSON-RPC, against a workflow. */

import type { Suite } from "../suite.ts";
import { a2a10Declared } from "./a2a-1.0-declared.ts";
import { startA2aUnderTest } from "./a2a-under-test.ts";
import { runPytest } from "./run-pytest.ts";

const commit = "357c4a8";

export const a2a10Suite: Suite = {
  name: "a2a-1.0",
  title: "A2A TCK 1.0",
  version: `a2aproject/a2a-tck ${commit}`,
  checkout: { folder: "a2a-tck-1.0", repository: "https://github.com/a2aproject/a2a-tck", commit },
  pythonPackages: {
    pytest: "python3-pytest",
    pytest_asyncio: "python3-pytest-asyncio",
    httpx: "python3-httpx",
    jsonschema: "python3-jsonschema",
  },
  declared: a2a10Declared,
  async run(surroundings) {
    const world = await startA2aUnderTest(surroundings.worker(), (messageId) =>
      messageId.startsWith("tck-input-required"),
    );
    try {
      return await runPytest(surroundings, ["tests/compatibility/", `--sut-host=${world.url}`]);
    } finally {
      await world.close();
    }
  },
};
