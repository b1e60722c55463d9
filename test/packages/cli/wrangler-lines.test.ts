/** Lines of wrangler as it wrote them when code could not be built, and when it could not be started. */
import { expect, it } from "vitest";
import { errorLines, plainLine, startError } from "../../../packages/planwright/cli/dev/wrangler-lines.ts";

it("[N870] of the lines of wrangler those of an error are shown, whole and without colours", () => {
  const lines = [
    "[wrangler:info] GET /health 200 OK (10ms)",
    "\u001b[31m✘ \u001b[41;31m[\u001b[41;97mERROR\u001b[41;31m]\u001b[0m \u001b[1mBuild failed with 1 error:\u001b[0m",
    "",
    '  ✘ [ERROR] Unexpected "}"',
    "  ",
    "      src/index.ts:13:0:",
    "      13 │ \u001b[32m}\u001b[37m}}",
    "",
    "⎔ Reloading local server...",
    "  something else",
  ];
  const errorOf = errorLines();
  expect(lines.flatMap((line) => errorOf(plainLine(line)) ?? [])).toEqual([
    "✘ [ERROR] Build failed with 1 error:",
    '  ✘ [ERROR] Unexpected "}"',
    "      src/index.ts:13:0:",
    "      13 │ }}}",
  ]);
});

it("[N870] what the code threw is found in the lines of the runtime", () => {
  const message =
    'service core:user:my-app: Uncaught Error: ConfigurationError: Cannot use tools[1].name of createPlanwright: required letters, found "a b"\n  at index.js:1:9';
  expect(
    startError(["✘ [ERROR] The Workers runtime failed to start.", JSON.stringify({ level: "error", message })]),
  ).toBe('ConfigurationError: Cannot use tools[1].name of createPlanwright: required letters, found "a b"');
  expect(startError(["service core:user:my-app: Uncaught TypeError: x is not a function"])).toBe(
    "TypeError: x is not a function",
  );
  expect(startError(["Address already in use", "null", "{"])).toBeUndefined();
});
