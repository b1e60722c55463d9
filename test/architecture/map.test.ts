/** `ARCHITECTURE.md` is a map: short, and with the rooms that there are, in the order of their floors. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { floors } from "./rooms.ts";

const map = readFileSync(join(import.meta.dirname, "../../ARCHITECTURE.md"), "utf8");

/** The rooms of the table, in its order. */
function roomsOf(markdown: string): readonly string[] {
  const table = /## Rooms\n[\s\S]*?\n\|---\|---\|\n([\s\S]*?)\n\n/.exec(markdown)?.[1] ?? "";
  return [...table.matchAll(/^\| `([^`]+)` \| .+ \|$/gm)].map(([, room = ""]) => room);
}

it("the map names every room of src once, lowest floor first", () => {
  expect(roomsOf("## Rooms\n\n| room | owns |\n|---|---|\n| `plan` | a |\n| `json` | b |\n\n")).toEqual([
    "plan",
    "json",
  ]);
  expect(roomsOf(map)).toEqual(floors);
});

it("the map fits on a few pages", () => {
  expect(map.split("\n").length).toBeLessThanOrEqual(151);
});
