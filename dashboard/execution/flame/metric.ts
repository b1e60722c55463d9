/** The unit of the axis of a run: time, or the cost of models. The choice is in the address. */
import { money, short } from "../../parts/numbers.ts";
import { place, setQuery } from "../../shell/location.ts";
import type { Metric } from "./flame-tree.ts";

export type Axis = "TIME" | Metric;

export const axes = ["TIME", "COST", "TOKENS"] as const;

export const axisWords: Readonly<Record<Axis, string>> = { TIME: "Time", COST: "Cost", TOKENS: "Tokens" };

/** The axis of the address; time unless it says another one. A component that renders it subscribes. */
export function shownAxis(): Axis {
  const named = place.value.query.get("axis");
  return axes.find((axis) => axis.toLowerCase() === named) ?? "TIME";
}

export function showAxis(axis: Axis): void {
  setQuery({ axis: axis === "TIME" ? null : axis.toLowerCase() });
}

/** `$0.0012`, `14.7k tokens`. */
export function amountWords(amount: number, metric: Metric): string {
  return metric === "COST" ? money(amount) : `${short(Math.round(amount))} tokens`;
}

/** Half of something as "50 %", a very small part as "<1 %". */
export function shareWords(amount: number, whole: number): string {
  if (whole === 0) return "0 %";
  const percent = (amount / whole) * 100;
  return percent < 1 ? "<1 %" : `${Math.round(percent)} %`;
}
