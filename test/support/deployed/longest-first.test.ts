/** The list of the longest files names no file that is gone. */
import { existsSync } from "node:fs";
import { expect, it } from "vitest";
import { longest } from "./longest-first.ts";

it.each(longest)("names a file that exists: %s", (path) => {
  expect(existsSync(path)).toBe(true);
});
