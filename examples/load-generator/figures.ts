/** What became of a load, as figures and as words. Pure. */
import { lateMs } from "./open-loop.ts";

/** One execution of the load. Times in milliseconds after it was due. */
export interface LoadRecord {
  readonly number: number;
  readonly kind: string;
  readonly key: string;
  /** How much later than due it began. */
  readonly lateByMs: number;
  /** Null if it was never accepted; `refusal` then has the code. */
  acceptedAfterMs: number | null;
  executionId: string | null;
  refusal: string | null;
  /** Requests beyond the first until it was accepted. */
  repeats: number;
  isCancelled: boolean;
  /** Null until it has ended. */
  status: string | null;
  watched: {
    readonly firstEventAfterMs: number | null;
    readonly endAfterMs: number | null;
    readonly failure: string | null;
    readonly events: number;
    readonly missing: number;
    readonly doubled: number;
    readonly unordered: number;
  } | null;
}

export interface Percentiles {
  readonly count: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly maximum: number;
}

export interface LoadFigures {
  readonly seconds: number;
  readonly begun: number;
  readonly late: number;
  readonly accepted: number;
  readonly repeats: number;
  readonly cancelled: number;
  readonly ended: { readonly [status: string]: number };
  readonly neverEnded: number;
  readonly endedPerSecond: number;
  /** Milliseconds after the execution was due. `firstEvent` and `end` are those of watched executions. */
  readonly latencyMs: { readonly accepted: Percentiles; readonly firstEvent: Percentiles; readonly end: Percentiles };
  /** Codes of requests that failed, repeated ones included. */
  readonly errors: { readonly [code: string]: number };
  readonly watched: {
    readonly executions: number;
    readonly events: number;
    readonly missing: number;
    readonly doubled: number;
    readonly unordered: number;
    readonly broken: number;
    /** Followers that received no end until the load gave up. */
    readonly unfinished: number;
  };
}

/** By the nearest rank. Zeros for no values. */
export function percentiles(values: readonly number[]): Percentiles {
  const sorted = values.toSorted((one, other) => one - other);
  const at = (share: number) => Math.round(sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0);
  return { count: sorted.length, p50: at(0.5), p95: at(0.95), p99: at(0.99), maximum: at(1) };
}

/** From the beginning, in milliseconds: when the last execution had begun, and when all that ended had ended. */
export interface LoadTimes {
  readonly loadMs: number;
  readonly drainedMs: number;
}

export function figuresOf(
  records: readonly LoadRecord[],
  errors: { readonly [code: string]: number },
  { drainedMs, loadMs }: LoadTimes,
  unfinished = 0,
): LoadFigures {
  const known = (values: readonly (number | null)[]) => values.filter((value): value is number => value !== null);
  const watched = records.flatMap((record) => (record.watched === null ? [] : [record.watched]));
  const accepted = records.filter(({ executionId }) => executionId !== null);
  const ended: { [status: string]: number } = {};
  for (const { status } of accepted) if (status !== null) ended[status] = (ended[status] ?? 0) + 1;
  const neverEnded = accepted.filter(({ status }) => status === null).length;
  const sum = (count: (of: (typeof watched)[number]) => number) => watched.reduce((total, of) => total + count(of), 0);
  const seconds = loadMs / 1_000;
  return {
    seconds,
    begun: records.length,
    late: records.filter(({ lateByMs }) => lateByMs > lateMs).length,
    accepted: accepted.length,
    repeats: records.reduce((total, { repeats }) => total + repeats, 0),
    cancelled: records.filter(({ isCancelled }) => isCancelled).length,
    ended,
    neverEnded,
    endedPerSecond: Math.round(((accepted.length - neverEnded) / drainedMs) * 10_000) / 10,
    latencyMs: {
      accepted: percentiles(known(records.map(({ acceptedAfterMs }) => acceptedAfterMs))),
      firstEvent: percentiles(known(watched.map(({ firstEventAfterMs }) => firstEventAfterMs))),
      end: percentiles(known(watched.map(({ endAfterMs }) => endAfterMs))),
    },
    errors,
    watched: {
      executions: watched.length,
      events: sum(({ events }) => events),
      missing: sum(({ missing }) => missing),
      doubled: sum(({ doubled }) => doubled),
      unordered: sum(({ unordered }) => unordered),
      broken: watched.filter(({ failure }) => failure !== null).length,
      unfinished,
    },
  };
}

/** What must not be; empty if all is well. That some executions were refused is no such thing: `errors` says it. */
export function faultsOf({ accepted, begun, neverEnded, watched }: LoadFigures): readonly string[] {
  const faults: readonly (readonly [number, string])[] = [
    [accepted === 0 ? begun : 0, "executions were begun and none was accepted"],
    [neverEnded, "accepted executions never ended"],
    [watched.missing, "stored events were not delivered"],
    [watched.doubled, "events were delivered twice"],
    [watched.unordered, "events were delivered out of order"],
    [watched.broken, "subscriptions broke for good"],
    [watched.unfinished, "subscriptions received no end"],
  ];
  return faults.flatMap(([count, what]) => (count > 0 ? [`${count} ${what}`] : []));
}

export function report(figures: LoadFigures): string {
  const { accepted, begun, cancelled, ended, endedPerSecond, late, latencyMs, repeats, seconds, watched } = figures;
  const line = (name: string, { count, maximum, p50, p95, p99 }: Percentiles) =>
    `${name.padEnd(12)} p50 ${p50} ms · p95 ${p95} ms · p99 ${p99} ms · max ${maximum} ms (${count})`;
  const counts = (of: { readonly [name: string]: number }) =>
    Object.entries(of)
      .map(([name, count]) => `${name} ${count}`)
      .join(", ") || "none";
  return [
    `${begun} begun in ${seconds.toFixed(1)} s (${late} late, ${repeats} requests repeated), ${accepted} accepted, ${endedPerSecond} ended per second`,
    `ended: ${counts(ended)}${figures.neverEnded > 0 ? `, NEVER ENDED ${figures.neverEnded}` : ""}; ${cancelled} asked to be cancelled`,
    line("accepted", latencyMs.accepted),
    line("first event", latencyMs.firstEvent),
    line("end", latencyMs.end),
    `errors: ${counts(figures.errors)}`,
    `watched: ${watched.executions} executions, ${watched.events} events, ${watched.missing} missing, ${watched.doubled} doubled, ${watched.unordered} out of order, ${watched.broken} broken for good, ${watched.unfinished} without an end`,
  ].join("\n");
}
