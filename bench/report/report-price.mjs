/** The billed operations of an execution, and the price of a million. The tables of `counts.mjs`. */
import { priceOfExecutions, priceOfWorkflows } from "../price.mjs";
import { priceList } from "../price-list.mjs";
import { count, dollars, head, row } from "./report-cells.mjs";

const counted = ["calls", "alarmRuns", "alarmsSet", "rowsWritten", "rowsRead", "activeMs"];

export function countsTable({ counts: { modelSeconds, plan, prompt } }) {
  const phases = [
    ["five steps", plan.objects],
    [`five steps and two model calls of ${modelSeconds} s`, prompt.objects],
    ["five steps, removed after retention", plan.removal],
  ];
  return [
    ...head("one execution", "object", "calls", "alarms run", "alarms set", "rows written", "rows read", "active ms"),
    ...phases.flatMap(([title, objects]) =>
      Object.entries(objects).map(([name, use]) => row(title, name, ...counted.map((what) => count(use[what])))),
    ),
  ];
}

export function priceTable({ costs, counts }) {
  const titles = ["Worker requests", "CPU", "object requests", "object time", "rows", "steps", "total"];
  const names = ["workerRequests", "workerCpu", "objectRequests", "objectTime", "rows", "steps", "total"];
  const line = (title, price) =>
    row(title, ...names.map((name) => (price[name] === undefined ? "" : dollars(price[name]))));
  return [
    ...head(`a million executions, prices of ${priceList.readOn}`, ...titles),
    ...pricesOf({ costs, counts }).map(({ price, title }) => line(title, price)),
  ];
}

/** `{ title, price }` of product and Workflows for the same plans; `isMain` marks the one for a summary. */
export function pricesOf({ costs, counts: { modelSeconds, plan, prompt } }) {
  const cpu = (side) => costs[side].cpuMs ?? 0;
  const run = useOf(plan.workerRequests, plan.objects, cpu("product"));
  const removal = useOf(0, plan.removal, 0);
  const withModels = useOf(prompt.workerRequests, prompt.objects, (cpu("product") * 7) / 5);
  // Every row of the journal is deleted once, so a longer one costs as many rows more.
  const moreRows = (prompt.objects.execution?.rowsWritten ?? 0) - (plan.objects.execution?.rowsWritten ?? 0);
  const removalWithModels = { ...removal, rowsWritten: removal.rowsWritten + Math.max(0, moreRows) };
  const models = `five steps and two model calls of ${modelSeconds} s`;
  return [
    { title: "product, five steps", isMain: true, price: priceOfExecutions(run) },
    { title: "product, five steps, removal included", price: priceOfExecutions(sumOf(run, removal)) },
    {
      title: "Workflows, five steps",
      isMain: true,
      price: priceOfWorkflows({ steps: 5, workerCpuMs: cpu("workflows") }),
    },
    { title: `product, ${models}`, isMain: true, price: priceOfExecutions(withModels) },
    {
      title: `product, ${models}, removal included`,
      price: priceOfExecutions(sumOf(withModels, removalWithModels)),
    },
    {
      title: `Workflows, ${models}`,
      isMain: true,
      price: priceOfWorkflows({ steps: 7, workerCpuMs: (cpu("workflows") * 7) / 5 }),
    },
  ];
}

function useOf(workerRequests, objects, workerCpuMs) {
  const sums = counted.map((what) => [what, Object.values(objects).reduce((sum, use) => sum + use[what], 0)]);
  return { workerRequests, workerCpuMs, ...Object.fromEntries(sums) };
}

function sumOf(one, other) {
  return Object.fromEntries(Object.keys(one).map((name) => [name, one[name] + other[name]]));
}
