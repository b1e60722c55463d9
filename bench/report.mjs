/** The figures of a bench as a table in Markdown, targets beside them, fit for the README. */

/** Takes what `runBench` gives. */
export function report(result) {
  const perStep = Object.fromEntries(result.shapes.map(({ steps, product }) => [steps, product.p50 / steps]));
  const growth = perStep[1000] / perStep[10];
  return [
    `Measured ${result.at.slice(0, 10)}${result.quick ? " in a quick run: too few runs for the figures to mean much" : ""}.`,
    "",
    "| one execution | floor p50 / p95 | product p50 / p95 | ratio | target | added per step |",
    "|---|---|---|---|---|---|",
    ...result.shapes.map((shape) =>
      row(
        shape.name,
        times(shape.floor),
        times(shape.product),
        verdict(shape.ratio, "≤", shape.target),
        `${ms(shape.addedMsPerStep)}`,
      ),
    ),
    "",
    "| | floor | product | | target |",
    "|---|---|---|---|---|",
    row("cost per step, 1,000 against 10 steps", "", "", verdict(growth, "≤", 1.5)),
    row(
      "16 callers, five 0 ms steps, executions/s",
      result.load.floor.toFixed(0),
      result.load.product.toFixed(0),
      verdict(result.load.ratio, "≥", result.load.target),
    ),
    row("validation of 100 steps, p50 / p95", "", times(result.validation), verdictMs(result.validation)),
    row("requests for five steps", count(result.costs.floor.requests), count(result.costs.product.requests), " | "),
    row(
      "rows stored for five steps",
      count(result.costs.floor.rowsStored),
      count(result.costs.product.rowsStored),
      " | ",
    ),
    row("fsyncs for five steps", count(result.costs.floor.syncs), count(result.costs.product.syncs), " | "),
    row("start to first answer", ms(result.startUpMs.floor), ms(result.startUpMs.product), " | "),
    row("bundle, minified and compressed", "", `${(result.bundleGzipBytes / 1024).toFixed(0)} KB`, " | "),
    row(
      "the floor against bare calls plus bare inserts",
      times(result.floorCheck.whole),
      "",
      verdict(result.floorCheck.ratio, "≤", result.floorCheck.target),
    ),
    "",
    "| subscriptions | floor | product | ratio | target | delay p50 / p95 |",
    "|---|---|---|---|---|---|",
    ...result.deliveries.map(({ count, floor, product, ratio, target }) =>
      row(
        `events delivered to ${count} ${count === 1 ? "watcher" : "watchers"} per second`,
        floor.perSecond.toFixed(0),
        product.perSecond.toFixed(0),
        verdict(ratio, "≥", target),
        `${ms(product.delayP50Ms)} / ${ms(product.delayP95Ms)}`,
      ),
    ),
    row(
      `replay of ${result.replay.events} events to a new watcher, events/s`,
      "",
      result.replay.perSecond.toFixed(0),
      verdictOver(result.replay.perSecond, result.replay.target),
      "",
    ),
    row(
      `memory for each of ${result.idleMemory.count} watchers that wait`,
      kilobytes(result.idleMemory.bytes.floor),
      kilobytes(result.idleMemory.bytes.product),
      " | ",
      "",
    ),
    row(
      `slowest page of ${result.listing.long} executions beside ${result.listing.short} (${result.listing.slowest[result.listing.long].name})`,
      "",
      `${ms(result.listing.slowest[result.listing.long].p50)} / ${ms(result.listing.slowest[result.listing.short].p50)}`,
      verdict(result.listing.ratio, "≤", result.listing.target),
      "",
    ),
    "",
    "| around a language model | floor's step | product p50 / p95 |",
    "|---|---|---|",
    row(
      "from the last byte of the plan to the first tool",
      ms(result.models.floorStepMs),
      times(result.models.planToTool),
    ),
    row("from the last result to the responder", ms(result.models.floorStepMs), times(result.models.resultToResponder)),
    row("from the first text of the model to a subscriber", "", times(result.models.firstText)),
    "",
    "| callables | beside | product p50 / p95 | | target |",
    "|---|---|---|---|---|",
    row(
      "a plan whose step calls a workflow of five steps, beside the workflow by itself",
      times(result.callables.workflowStep.itself),
      times(result.callables.workflowStep.asStep),
      verdict(result.callables.workflowStep.ratio, "≤", result.callables.workflowStep.target),
    ),
    row(
      `${result.callables.fanOut.count} children of ${result.callables.fanOut.childMs} ms, ${result.callables.fanOut.cap} at a time, beside ${result.callables.fanOut.count / result.callables.fanOut.cap} times one alone`,
      ms(result.callables.fanOut.idealMs),
      `${ms(result.callables.fanOut.p50)}, ${result.callables.fanOut.maxInFlight} at a time`,
      verdict(result.callables.fanOut.ratio, "≤", result.callables.fanOut.target),
    ),
    row("from a cancel of those to the end of the last child", "", times(result.callables.cancel), " | "),
    row(
      "a card, beside a bare JSON answer",
      times(result.callables.card.floor),
      times(result.callables.card.product),
      verdict(result.callables.card.ratio, "≤", result.callables.card.target),
    ),
    "",
    "| conversations | the first turns | product p50 / p95 | | target |",
    "|---|---|---|---|---|",
    row(
      `a message after ${result.conversations.turns} turns, beside the first ${result.conversations.compared}`,
      times(result.conversations.early),
      times(result.conversations.late),
      verdict(result.conversations.ratio, "≤", result.conversations.target),
    ),
    "",
    "| dashboard, headless Chromium | | target |",
    "|---|---|---|",
    ...dashboardRows(result.dashboard),
    "",
    "| prompts | planner p50 / p95 | responder p50 / p95 | the first | target | bytes of planner / responder |",
    "|---|---|---|---|---|---|",
    ...result.prompts.map(({ count, first, plan, respond, planBytes, respondBytes, targetMs }) =>
      row(
        `${count} ${count === 1 ? "callable" : "callables"}`,
        times(plan),
        times(respond),
        `${ms(first)}${verdictMs({ p50: first, targetMs })}`,
        `${kilobytes(planBytes)} / ${kilobytes(respondBytes)}`,
      ),
    ),
  ].join("\n");
}

function dashboardRows({ firstLoad, live, opening, scriptGzipBytes }) {
  const held = (label, value, found, limit, unit) =>
    row(label, value, `≤ ${limit} ${unit} ${found <= limit ? "✓" : "✗"}`);
  return [
    held("scripts of the first load, compressed", kilobytes(scriptGzipBytes), scriptGzipBytes / 1024, ...[70, "KB"]),
    held("first load to the first row, p50 / p95", times(firstLoad), firstLoad.p50, firstLoad.targetMs, "ms"),
    held(
      `a run of ${opening.events} events opens, p50 / p95`,
      times(opening),
      ...[opening.p50, opening.targetMs, "ms"],
    ),
    held(
      "longest task while its log is scrolled",
      ms(opening.longestTaskMs),
      ...[opening.longestTaskMs, opening.targetTaskMs, "ms"],
    ),
    ...live.flatMap(({ bytesPerEvent, events, frames, perSecond, targetFrameMs, view }) => [
      held(
        `a frame of the ${view} at ${perSecond.toFixed(0)} events/s, p50 / p95`,
        times(frames),
        ...[frames.p95, targetFrameMs, "ms"],
      ),
      row(`memory kept for each of ${events} events, ${view}`, `${bytesPerEvent.toFixed(0)} bytes`, ""),
    ]),
  ];
}

function kilobytes(bytes) {
  return bytes === null ? "not counted" : `${(bytes / 1024).toFixed(1)} KB`;
}

function verdictOver(found, target) {
  return ` | ≥ ${target} ${found >= target ? "✓" : "✗"}`;
}

function row(...cells) {
  return `| ${cells.join(" | ")} |`;
}

function times({ p50, p95 }) {
  return `${ms(p50)} / ${ms(p95)}`;
}

function ms(value) {
  return `${value.toFixed(Math.abs(value) < 10 ? 2 : 0)} ms`;
}

function count(value) {
  return value === null ? "not counted" : value.toFixed(1);
}

/** Two cells: the ratio, and the target with whether it was met. */
function verdict(ratio, relation, target) {
  if (target === null) return `${ratio.toFixed(2)} | `;
  const met = relation === "≤" ? ratio <= target : ratio >= target;
  return `${ratio.toFixed(2)} | ${relation} ${target} ${met ? "✓" : "✗"}`;
}

function verdictMs({ p50, targetMs }) {
  return ` | < ${targetMs} ms ${p50 < targetMs ? "✓" : "✗"}`;
}
