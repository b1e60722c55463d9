/** Files as text: YAML and JSON with the place of each value, and everything that a text could use to grow. */
import { describe, expect, it } from "vitest";
import { type FileFormat, fileLimits, readFileText } from "../../../src/catalog/workflow-files/text-document.ts";
import { processorMs } from "../../support/engine/processor-time.ts";

const read = (text: string, format: FileFormat = "YAML") => {
  const parsed = readFileText(text, format);
  return parsed.ok ? parsed.value : expect.fail(parsed.problem.finding);
};
const refused = (text: string, format: FileFormat = "YAML") => {
  const parsed = readFileText(text, format);
  return parsed.ok ? expect.fail(`read as ${JSON.stringify(parsed.value).slice(0, 80)}`) : parsed.problem;
};

describe("a file as text", () => {
  it("[N345] is read as YAML 1.2 with the core schema, or as JSON, to the same values", () => {
    const yaml =
      "a: no\nb: yes\nc: 0o17\nd: 017\ne: true\nf: ~\ng: 1.5\nh: 2026-11-25\ni: |\n  two\n  lines\nj: [x, {y: '1'}]\n";
    const value = {
      a: "no",
      b: "yes",
      c: 15,
      d: 17,
      e: true,
      f: null,
      g: 1.5,
      h: "2026-11-25",
      i: "two\nlines\n",
      j: ["x", { y: "1" }],
    };
    expect(read(yaml)).toEqual(value);
    expect(read(JSON.stringify(value), "JSON")).toEqual(value);
    expect(read('{"a":"\\ud83d\\ude00 \\/"}', "JSON")).toEqual({ a: "😀 /" });
    expect(read("")).toBeNull();
    expect(read("<<: 1\n__proto__: {a: 1}")).toEqual(JSON.parse('{"<<": 1, "__proto__": {"a": 1}}'));
    expect(read("a: &x {b: [1]}\nc: *x\nd: &x 2\ne: *x")).toEqual({ a: { b: [1] }, c: { b: [1] }, d: 2, e: 2 });
  });

  it("[N345] tells the line and column of each value, and of the nearest around one that is not there", () => {
    const parsed = readFileText("agents:\n  - name: writer\n    tools:\n      - a\n", "YAML");
    if (!parsed.ok) expect.fail(parsed.problem.finding);
    expect(parsed.placeOf(["agents", "0", "name"])).toEqual({ line: 2, column: 11 });
    expect(parsed.placeOf(["agents", "0", "tools", "0"])).toEqual({ line: 4, column: 9 });
    expect(parsed.placeOf(["agents", "0", "source", "local"])).toEqual({ line: 2, column: 5 });
    expect(parsed.placeOf([])).toEqual({ line: 1, column: 1 });
    const json = readFileText('{\n  "a": {"b": 1}\n}', "JSON");
    expect(json.ok && json.placeOf(["a", "b"])).toEqual({ line: 2, column: 14 });
  });

  it.each([
    ["a: 1\na: 2", 'required each name once, found "a" again', { line: 2, column: 1 }],
    ["a: !shell rm", "required YAML 1.2, found: Unresolved tag: !shell", { line: 1, column: 4 }],
    ["a: 1\n---\nb: 2", "required one document, found a second one", { line: 2, column: 1 }],
    ["a: .nan", "required a value that JSON has, found NaN", { line: 1, column: 4 }],
    ["a: .inf", "required a value that JSON has, found Infinity", { line: 1, column: 4 }],
    ["? [a]\n: 1", "required a name as a text, found something else", { line: 1, column: 3 }],
    ["a: *x", 'required an anchor "x", found none', { line: 1, column: 4 }],
    [
      "a: [1",
      "required YAML 1.2, found: Flow sequence in block collection must be sufficiently indented and end with a ]",
      undefined,
    ],
  ] as const)("[N345] refuses %j with its place", (text, finding, place) => {
    const problem = refused(text);
    expect(problem.finding).toContain(finding);
    if (place !== undefined) expect(problem.place).toEqual(place);
  });

  it("[N345] refuses what is no JSON where JSON was said, also where it is YAML, and a name that is there twice", () => {
    expect(refused("a: 1", "JSON").finding).toContain("required JSON, found that it is none");
    expect(refused('{"a": 1, // no\n "b": 2}', "JSON").finding).toContain("required JSON");
    expect(refused('{"a": 1,\n "a": 2}', "JSON")).toMatchObject({ place: { line: 2, column: 2 } });
  });

  it("[N346] bounds aliases, however they multiply", () => {
    const level = (name: string, of: string) => `${name}: &${name} [${Array(9).fill(`*${of}`).join(", ")}]`;
    const bomb = [
      "a: &a [lol, lol, lol]",
      level("b", "a"),
      level("c", "b"),
      level("d", "c"),
      level("e", "d"),
      level("f", "e"),
    ];
    const begun = processorMs();
    expect(refused(bomb.join("\n"))).toMatchObject({ limit: { name: "maxFileAliases", maximum: fileLimits.aliases } });
    const wide = `a: &a [${Array(300).fill("x").join(", ")}]\nb: [${Array(90).fill("*a").join(", ")}]`;
    expect(refused(wide)).toMatchObject({ limit: { name: "maxFileValues", maximum: fileLimits.values } });
    expect(refused("a: &a [*a]").limit?.name).toMatch(/maxFile(Aliases|Depth)/);
    expect(processorMs() - begun).toBeLessThan(2_000);
    const most = `a: &a x\nb: [${Array(fileLimits.aliases).fill("*a").join(", ")}]`;
    expect(read(most)).toMatchObject({ a: "x" });
    expect(refused(most.replace("[*a", "[*a, *a")).limit).toEqual({ name: "maxFileAliases", maximum: 100, found: 101 });
  });

  it("[N346] bounds size, number of values and depth before anything is built", () => {
    expect(read(`a: ${"x".repeat(fileLimits.bytes - 3)}`)).toMatchObject({});
    expect(refused(`a: ${"x".repeat(fileLimits.bytes)}`).limit?.name).toBe("maxFileBytes");
    expect(refused(`[${"1,".repeat(fileLimits.values + 1)}]`).limit?.name).toBe("maxFileValues");
    expect(refused(`[${"1,".repeat(fileLimits.lexemes)}]`).limit?.name).toBe("maxFileLexemes");
    const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
    expect(JSON.stringify(read(nested(fileLimits.depth)))).toBe(nested(fileLimits.depth));
    const flat = JSON.stringify({ list: Array.from({ length: 200 }, (_, at) => ({ a: at, b: "- x: ?" })) });
    expect(read(flat, "JSON")).toEqual(JSON.parse(flat));
    const deep = [
      nested(fileLimits.depth + 1),
      "[".repeat(130_000),
      "- ".repeat(130_000),
      "? ".repeat(130_000),
      "{a: ".repeat(65_000),
    ];
    const blocks = Array.from({ length: 700 }, (_, at) => `${" ".repeat(at)}a:`).join("\n");
    const begun = processorMs();
    for (const text of [...deep, blocks]) {
      const { finding, limit } = refused(text);
      expect(limit?.name ?? finding).toMatch(/maxFileDepth|nesting/i);
    }
    expect(processorMs() - begun).toBeLessThan(4_000);
  });

  it("[N346] takes time in proportion to the number of names of one object", () => {
    const names = Array.from({ length: 9_000 }, (_, at) => `key${at}: 1`).join("\n");
    const begun = processorMs();
    expect(Object.keys(read(names) as object)).toHaveLength(9_000);
    expect(processorMs() - begun).toBeLessThan(3_000);
  });
});
