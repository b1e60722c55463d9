/** Calls and consumption of a tenant in some days, as the index answers. Pure. */
import type { ListAccess } from "../../access/audience.ts";
import { type Consumption, mergedConsumption, mostCalled } from "./consumption.ts";
import { type LatencyHistogram, percentileMs } from "./latency-histogram.ts";

/** A day (UTC) is a number, counted from 1 January 1970. */
export const dayMs = 86_400_000;

/** Days for which usage is kept. */
export const keptDays = 90;

export interface UsageQuery {
  /** For whom. Absent for one that reaches everything. */
  readonly access?: ListAccess | undefined;
  /** The first and the last day that are asked for. */
  readonly firstDay: number;
  readonly lastDay: number;
}

/** Of the executions that ended in these days. */
export interface UsageTotals {
  readonly executions: number;
  readonly failedExecutions: number;
  /** The callables with the most calls, 200 at most, then the models, 50 at most, each in the order of their calls, then of their names. */
  readonly consumption: readonly ConsumptionTotal[];
  /** Days in which something ended, the earliest first. */
  readonly days: readonly DayTotals[];
}

/** Executions that ended in one day, and the consumption of models for them. */
export interface DayTotals {
  readonly day: number;
  readonly executions: number;
  readonly failedExecutions: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Of calls whose price is known. */
  readonly costMicros: number;
}

export interface ConsumptionTotal extends Omit<Consumption, "latencies"> {
  /** Null without calls. */
  readonly latency: LatencyTotal | null;
}

/** In milliseconds, within 5 percent. */
export interface LatencyTotal {
  readonly p50Ms: number;
  readonly p95Ms: number;
}

/**
 * Day of an instant in Unix milliseconds.
 *
 * @example
 * ```ts
 * dayOf(Date.UTC(1970, 0, 2)); // 1
 * ```
 */
export function dayOf(at: number): number {
  return Math.floor(at / dayMs);
}

/** The total consumption of some days. */
export function totalsOf(parts: Iterable<Consumption>): readonly ConsumptionTotal[] {
  return mostCalled(mergedConsumption(parts)).map(({ latencies, ...total }) => ({
    ...total,
    latency: latencyOf(latencies),
  }));
}

function latencyOf(latencies: LatencyHistogram): LatencyTotal | null {
  const p50Ms = percentileMs(latencies, 50);
  const p95Ms = percentileMs(latencies, 95);
  return p50Ms === null || p95Ms === null ? null : { p50Ms, p95Ms };
}

/** A number of things, and their size. */
export interface StoredAmount {
  readonly count: number;
  readonly bytes: number;
}

/** Something that a subject registered. */
export interface SubjectRegistration {
  readonly kind: "agent" | "manifest" | "server" | "workflow";
  readonly name: string;
}

/** The storage of a tenant as its index knows it. */
export interface StoredExecutions {
  /** Executions that have ended and whose events and values are kept. */
  readonly executions: StoredAmount;
  readonly conversations: StoredAmount;
}

/** The use of the Worker, which tenants share, by a tenant or a subject of one. */
export interface TenantTake {
  /** Bytes of answers, whichever way they left. */
  readonly answeredBytes: number;
  /** Steps of plan checks, each of some 50 nanoseconds. */
  readonly checkSteps: number;
}

/** The part of one subject in the use by its tenant. */
export interface SubjectTake extends TenantTake {
  readonly subject: string;
}

export interface DayTraffic extends TenantTake {
  /** Beginning of the day (UTC), Unix milliseconds. */
  readonly day: number;
}

/** Executions below one that are counted; the rest is not looked at. */
export const maxDescendantsCounted = 10_000;

/** The executions below one, at any depth. */
export interface DescendantTotals {
  readonly count: number;
  /** Without those that wait for their own children. */
  readonly atWork: number;
  /** Events, values and artifacts of those that have ended. */
  readonly storedBytes: number;
}
