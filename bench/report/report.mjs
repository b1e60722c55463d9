/** The figures of a bench as tables in Markdown, targets beside them: whole for `docs/performance.md`, the main ones for its beginning. */
import { dollars, head, heldAgainst, ms, row } from "./report-cells.mjs";
import {
  costsTable,
  floorTable,
  growth,
  loadTable,
  momentsTable,
  shapesTable,
  stepsTable,
  warmTable,
} from "./report-executions.mjs";
import {
  callablesTable,
  codeToolsTable,
  conversationsTable,
  dashboardTable,
  deliveriesTable,
  idleMemoryTable,
  listingTable,
  modelsTable,
  neighboursTable,
  promptsTable,
  replayTable,
  taintTable,
} from "./report-others.mjs";
import { countsTable, pricesOf, priceTable } from "./report-price.mjs";

/** In the shown order, with the parts that each needs. Sections that need none show the existing ones. */
const tables = [
  [[], warmTable],
  [["shapes"], shapesTable],
  [["steps"], stepsTable],
  [["load"], loadTable],
  [["costs"], costsTable],
  [["counts"], countsTable],
  [["costs", "counts"], priceTable],
  [["floorCheck"], floorTable],
  [[], momentsTable],
  [["deliveries"], deliveriesTable],
  [["replay"], replayTable],
  [["idleMemory"], idleMemoryTable],
  [["listing"], listingTable],
  [["models"], modelsTable],
  [["callables"], callablesTable],
  [["codeTools"], codeToolsTable],
  [["conversations"], conversationsTable],
  [["dashboard"], dashboardTable],
  [["neighbours"], neighboursTable],
  [["taint"], taintTable],
  [["prompts"], promptsTable],
];

/** Takes the result of `runBench`; parts that did not run are left out. */
export function report(result) {
  const shown = tables
    .filter(([needed]) => needed.every((part) => result[part] !== undefined))
    .map(([, table]) => table(result).join("\n"));
  return [measuredOn(result), ...shown.filter((text) => text !== "")].join("\n\n");
}

/** The figures that are promised, out of a whole run. */
export function summaryReport(result) {
  const { costs, counts, load, recovery, replay, shapes, steps } = result;
  const [five] = shapes;
  const thousand = steps.find((size) => size.steps === 1_000);
  const prices = pricesOf({ costs, counts }).filter(({ isMain }) => isMain);
  const lines = [
    row("five 0 ms steps, beside the floor", ms(five.floor.p50), ms(five.product.p50), ...held(five.ofFloor, "≤", 1.5)),
    row(
      "five 0 ms steps, beside Cloudflare Workflows",
      ms(five.workflows.p50),
      ms(five.product.p50),
      ...held(five.ofWorkflows, "≥", 1.5),
    ),
    row(
      "each of 1,000 steps, beside Cloudflare Workflows",
      ms(thousand.workflows.p50),
      ms(thousand.product.p50),
      ...held(thousand.ofWorkflows, "≥", 3),
    ),
    row(
      "each of 1,000 steps, beside each of 10",
      ms(steps.find((size) => size.steps === 10).product.p50),
      ms(thousand.product.p50),
      ...held(growth(steps, "product"), "≤", 1.5),
    ),
    row(
      "executions per second, 16 callers, beside the floor",
      load.floor.toFixed(0),
      load.product.toFixed(0),
      ...held(load.ratio, "≥", load.target),
    ),
    row(
      "the rest of a run after SIGKILL, beside the same rest undisturbed",
      ms(recovery.undisturbedMs.p50),
      ms(recovery.restMs.p50),
      ...held(recovery.ratio.p50, "≤", recovery.target),
    ),
    row("events replayed per second", "", replay.perSecond.toFixed(0), "", heldAgainst(replay.perSecond, "≥", 10_000)),
    ...[0, 2].map((at) => priceRow(prices[at], prices[at + 1])),
  ];
  const title = head("p50", "beside", "product", "ratio", "target");
  return [measuredOn(result), "", ...title, ...lines].join("\n");
}

function held(ratio, relation, target) {
  return [ratio.toFixed(2), heldAgainst(ratio, relation, target)];
}

function priceRow(product, workflows) {
  const title = `a million executions: ${product.title.replace("product, ", "")}, beside Cloudflare Workflows`;
  const [beside, ours] = [workflows.price.total, product.price.total];
  return row(title, dollars(beside), dollars(ours), (beside / ours).toFixed(2), "");
}

function measuredOn({ at, machine, quick, seconds }) {
  const { cores, cpu, memoryBytes, os, versions } = machine;
  const gigabytes = (memoryBytes / 1024 ** 3).toFixed(0);
  const found = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  const warning = quick ? " **A quick run: too few runs for the figures to mean anything.**" : "";
  return `Measured ${at.slice(0, 10)} in ${seconds} s on ${cores} cores (${cpu}), ${gigabytes} GB, ${os}; ${found.join(", ")}.${warning}`;
}
