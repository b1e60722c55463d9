/** Written options in the form of the API. Options that nobody set are left out. Pure. */

import type { ExecutionLimitsInput, ExecutionOptionsInput, LabelInput } from "../run.generated.ts";
import type { OptionsDraft } from "./draft.ts";

export interface LimitEntry {
  readonly name: keyof ExecutionLimitsInput;
  readonly label: string;
  readonly unit: "" | "TIME" | "MONEY";
}

export const limitEntries: readonly LimitEntry[] = [
  { name: "timeoutMs", label: "Time of the whole run", unit: "TIME" },
  { name: "stepTimeoutMs", label: "Time of one attempt", unit: "TIME" },
  { name: "maxParallel", label: "Calls at a time", unit: "" },
  { name: "maxSteps", label: "Calls in the plan", unit: "" },
  { name: "maxDepth", label: "Nesting of runs", unit: "" },
  { name: "maxModelCalls", label: "Calls of models", unit: "" },
  { name: "maxTokens", label: "Tokens", unit: "" },
  { name: "maxCostMicros", label: "Cost of models", unit: "MONEY" },
];

export type ParsedOptions =
  | { readonly ok: true; readonly input: ExecutionOptionsInput; readonly limits: ExecutionLimitsInput }
  /** `place` is the name of a limit, or `labels`. */
  | { readonly ok: false; readonly place: string; readonly message: string };

const required = {
  "": "a whole number",
  TIME: "a time with its unit, such as 30 s or 10 min,",
  MONEY: "an amount of dollars, such as 0.25,",
} as const;

const readers: Readonly<Record<LimitEntry["unit"], (text: string) => number | null>> = {
  "": (text) => (/^\d{1,15}$/.test(text) ? Number(text) : null),
  TIME: milliseconds,
  MONEY: costMicros,
};

const unitMs: ReadonlyMap<string, number> = new Map([
  ["ms", 1],
  ["s", 1_000],
  ["min", 60_000],
  ["h", 3_600_000],
  ["d", 86_400_000],
]);

/** The milliseconds of `90 s`, `1.5 h`. Null for anything else, a number without a unit included. */
function milliseconds(text: string): number | null {
  const [, amount = "", unit = ""] = /^(\d{1,12}(?:\.\d{1,6})?) ?(ms|s|min|h|d)$/.exec(text) ?? [];
  const factor = unitMs.get(unit);
  return factor === undefined ? null : whole(Number(amount) * factor);
}

/** The millionths of a dollar of `0.25` or `$0.25`. Null for a text that is none, or finer than a millionth. */
function costMicros(text: string): number | null {
  const [, amount] = /^\$? ?(\d{1,9}(?:\.\d{1,6})?)$/.exec(text) ?? [];
  return amount === undefined ? null : whole(Number(amount) * 1_000_000);
}

function whole(value: number): number | null {
  const rounded = Math.round(value);
  return Number.isSafeInteger(rounded) && Math.abs(rounded - value) < 1e-6 ? rounded : null;
}

/** Reads options that were written. */
export function readOptions(draft: OptionsDraft): ParsedOptions {
  const limits: Record<string, number> = {};
  for (const { label, name, unit } of limitEntries) {
    const text = (draft.limits[name] ?? "").trim();
    if (text === "") continue;
    const value = readers[unit](text);
    if (value === null) return { ok: false, place: name, message: `${label}: ${required[unit]} is required` };
    limits[name] = value;
  }
  const labels: LabelInput[] = [];
  for (const line of draft.labels.split("\n")) {
    if (line.trim() === "") continue;
    const colon = line.indexOf(":");
    const key = line.slice(0, colon).trim();
    if (colon < 0 || key === "") {
      return { ok: false, place: "labels", message: "Labels: each line is a key, a colon and a value" };
    }
    labels.push({ key, value: line.slice(colon + 1).trim() });
  }
  const input = {
    ...(Object.keys(limits).length > 0 && { limits }),
    ...(labels.length > 0 && { labels }),
    ...(draft.approval !== "" && { approval: draft.approval }),
    ...(draft.schedule !== "" && { schedule: draft.schedule }),
    ...(draft.inDoubt !== "" && { inDoubt: draft.inDoubt }),
  } as ExecutionOptionsInput;
  return { ok: true, input, limits };
}
