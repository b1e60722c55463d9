import { expect, it } from "vitest";
import { captionOf, sentenceOf } from "../../../../dashboard/execution/timeline/timeline-words.ts";
import { stepRow } from "../step-row.ts";

it("[R9] a step of finally is called so, shown and spoken", () => {
  const row = stepRow("clean", { isFinally: true });
  expect(captionOf(row, false)).toBe("finally · tool · slow");
  expect(sentenceOf(row, 0)).toBe("clean, tool, one of finally, pending");
  expect(sentenceOf(stepRow("work"), 0)).toBe("work, tool, pending");
});
