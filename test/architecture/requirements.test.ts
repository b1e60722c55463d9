/** The list of requirements is made from test titles; a citation that is misread would claim what no test shows. */
import { expect, it } from "vitest";
import { citationProblems, citedIds, listedGroups, testTitles } from "../../scripts/requirements.mjs";

it("reads the titles of tests, of tables of tests too, but not of skipped ones, calls or comments", () => {
  const text = `
    it("[P1] plain", () => {});
    test(\`[P2] of \${name}\`, () => {});
    it.each([["(", [f(1)]]])('[P3] each', () => {});
    it.for(rows.map((row) => [row]))("[P4] for", () => {});
    it.skip("[P5] skipped", () => {}); test.todo("[P6] later"); it.skip.each([1])("[P7] skipped", () => {});
    // it("[P8] comment", () => {});
    describe("[P9] group", () => { it("[P10] inside", () => {}); });
    log("it('[P11] text')");`;
  expect(testTitles(text).map(({ title }) => title)).toEqual([
    "[P1] plain",
    "[P2] of …",
    "[P3] each",
    "[P4] for",
    "[P10] inside",
  ]);
  expect(testTitles(text)[0]?.line).toBe(2);
});

it("reads every ID of a bracket, and no ID where a bracket holds something else", () => {
  expect(citedIds("[P12, E3] refuses a[0] and [x, P1] but cites [O9a]")).toEqual(["P12", "E3", "O9a"]);
  expect(citedIds("reads bindings[P1.x] and []")).toEqual([]);
  expect(citedIds("[N1, P2] beyond the documents")).toEqual(["N1", "P2"]);
  expect(citedIds("[P1] [P2, E3] twice")).toEqual(["P1", "P2", "E3"]);
  expect(citedIds("[P1, P2–P4] a range, which is no ID")).toEqual(["P1", "P2–P4"]);
});

it("[N52] fails for an ID that no test cites, one that no list has, and one that stands twice", () => {
  const groups = listedGroups("## Group\n\n- P1 shown\n- P2 planted, and shown by nothing\n- O9a shown\n- P1 again\n");
  const cite = (id: string) => ({ id, title: `[${id}] a test`, file: "test/a.test.ts", line: 7 });
  expect(citationProblems(groups, [cite("P1"), cite("O9a"), cite("P3")])).toEqual([
    "test/a.test.ts:7 cites P3, which is no requirement",
    "no test cites P2: write one whose title begins with [P2]",
    "P1 stands twice in the list",
  ]);
  expect(citationProblems(listedGroups("## Group\n- P1 shown"), [cite("P1")])).toEqual([]);
});
