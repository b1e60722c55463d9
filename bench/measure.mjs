/** Ways to measure: alternating runs, load for a while, and the remains of a run (requests, rows, fsyncs). */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";

/**
 * Runs each of the named tasks `count` times in turn, after two turns that do not count. Every other turn goes the other way round, so that
 * the work of a task after its answer does not always disturb the same neighbour. Gives `{ name: { p50, p95 } }` in milliseconds.
 */
export async function alternate(tasks, count) {
  const times = await timesInTurn(tasks, count);
  return Object.fromEntries(Object.entries(times).map(([name, values]) => [name, summary(values)]));
}

/** The milliseconds of each turn, by name. */
export async function timesInTurn(tasks, count) {
  const times = Object.fromEntries(Object.keys(tasks).map((name) => [name, []]));
  for (let turn = -2; turn < count; turn++) {
    const inTurn = Object.entries(tasks);
    for (const [name, task] of turn % 2 === 0 ? inTurn : inTurn.reverse()) {
      const startedAt = performance.now();
      await task();
      if (turn >= 0) times[name].push(performance.now() - startedAt);
    }
  }
  return times;
}

/** The middle and the slow end of some values. */
export function summary(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
  return { p50: at(0.5), p95: at(0.95) };
}

/** How many times per second `callers` finish the task, over `milliseconds`. */
export async function throughput(task, callers, milliseconds) {
  const startedAt = performance.now();
  let finished = 0;
  const caller = async () => {
    while (performance.now() - startedAt < milliseconds) {
      await task();
      finished++;
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return (finished * 1000) / (performance.now() - startedAt);
}

/**
 * The cost of `count` runs of a task beside time, each per run: requests to the tools, rows that stay, milliseconds of CPU of the runtime,
 * fsyncs. A count that this machine cannot make is null. Counting fsyncs slows the runtime, so that they get runs of their own.
 */
export async function costs(side, tools, task, count) {
  // Tables that are made once belong to no run.
  await runAndSettle(task, 1);
  await fetch(`${tools}/reset`);
  const rowsBefore = storedRows(side.storageFolder);
  const cpuBefore = cpuMs(side.pid);
  await runAndSettle(task, count);
  const cpuAfter = cpuMs(side.pid);
  const { requests } = await (await fetch(`${tools}/health`)).json();
  const rows = storedRows(side.storageFolder) - rowsBefore;
  const counter = await startCountingSyncs(side.pid);
  await runAndSettle(task, count);
  const syncs = await counter.stop();
  return {
    requests: requests / count,
    rowsStored: rows / count,
    cpuMs: cpuBefore === null || cpuAfter === null ? null : (cpuAfter - cpuBefore) / count,
    syncs: syncs === null ? null : syncs / count,
  };
}

/** The work after the answer belongs to the run: the alarm that finds nothing to do, the summary for the list. */
async function runAndSettle(task, count) {
  for (let run = 0; run < count; run++) await task();
  await delay(2_500);
}

/** Milliseconds of CPU that a process has used, in steps of ten. Null but on Linux. */
export function cpuMs(pid) {
  const file = `/proc/${pid}/stat`;
  if (pid === null || !existsSync(file)) return null;
  // The name of the program stands in parentheses and may have blanks in it.
  const fields = readFileSync(file, "utf8")
    .replace(/^.*\) /s, "")
    .split(" ");
  const [user, system] = [fields[11], fields[12]];
  return (Number(user) + Number(system)) * 10;
}

/** Rows in all tables of all objects below a folder, values stored by key among them; not the runtime's own notes, as the alarm is one. */
function storedRows(folder) {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".sqlite"));
  return files.reduce((sum, name) => sum + rowsOf(join(folder, name)), 0);
}

function rowsOf(file) {
  if (statSync(file).size === 0) return 0;
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
    return tables
      .filter(({ name }) => name === "_cf_KV" || !/^(_cf_|sqlite_)/.test(name))
      .reduce((sum, { name }) => sum + database.prepare(`SELECT COUNT(*) AS rows FROM "${name}"`).get().rows, 0);
  } finally {
    database.close();
  }
}

/** Counts fsync and fdatasync of a process with strace. Gives null where that is missing or not permitted. */
async function startCountingSyncs(pid) {
  const none = { stop: async () => null };
  if (pid === null || spawnSync("strace", ["-V"]).status !== 0) return none;
  const folder = mkdtempSync(join(tmpdir(), "planwright-strace-"));
  const file = join(folder, "calls");
  const strace = spawn("strace", ["-f", "-q", "-e", "trace=fsync,fdatasync", "-o", file, "-p", String(pid)], {
    stdio: "ignore",
  });
  const ended = new Promise((resolve) => strace.once("exit", resolve));
  // strace gives no sign when it has attached; it has long before this, or has ended because it may not.
  const refused = await Promise.race([ended.then(() => true), delay(500, false)]);
  const stop = async () => {
    strace.kill("SIGINT");
    await ended;
    const calls = existsSync(file)
      ? readFileSync(file, "utf8")
          .split("\n")
          .filter((line) => /f(data)?sync\(/.test(line))
      : [];
    rmSync(folder, { recursive: true, force: true });
    return calls.length;
  };
  if (!refused) return { stop };
  rmSync(folder, { recursive: true, force: true });
  return none;
}
