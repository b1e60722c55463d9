/** The tables of the other parts of a bench: subscriptions, models, callables, conversations, dashboard, prompts. Each takes the result. */
import { head, heldAgainst, kilobytes, ms, row, times, verdict, verdictMs, verdictOver } from "./report-cells.mjs";

export function deliveriesTable({ deliveries }) {
  return [
    ...head("events delivered per second", "floor", "product", "ratio", "of all rounds", "target", "delay p50 / p95"),
    ...deliveries.map(({ count, delayP50Ms, delayP95Ms, floor, highest, lowest, product, target }) =>
      row(
        `to ${count} ${count === 1 ? "watcher" : "watchers"}`,
        ...[floor.toFixed(0), product.toFixed(0), (product / floor).toFixed(2)],
        `${lowest.toFixed(2)}–${highest.toFixed(2)}`,
        target === null ? "" : heldAgainst(product / floor, "≥", target),
        `${ms(delayP50Ms)} / ${ms(delayP95Ms)}`,
      ),
    ),
  ];
}

export function replayTable({ replay: { events, perSecond, target } }) {
  return [
    ...head("replay", "events/s", "", "target"),
    row(`of ${events} events to a new watcher`, perSecond.toFixed(0), verdictOver(perSecond, target)),
  ];
}

export function idleMemoryTable({ idleMemory: { bytes, count, target } }) {
  return [
    ...head("memory", "floor", "floor that does not compress", "product", "product ÷ floor", "target"),
    row(
      `for each of ${count} watchers that wait`,
      ...[bytes.floor, bytes.plainFloor, bytes.product].map(kilobytes),
      bytes.floor === null || bytes.product === null ? " | " : verdict(bytes.product / bytes.floor, "≤", target),
    ),
  ];
}

export function listingTable({ listing: { long, ratio, short, slowest, target } }) {
  return [
    ...head("lists", `of ${long}`, `of ${short}`, "ratio", "target"),
    row(
      `slowest page (${slowest[long].name})`,
      ms(slowest[long].p50),
      ms(slowest[short].p50),
      verdict(ratio, "≤", target),
    ),
  ];
}

export function neighboursTable({ neighbours: { capped, target, uncapped } }) {
  const rows = (deployment, kinds) =>
    Object.entries(kinds).map(([kind, figures]) => {
      const { alone, answers, beside, from, generator, overGenerator, ratio, refusals, samples, to } = figures;
      // Figures from before the interval have none.
      const between = from === undefined ? "" : `${from.toFixed(2)} and ${to.toFixed(2)}`;
      return row(
        `${deployment}: ${kind}`,
        ms(alone.p95),
        ms(generator.p95),
        ms(beside.p95),
        verdict(ratio, "≤", target),
        between,
        samples,
        overGenerator.toFixed(2),
        `${answers} and ${refusals}`,
      );
    });
  return [
    ...head(
      "a greedy neighbour",
      "p95 alone",
      "p95 beside its requests to another Worker",
      "p95 beside",
      "ratio",
      "target",
      "19 of 20 between",
      "light runs",
      "ratio to its requests alone",
      "its answers and refusals",
    ),
    ...rows("defaults", uncapped),
    ...rows("with caps", capped),
  ];
}

export function taintTable({ taint: { target, ...shapes } }) {
  return [
    ...head(
      "labels of values",
      "without rules p50 / p95",
      "with rules p50 / p95",
      "ratio of pairs",
      "target",
      "19 of 20 between",
    ),
    ...Object.entries(shapes).map(([shape, { from, plain, ratio, ruled, to }]) => {
      const between = from === undefined ? "" : `${from.toFixed(3)} and ${to.toFixed(3)}`;
      return row(shape, times(plain), times(ruled), verdict(ratio, "≤", target), between);
    }),
  ];
}

export function modelsTable({ models: { firstText, floorStepMs, planToTool, resultToResponder } }) {
  return [
    ...head("around a language model", "floor's step", "product p50 / p95"),
    row("from the last byte of the plan to the first tool", ms(floorStepMs), times(planToTool)),
    row("from the last result to the responder", ms(floorStepMs), times(resultToResponder)),
    row("from the first text of the model to a subscriber", "", times(firstText)),
  ];
}

export function callablesTable({ callables: { cancel, card, fanOut, workflowStep } }) {
  const { cap, childMs, count, idealMs, maxInFlight } = fanOut;
  return [
    ...head("callables", "beside", "product p50 / p95", "", "target"),
    row(
      "a plan whose step calls a workflow of five steps, beside the workflow by itself",
      times(workflowStep.itself),
      times(workflowStep.asStep),
      verdict(workflowStep.ratio, "≤", workflowStep.target),
    ),
    row(
      `${count} children of ${childMs} ms, ${cap} at a time, beside ${count / cap} times one alone`,
      ms(idealMs),
      `${ms(fanOut.p50)}, ${maxInFlight} at a time`,
      verdict(fanOut.ratio, "≤", fanOut.target),
    ),
    row("from a cancel of those to the end of the last child", "", times(cancel), " | "),
    row(
      "a card, beside a bare JSON answer",
      times(card.floor),
      times(card.product),
      verdict(card.ratio, "≤", card.target),
    ),
  ];
}

export function codeToolsTable({ codeTools: { cpu, inCode, overHttp, ratio, target } }) {
  return [
    ...head("tools in code", "over HTTP p50 / p95", "in code p50 / p95", "", "target"),
    row("five calls of 0 ms", times(overHttp), times(inCode), verdict(ratio, "≤", target)),
    row("processor time of the runtime", ms(cpu.overHttp), ms(cpu.inCode), " | "),
  ];
}

export function conversationsTable({ conversations: { compared, early, late, ratio, target, turns } }) {
  return [
    ...head("conversations", "the first turns", "product p50 / p95", "", "target"),
    row(
      `a message after ${turns} turns, beside the first ${compared}`,
      times(early),
      times(late),
      verdict(ratio, "≤", target),
    ),
  ];
}

export function promptsTable({ prompts }) {
  return [
    ...head(
      "prompts",
      "planner p50 / p95",
      "responder p50 / p95",
      "the first",
      "target",
      "bytes of planner / responder",
    ),
    ...prompts.map(({ count, first, plan, planBytes, respond, respondBytes, targetMs }) =>
      row(
        `${count} ${count === 1 ? "callable" : "callables"}`,
        times(plan),
        times(respond),
        `${ms(first)}${verdictMs({ p50: first, targetMs })}`,
        `${kilobytes(planBytes)} / ${kilobytes(respondBytes)}`,
      ),
    ),
  ];
}

export function dashboardTable({ dashboard }) {
  return [...head("dashboard, headless Chromium", "", "target"), ...dashboardRows(dashboard)];
}

function longestRows({ events, heapBytes, lines, summary, targetHeapMegabytes, targetMs }, held) {
  const megabytes = heapBytes / 1_000_000;
  return [
    row(`a run of ${events} events to its summary, p50 / p95`, times(summary), ""),
    held("the same to its first lines, p50 / p95", times(lines), ...[lines.p50, targetMs, "ms"]),
    held("memory of the scripts of its page", `${megabytes.toFixed(1)} MB`, megabytes, targetHeapMegabytes, "MB"),
  ];
}

function dashboardRows({ firstLoad, live, longest, opening, scriptGzipBytes }) {
  const held = (label, value, found, limit, unit) =>
    row(label, value, `≤ ${limit} ${unit} ${found <= limit ? "✓" : "✗"}`);
  return [
    held("scripts of the first load, compressed", kilobytes(scriptGzipBytes), scriptGzipBytes / 1024, ...[70, "KB"]),
    held("first load to the first row, p50 / p95", times(firstLoad), firstLoad.p50, firstLoad.targetMs, "ms"),
    row(`a run of ${opening.events} events to its summary, p50 / p95`, times(opening.summary), ""),
    held(
      "the same to its first lines, p50 / p95",
      times(opening.lines),
      ...[opening.lines.p50, opening.targetMs, "ms"],
    ),
    held("the same to its whole log, p50 / p95", times(opening), ...[opening.p50, opening.targetMs, "ms"]),
    held(
      "longest task while its log is scrolled",
      ms(opening.longestTaskMs),
      ...[opening.longestTaskMs, opening.targetTaskMs, "ms"],
    ),
    ...live.flatMap(
      ({ bytesPerEvent, events, frames, longestTaskMs, perSecond, targetFrameMs, targetTaskMs, view }) => [
        held(
          `a frame of the ${view} at ${perSecond.toFixed(0)} events/s, p50 / p95`,
          times(frames),
          ...[frames.p95, targetFrameMs, "ms"],
        ),
        // Earlier figures lack it.
        ...(longestTaskMs === undefined
          ? []
          : [held("longest task meanwhile", ms(longestTaskMs), longestTaskMs, targetTaskMs, "ms")]),
        row(`memory kept for each of ${events} events, ${view}`, `${bytesPerEvent.toFixed(0)} bytes`, ""),
      ],
    ),
    ...longestRows(longest, held),
  ];
}
