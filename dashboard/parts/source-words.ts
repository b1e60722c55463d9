/** Where a value came from, in words. */
import type { IconName } from "./icon.tsx";

/** As `ValueSource` of the API has it. */
export interface SourceOfValue {
  /** `STEP`, `AGENT`, `PERSON`, `BINDING`, `INPUT`, `CALLER` or `MODEL`; a newer server may know others. */
  readonly kind: string;
  readonly stepId: string | null;
  /** `TEXT` for the text of the step. Left out, and null, where it is not known or comes from no step. */
  readonly sourcePart?: string | null;
  /** JSON Pointer in the output of the step, in the initial bindings or in the input. Null for a value of the plan itself. */
  readonly source: string | null;
  /** Further labels of the value: "UNTRUSTED". Left out by views that do not ask. */
  readonly labels?: readonly string[];
}

/** Labels that only say who wrote a value, which the words of its source say already. */
const origins: ReadonlySet<string> = new Set(["CALLER", "PLAN", "MODEL", "PERSON"]);

/** The labels that are shown beside a source: `UNTRUSTED` first, then those of registrations. */
export function shownLabels({ labels = [] }: Pick<SourceOfValue, "labels">): readonly string[] {
  const shown = labels.filter((label) => !origins.has(label));
  return [...shown.filter((label) => label === "UNTRUSTED"), ...shown.filter((label) => label !== "UNTRUSTED")];
}

export interface SourceWords {
  /** Null for values of the plan itself. */
  readonly icon: IconName | null;
  /** Name of the step or the binding. Empty where there is none. */
  readonly name: string;
  /** The path in it, or a note on it. */
  readonly path: string;
}

/** `callableKind` is that of the step, where it is known: "AGENT". */
export function sourceWords({ kind, source, sourcePart, stepId }: SourceOfValue, callableKind?: string): SourceWords {
  const path = sourcePart === "TEXT" || sourcePart === "STATUS" ? sourcePart.toLowerCase() : (source ?? "");
  switch (kind) {
    case "CALLER":
      return { icon: null, name: "", path: "in the plan" };
    case "MODEL":
      return { icon: "model", name: "", path: "in the plan, written by a model" };
    case "BINDING": {
      const [name = "", ...rest] = path.split("/").slice(1).map(unescaped);
      const inner = rest.length === 0 ? "" : `/${rest.join("/")} `;
      return { icon: "binding", name: name === "" ? "bindings" : name, path: `${inner}given at the start` };
    }
    case "INPUT":
      return { icon: "workflow", name: "input", path: path === "" ? "of the workflow" : path };
    case "PERSON":
      return { icon: "person", name: stepId ?? "", path: path === "" ? "said by a person" : path };
    case "AGENT":
      return { icon: "agent", name: stepId ?? "", path };
    default:
      return { icon: callableKind === "WORKFLOW" ? "workflow" : "tool", name: stepId ?? "", path };
  }
}

function unescaped(part: string): string {
  return part.replaceAll("~1", "/").replaceAll("~0", "~");
}
