/** The rules of rooms over the whole project, each also over planted offenders. What still offends is listed, and the list only shrinks. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  circles,
  floors,
  fullRooms,
  innerRooms,
  mostFilesInRoom,
  risingImports,
  roomOf,
  roomsWithoutHeader,
  unknownNames,
} from "./rooms.ts";
import { readSourceFiles, sourceFile } from "./source-file.ts";

const root = join(import.meta.dirname, "../..");
const src = readSourceFiles(root, "src");
/** Every source file of the project by its path, scripts too. Declarations of a script beside it are no file of their own. */
const paths = ["src", "bench", "packages", "dashboard", "examples", "scripts", "test"].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .map((name) => `${folder}/${name.replaceAll("\\", "/")}`)
    .filter((path) => /\.(ts|tsx|mjs|js)$/.test(path) && !/\/(?:dist|node_modules)\//.test(path)),
);

/** Rooms in which no file says yet what they own. */
const stillWithoutHeader: readonly string[] = [];

describe("rooms", () => {
  it("hold at most 25 files each", () => {
    expect(fullRooms(paths)).toEqual(new Map());
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

  it("import only rooms on lower floors, and no inner room of another top folder", () => {
    expect(src.flatMap(risingImports)).toEqual([]);
    expect([...new Set(src.map(({ path }) => roomOf(path)))].filter((room) => room !== null).sort()).toEqual(
      [...floors].sort(),
    );
    for (const room of innerRooms) expect(floors).toContain(room);
    const offenders: readonly (readonly [string, string])[] = [
      ["src/plan/offender.ts", 'import type { A } from "./compile/a.ts";'],
      ["src/plan/order/offender.ts", 'type A = import("../compile/a.ts").A;'],
      ["src/schema/pattern/offender.ts", 'export * from "../evaluation/a.ts";'],
      ["src/durable/feed/offender.ts", 'const a = await import("../runner/a.ts");'],
      ["src/worker/routes/offender.ts", 'import "../../durable/runner/a.ts";'],
      ["src/plan/offender.ts", 'import "../schema/pattern/a.ts";'],
      ["src/plan/newcomer/offender.ts", ""],
    ];
    for (const [path, text] of offenders) expect(risingImports(sourceFile(path, text)), text).toHaveLength(1);
    const innocent = 'import "./b.ts"; import "../order/c.ts"; import "../../json/json.ts"; import "zod";';
    expect(risingImports(sourceFile("src/plan/compile/innocent.ts", innocent))).toEqual([]);
  });

  it("say in one of their files what they own, but for those that are listed", () => {
    expect(roomsWithoutHeader(src)).toEqual(stillWithoutHeader);
    const room = (...texts: readonly string[]) =>
      roomsWithoutHeader(texts.map((text, at) => sourceFile(`src/plan/order/file-${at}.ts`, text)));
    const header = "/**\n * Room `plan/order`: the order of steps.\n */";
    expect(room(header, "/** Another file. */")).toEqual([]);
    expect(room("/** A file. */")).toEqual(["plan/order"]);
    expect(room(header, header)).toEqual(["plan/order"]);
    expect(room(header.replace("plan/order", "plan/compile"))).toEqual(["plan/order"]);
    expect(room(header.replace("steps.", `steps.${"\n * More.".repeat(30)}`))).toEqual(["plan/order"]);
  });

  it("name only rooms and files that exist where they say what they own", () => {
    expect(src.flatMap((file) => unknownNames(file, src))).toEqual([]);
    const named = (names: string) =>
      unknownNames(sourceFile("src/plan/order/order.ts", `/** Room \`plan/order\`: ${names} */`), src);
    expect(named("`plan`, `schema/claims`, `order.ts`, `reference.ts`, `when`, `a2a-server`")).toEqual([]);
    expect(named("`plan/orders`")).toEqual(["src/plan/order/order.ts: plan/orders"]);
    expect(named("`orders.ts`")).toEqual(["src/plan/order/order.ts: orders.ts"]);
  });
});
