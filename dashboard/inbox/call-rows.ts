/** The arguments of a call that a person decides on: as planned, as resolved, and where each value came from. */
import { isJsonObject, type Json, ownValue } from "../../src/json/json.ts";
import type { SourceOfValue } from "../parts/source-words.ts";

export interface CallRow {
  readonly name: string;
  /** Undefined where the plan is not known or does not name the argument. */
  readonly planned: Json | undefined;
  readonly resolved: Json;
  /** Without doubles, in the order of the arguments. */
  readonly sources: readonly SourceOfValue[];
}

interface Source extends SourceOfValue {
  /** JSON Pointer into the arguments. */
  readonly target: string;
}

/** The expression that a plan has in the place of a value. Undefined where it has none. */
export function expressionIn(planned: unknown): string | undefined {
  if (!isJsonObject(planned) || Object.keys(planned).length !== 1) return undefined;
  const expression = ownValue(planned, "cel");
  return typeof expression === "string" ? expression : undefined;
}

/** One row for each argument. Empty if `resolved` is no object. */
export function callRows(planned: unknown, resolved: unknown, sources: readonly Source[]): readonly CallRow[] {
  if (!isJsonObject(resolved)) return [];
  const written = isJsonObject(planned) ? planned : {};
  // All arguments may be the value of one expression.
  const expression = expressionIn(planned);
  return Object.entries(resolved).map(([name, value]) => {
    const pointer = `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    const own = new Map<string, SourceOfValue>();
    for (const { kind, labels, source, stepId, target } of sources) {
      if (target !== "" && target !== pointer && !target.startsWith(`${pointer}/`)) continue;
      own.set(`${kind}\n${stepId}\n${source}`, { kind, source, stepId, ...(labels !== undefined && { labels }) });
    }
    return {
      name,
      planned: expression === undefined ? ownValue(written, name) : (planned as Json),
      resolved: value,
      sources: [...own.values()],
    };
  });
}
