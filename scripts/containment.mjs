// Runs the schema relation over a file of schema pairs and prints how its answers compare with the relations that the file states.
// Usage: npm run containment -- FILE [--list]. FILE holds {"vectors": [{lhs, rhs, relation, dialect2020, case}]}; pairs not marked
// dialect2020 are skipped; --list prints each pair whose answer differs. Exits 1 on a wrong answer, 2 on a file that cannot be used.
//
// Each pair that is not a subset comes with a value that shows it, so "subset" is wrong there. "Disjoint" was found by
// sampling, so only "disjoint" for a pair that shares a value is wrong, and "overlap" for a disjoint pair may be right.

import { readFileSync } from "node:fs";
import { relate } from "../src/schema/claims/relation.ts";
import { documentSchema } from "../src/schema/document/located-schema.ts";
import { usages } from "./usages.mjs";

const ANSWERS = ["subset", "overlap", "disjoint", "unknown"];
const STATED = { subset: "subset", overlap: "overlap", "disjoint-likely": "disjoint", disjoint: "disjoint" };

function isWrong(answer, stated) {
  if (answer === "subset") return stated !== "subset";
  if (answer === "disjoint") return stated !== "disjoint";
  return answer === "overlap" && stated === "subset";
}

function readPairs(file) {
  try {
    const pairs = JSON.parse(readFileSync(file, "utf8")).vectors.filter((pair) => pair.dialect2020);
    if (pairs.length > 0) return pairs;
    console.error(`Cannot check "${file}": expected pairs marked dialect2020, found none`);
  } catch (error) {
    console.error(`Cannot read pairs from "${file}": ${error.message}`);
  }
  process.exit(2);
}

const [file, option] = process.argv.slice(2);
if (file === undefined) {
  console.error(usages.containment);
  process.exit(2);
}

const counts = { subset: {}, overlap: {}, disjoint: {} };
const wrong = [];
const startedAt = performance.now();
const pairs = readPairs(file);
for (const pair of pairs) {
  const stated = STATED[pair.relation];
  const answer = relate(documentSchema(pair.lhs), documentSchema(pair.rhs));
  counts[stated][answer] = (counts[stated][answer] ?? 0) + 1;
  if (isWrong(answer, stated)) wrong.push({ pair, stated, answer });
  if (option === "--list" && answer !== stated)
    console.log(`${stated} → ${answer}: ${JSON.stringify([pair.lhs, pair.rhs])}`);
}
const elapsedMs = performance.now() - startedAt;

console.table(
  Object.fromEntries(
    Object.entries(counts).map(([stated, given]) => {
      const total = Object.values(given).reduce((sum, count) => sum + count, 0);
      const recognised = total === 0 ? "–" : `${(((given[stated] ?? 0) / total) * 100).toFixed(1)} %`;
      const row = Object.fromEntries(ANSWERS.map((answer) => [answer, given[answer] ?? 0]));
      return [`stated ${stated}`, { ...row, total, recognised }];
    }),
  ),
);
for (const { pair, stated, answer } of wrong) {
  console.log(
    `WRONG ${answer} for ${stated} (${pair.case}): ${JSON.stringify(pair.lhs)} against ${JSON.stringify(pair.rhs)}`,
  );
}
console.log(`${pairs.length} pairs, ${wrong.length} wrong answers, ${elapsedMs.toFixed(0)} ms`);
process.exit(wrong.length === 0 ? 0 : 1);
