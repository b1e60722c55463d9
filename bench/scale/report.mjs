/** The figures of `run.mjs` as tables in Markdown. */

const whole = (value) => Math.round(value).toLocaleString("en");
const ms = (value) => `${value < 10 ? value.toFixed(1) : whole(value)} ms`;
const row = (...cells) => `| ${cells.join(" | ")} |`;

/** `result` as `measureScale` gives it. */
export function report({ bytesKept, executions, pages, putsPerSecond, rates, rows }) {
  return [
    `Rows that an index writes for one execution of five steps: ${rows.ended.toFixed(1)} for the summary of its end after an earlier one,`,
    `${rows.running.toFixed(1)} for the first, with two callables and no label. It keeps ${whole(bytesKept)} bytes of each. Taken for one object:`,
    `${putsPerSecond} summaries a second, and 10 GB.`,
    "",
    row(
      "executions a second",
      "summaries of each",
      "one shard",
      "shards for half the load",
      "shards for 30 days in half the storage",
      "the busiest of the former",
      "wait p50 / p99",
    ),
    "|---|---|---|---|---|---|---|",
    ...rates
      .flat()
      .map(({ needed, neededToKeep, one, puts, rate, simulated }) =>
        row(
          ...[
            whole(rate),
            puts,
            oneShard(one),
            whole(needed),
            whole(neededToKeep),
            `${whole(simulated.busiest * 100)} %`,
          ],
          `${ms(simulated.delayMs.p50)} / ${ms(simulated.delayMs.p99)}`,
        ),
      ),
    "",
    row(
      "shards",
      `rows read for a page of 25, of ${whole(executions)}`,
      "bytes to the Worker",
      "rounds of six calls",
      "on this machine, p50 / p95",
    ),
    "|---|---|---|---|---|",
    ...pages.map(({ bytes, rowsRead, shards, times, waves }) =>
      row(shards, whole(rowsRead), whole(bytes), waves, `${ms(times.p50)} / ${ms(times.p95)}`),
    ),
  ].join("\n");
}

/** How one shard fares. */
function oneShard(one) {
  if (one === null) return "cannot: more than twice what it takes";
  const wait = `wait p99 ${ms(one.delayMs.p99)}`;
  return one.waitingAtEnd > 100
    ? `falls behind: ${whole(one.waitingAtEnd)} wait after a minute`
    : `${whole(one.busiest * 100)} % busy, ${wait}`;
}
