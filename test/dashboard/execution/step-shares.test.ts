import { expect, it } from "vitest";
import { sharesOf } from "../../../dashboard/execution/step-shares.tsx";

it("[N610] the bar of many steps has a share for each status that there is, those that went wrong first, and all steps in it", () => {
  const statuses = [
    ...Array.from({ length: 109 }, () => "SUCCEEDED" as const),
    ...Array.from({ length: 11 }, () => "FAILED" as const),
    ...Array.from({ length: 501 }, () => "PENDING" as const),
    "RUNNING" as const,
  ];
  expect(sharesOf(statuses)).toEqual([
    { status: "FAILED", count: 11 },
    { status: "SUCCEEDED", count: 109 },
    { status: "RUNNING", count: 1 },
    { status: "PENDING", count: 501 },
  ]);
  expect(sharesOf([])).toEqual([]);
});
