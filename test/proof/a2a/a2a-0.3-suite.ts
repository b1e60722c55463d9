/** The TCK of A2A 0.3, mandatory and optional tests, against a workflow. */

import type { Suite } from "../suite.ts";
import { a2a03Declared } from "./a2a-0.3-declared.ts";
import { startA2aUnderTest } from "./a2a-under-test.ts";
import { runPytest } from "./run-pytest.ts";

const commit = "eb1f804";

export const a2a03Suite: Suite = {
  name: "a2a-0.3",
  title: "A2A TCK 0.3, mandatory and optional",
  version: `a2aproject/a2a-tck ${commit}`,
  checkout: { folder: "a2a-tck-0.3", repository: "https://github.com/a2aproject/a2a-tck", commit },
  pythonPackages: {
    pytest: "python3-pytest",
    pytest_asyncio: "python3-pytest-asyncio",
    httpx: "python3-httpx",
    requests: "python3-requests",
    jsonschema: "python3-jsonschema",
    dotenv: "python3-dotenv",
    OpenSSL: "python3-openssl",
    responses: "python3-responses",
  },
  declared: a2a03Declared,
  async run(surroundings) {
    const world = await startA2aUnderTest(surroundings.worker(), (messageId) =>
      /cancel|continuation|contextid/.test(messageId),
    );
    try {
      const args = [`--sut-url=${world.url}`, "--test-scope=all"];
      return await runPytest(surroundings, ["tests/mandatory/", "tests/optional/", ...args]);
    } finally {
      await world.close();
    }
  },
};
