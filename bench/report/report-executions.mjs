/** The tables of `executions.mjs`, `first-event.mjs` and `recovery.mjs`. Each takes the result of a bench. */
import { count, head, heldAgainst, kilobytes, ms, row, times, verdict, verdictMs } from "./report-cells.mjs";

const sideTitles = ["naive loop", "floor", "product", "Workflows"];
const sideNames = ["naive", "floor", "product", "workflows"];

export function shapesTable({ shapes }) {
  return [
    ...head("one execution, p50 / p95", ...sideTitles, "product ÷ floor", "target", "Workflows ÷ product", "target"),
    ...shapes.map((shape) => row(shape.name, ...sideNames.map((side) => times(shape[side])), ...ratios(shape))),
  ];
}

export function stepsTable({ steps: sizes }) {
  return [
    ...head("p50 for each step", ...sideTitles, "product ÷ floor", "target", "Workflows ÷ product", "target"),
    ...sizes.map((size) => row(stepsOf(size), ...sideNames.map((side) => ms(size[side].p50)), ...ratios(size))),
    row(
      "1,000 steps ÷ 10 steps",
      ...sideNames.map((side) => growth(sizes, side).toFixed(2)),
      ...["", heldAgainst(growth(sizes, "product"), "≤", 1.5), "", ""],
    ),
  ];
}

export function warmTable({ starts, warm300, warm8 }) {
  const line = (title, shown, digits, { floor, highest, lowest, product }, relation, target) => {
    const found = [floor, product].map((value) => (value === null ? "not counted" : shown(value, digits)));
    if (floor === null) return row(title, ...found, "", "", "");
    const range = `${lowest.toFixed(2)}–${highest.toFixed(2)}`;
    return row(title, ...found, (product / floor).toFixed(2), range, heldAgainst(product / floor, relation, target));
  };
  const rows = [];
  if (warm8 !== undefined) rows.push(line("five 0 ms steps after 8 executions, p50", ms, 0, warm8, "≤", 1.6));
  if (warm300 !== undefined) {
    const { cpuMs, perSecond, perStep, tenths, times: warm } = warm300;
    rows.push(
      line("five 0 ms steps after 300 executions, p50", ms, 0, warm, "≤", 1.15),
      line("executions per second, 16 callers, after 300", count, 0, perSecond, "≥", 1),
      line("CPU of the runtime for each of these, ms", count, 2, cpuMs, "≤", 1.3),
      line("each of 1,000 steps of 0 ms, p50", ms, 0, perStep, "≤", 1.5),
      row(
        "the last 100 of these ÷ the first 100",
        tenths.floor.toFixed(2),
        tenths.product.toFixed(2),
        ...["", "", heldAgainst(tenths.product, "≤", 1.1)],
      ),
    );
  }
  if (starts !== undefined) rows.push(...startRows(starts));
  if (rows.length === 0) return [];
  const titles = ["each on a runtime by itself", "floor", "product", "product ÷ floor", "of all rounds", "target"];
  return [...head(...titles), ...rows];
}

/**
 * Times that a person waits for are compared with milliseconds; the processor time is the same on a machine that does other work beside.
 */
function startRows({ execution, health }) {
  const rowsOf = (until, { cpuMs, ms: found }, target) => [
    row(
      ...[`from the process that begins to ${until}, p50`, ms(found.floor), ms(found.product)],
      ...[(found.product / found.floor).toFixed(2), "", heldAgainst(found.product, "≤", target, " ms")],
    ),
    row(
      ...["CPU of the runtime until then, ms", count(cpuMs.floor, 0), count(cpuMs.product, 0)],
      ...[cpuMs.floor === null || cpuMs.product === null ? "" : (cpuMs.product / cpuMs.floor).toFixed(2), "", ""],
    ),
  ];
  return [
    ...rowsOf("the answer of `/health`", health, 90),
    ...rowsOf("the answer of its first execution, five 0 ms steps", execution, 600),
  ];
}

export function loadTable({ load }) {
  return [
    ...head("16 callers, five 0 ms steps", ...sideTitles, "product ÷ floor", "target"),
    row(
      "executions per second",
      ...sideNames.map((side) => load[side].toFixed(0)),
      verdict(load.ratio, "≥", load.target),
    ),
  ];
}

export function costsTable({ costs }) {
  const line = (title, name) => row(title, ...sideNames.map((side) => count(costs[side][name])));
  return [
    ...head("of one execution with five 0 ms steps", ...sideTitles),
    line("requests to tools", "requests"),
    line("rows that stay", "rowsStored"),
    line("fsyncs", "syncs"),
    line("CPU of the runtime, ms", "cpuMs"),
  ];
}

export function floorTable({ floorCheck: { calls, inserts, ratio, target, whole } }) {
  return [
    ...head("the floor, p50 / p95", "bare calls", "bare inserts", "floor", "floor ÷ their sum", "target"),
    row("five 0 ms steps", times(calls), times(inserts), times(whole), verdict(ratio, "≤", target)),
  ];
}

export function momentsTable({ firstEvent, longCalls, recovery, startUp, validation }) {
  const rows = [];
  if (validation !== undefined) rows.push(row("validation of 100 steps", times(validation) + verdictMs(validation)));
  if (firstEvent !== undefined) {
    rows.push(
      row("from `executePlan` to the first event at a watcher", times(firstEvent.fromStart), ""),
      row("from a subscription to the first event of a run that has ended", times(firstEvent.fromSubscription), ""),
    );
  }
  if (recovery !== undefined) {
    const { alarmAfterStartMs, kills, ratio, restMs, target, undisturbedMs } = recovery;
    rows.push(
      row(`after SIGKILL: from the alarm to the end of the run, ${kills} kills`, times(restMs), ""),
      row("the same rest of the run undisturbed", times(undisturbedMs), ""),
      row(
        "the one ÷ the other, p50 / p95",
        `${ratio.p50.toFixed(2)} / ${ratio.p95.toFixed(2)}`,
        heldAgainst(ratio.p50, "≤", target),
      ),
      row("after SIGKILL: from the process that listens again to the alarm", times(alarmAfterStartMs), ""),
    );
  }
  for (const { againMs, callMs, samples, target } of longCalls ?? []) {
    rows.push(
      row(
        `after SIGKILL amid calls of ${callMs / 1_000} s: from the process that listens again to the repeated call, ${samples} calls, p50 / most`,
        `${ms(againMs.p50)} / ${ms(againMs.most)}`,
        heldAgainst(againMs.most, "≤", target),
      ),
    );
  }
  if (startUp !== undefined) {
    rows.push(
      row("start to first answer, p50 (floor)", `${ms(startUp.productMs)} (${ms(startUp.floorMs)})`, ""),
      row("bundle, minified and compressed", kilobytes(startUp.bundleGzipBytes), ""),
    );
    // Earlier figures lack them.
    const sizes = {
      "its modules that are loaded before the first request": startUp.startGzipBytes,
      "these and the ones that the first object loads": startUp.objectsGzipBytes,
    };
    for (const [name, bytes] of Object.entries(sizes))
      if (bytes !== undefined) rows.push(row(name, kilobytes(bytes), heldAgainst(bytes / 1024, "≤", 500, " KB")));
  }
  return rows.length === 0 ? [] : [...head("moments", "p50 / p95", "target"), ...rows];
}

/** How many times as much a step of a thousand costs as one of ten. */
export function growth(sizes, side) {
  const [ten, thousand] = [10, 1_000].map((steps) => sizes.find((size) => size.steps === steps));
  return thousand[side].p50 / ten[side].p50;
}

function stepsOf({ steps }) {
  return `${steps.toLocaleString("en")} ${steps === 1 ? "step" : "steps"} of 0 ms`;
}

function ratios({ ofFloor, ofWorkflows, targets }) {
  return [verdict(ofFloor, "≤", targets.ofFloor), verdict(ofWorkflows, "≥", targets.ofWorkflows)];
}
