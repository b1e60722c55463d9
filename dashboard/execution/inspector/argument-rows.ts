/** The arguments of a call, one by one, each with where its values came from. */
import type { SourceOfValue } from "../../parts/source-words.ts";

export interface ArgumentSource extends SourceOfValue {
  /** JSON Pointer in the arguments. */
  readonly target: string;
}

export interface ArgumentRow {
  readonly name: string;
  readonly value: unknown;
  /** `within` is where in this argument the value stands; empty for the whole of it. */
  readonly sources: readonly { readonly source: ArgumentSource; readonly within: string }[];
}

/** Null for arguments that are no object and so have no names. */
export function argumentRows(input: unknown, sources: readonly ArgumentSource[]): readonly ArgumentRow[] | null {
  if (typeof input !== "object" || input === null || Array.isArray(input)) return null;
  return Object.entries(input).map(([name, value]) => {
    const pointer = `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    // Those of one expression that all arguments are the value of, and those of this argument.
    const own = sources.filter(({ target }) => target === "" || target === pointer || target.startsWith(`${pointer}/`));
    // A value that was taken as a whole says more than its parts.
    const whole = own.filter(({ target }) => target === pointer);
    const shown = whole.length > 0 && whole.every(({ kind }) => kind !== "CALLER" && kind !== "MODEL") ? whole : own;
    return {
      name,
      value,
      sources: distinct(shown).map((source) => ({ source, within: source.target.slice(pointer.length) })),
    };
  });
}

function distinct(sources: readonly ArgumentSource[]): readonly ArgumentSource[] {
  const seen = new Set<string>();
  return sources.filter((source) => {
    const key = JSON.stringify([source.target, source.kind, source.stepId, source.source]);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** A short text for a value that does not fit a line: "12 items", "3 fields". Null for a value that fits. */
export function inShort(value: unknown): string | null {
  if (typeof value !== "object" || value === null) return null;
  const count = Array.isArray(value) ? value.length : Object.keys(value).length;
  if (JSON.stringify(value).length <= shortest) return null;
  const word = Array.isArray(value) ? "item" : "field";
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}

const shortest = 120;
