/** The rules of rooms over the whole project, each also over planted offenders. What still offends is listed, and the list only shrinks. */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { circles, fullRooms, mostFilesInRoom } from "./rooms.ts";
import { readSourceFiles, sourceFile } from "./source-file.ts";

const root = join(import.meta.dirname, "../..");
const src = readSourceFiles(root, "src");
const files = [...src, ...["bench", "dashboard", "scripts", "test"].flatMap((folder) => readSourceFiles(root, folder))];

/** Rooms that are still too full, each with the files that it has. A number that has become smaller is written here. */
const stillTooFull: readonly (readonly [string, number])[] = [
  ["dashboard/registry", 35],
  ["dashboard/run", 40],
  ["src/catalog", 59],
  ["src/durable", 133],
  ["src/graph", 153],
  ["src/model", 29],
  ["src/plan", 215],
  ["src/plan/schema", 38],
  ["src/tools", 32],
  ["src/worker", 78],
  ["test/catalog", 30],
  ["test/dashboard", 35],
  ["test/durable", 41],
  ["test/e2e", 73],
  ["test/engine", 98],
  ["test/fuzz", 29],
  ["test/graph", 53],
  ["test/plan", 39],
  ["test/worker", 35],
];

describe("rooms", () => {
  it("hold at most 25 files each, but for those that are listed with their number", () => {
    expect([...fullRooms(files.map(({ path }) => path))].sort()).toEqual(stillTooFull);
    const room = (count: number) => Array.from({ length: count }, (_, at) => `src/plan/file-${at}.ts`);
    expect(fullRooms([...room(mostFilesInRoom), "src/plan/deep/other.ts", "src/other.ts"])).toEqual(new Map());
    expect(fullRooms(room(mostFilesInRoom + 1))).toEqual(new Map([["src/plan", mostFilesInRoom + 1]]));
  });

  it("have no circle of imports, types included", () => {
    expect(circles(src)).toEqual([]);
    const planted = (texts: Readonly<Record<string, string>>) =>
      circles(Object.entries(texts).map(([path, text]) => sourceFile(path, text)));
    const two = {
      "src/plan/one.ts": 'import type { Two } from "../json/two.ts";',
      "src/json/two.ts": 'export { one } from "../plan/one.ts";',
    };
    expect(planted(two)).toEqual([["src/plan/one.ts", "src/json/two.ts"]]);
    const three = {
      "src/a.ts": 'import "./b.ts"; import "./d.ts";',
      "src/b.ts": 'const c = await import("./c.ts");',
      "src/c.ts": 'type A = import("./a.ts").A;',
      "src/d.ts": "",
    };
    expect(planted(three).map((group) => [...group].sort())).toEqual([["src/a.ts", "src/b.ts", "src/c.ts"]]);
    expect(planted({ "src/self.ts": 'import "./self.ts";' })).toEqual([["src/self.ts"]]);
    const tree = { "src/a.ts": 'import "./b.ts"; import "./c.ts";', "src/b.ts": 'import "./c.ts";', "src/c.ts": "" };
    expect(planted(tree)).toEqual([]);
  });
});
