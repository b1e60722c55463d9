/** Options as they were written, as the API takes them. What nobody set is left out. Pure. */

import type { ExecutionLimitsInput, ExecutionOptionsInput, LabelInput } from "../run.generated.ts";
import type { OptionsDraft } from "./draft.ts";

export interface LimitEntry {
  readonly name: keyof ExecutionLimitsInput;
  readonly label: string;
  readonly unit: string;
}

export const limitEntries: readonly LimitEntry[] = [
  { name: "timeoutMs", label: "Time of the whole run", unit: "ms" },
  { name: "stepTimeoutMs", label: "Time of one attempt", unit: "ms" },
  { name: "maxParallel", label: "Calls at a time", unit: "" },
  { name: "maxSteps", label: "Calls in the plan", unit: "" },
  { name: "maxDepth", label: "Nesting of runs", unit: "" },
  { name: "maxModelCalls", label: "Calls of models", unit: "" },
  { name: "maxTokens", label: "Tokens", unit: "" },
  { name: "maxCostMicros", label: "Cost of models", unit: "millionths of a dollar" },
];

export type OptionsReading =
  | { readonly ok: true; readonly input: ExecutionOptionsInput; readonly limits: ExecutionLimitsInput }
  /** `place` is the name of a limit, or `labels`. */
  | { readonly ok: false; readonly place: string; readonly message: string };

/** Reads options that were written. */
export function readOptions(draft: OptionsDraft): OptionsReading {
  const limits: Record<string, number> = {};
  for (const { label, name } of limitEntries) {
    const text = (draft.limits[name] ?? "").trim();
    if (text === "") continue;
    if (!/^\d{1,15}$/.test(text)) return { ok: false, place: name, message: `${label}: a whole number is required` };
    limits[name] = Number(text);
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
