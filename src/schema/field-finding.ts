/**
 * The finding of one schema, or of several combined, about one field of the values they describe. Fields are read closed: a schema that
 * declares properties and says nothing about others is taken to have no others.
 */

import type { JsonSchema } from "../json/json.ts";
import type { LocatedSchema } from "./document/located-schema.ts";

/**
 * - `impossible`: no value has the field;
 * - `undeclared`: other fields are declared, this one is not;
 * - `silent`: nothing is said about fields;
 * - `open`: the field may be there, nothing more is known;
 * - `declared`: the field may be there (`required`: always is) and `value` describes it.
 */
export type Finding =
  | { readonly is: "impossible" | "undeclared" | "silent" | "open" }
  | { readonly is: "declared"; readonly required: boolean; readonly value: LocatedSchema };

export const IMPOSSIBLE: Finding = { is: "impossible" };
export const UNDECLARED: Finding = { is: "undeclared" };
export const SILENT: Finding = { is: "silent" };
export const OPEN: Finding = { is: "open" };

type Declared = Finding & { readonly is: "declared" };

/** The combined finding about the same value. */
export function intersection(findings: readonly Finding[]): Finding {
  const [only] = findings;
  if (only !== undefined && findings.length === 1) return only;
  if (findings.some(({ is }) => is === "impossible")) return IMPOSSIBLE;
  const declared = findings.filter(isDeclared);
  if (declared.length > 0) {
    const required = declared.some((finding) => finding.required);
    return { is: "declared", required, value: allOf(declared.map(({ value }) => value)) };
  }
  if (findings.some(({ is }) => is === "open")) return OPEN;
  return findings.some(({ is }) => is === "undeclared") ? UNDECLARED : SILENT;
}

/** The finding when one of the findings applies and it is unknown which. */
export function union(findings: readonly Finding[]): Finding {
  const [only] = findings;
  if (only !== undefined && findings.length === 1) return only;
  const possible = findings.filter(({ is }) => is !== "impossible");
  if (possible.length === 0) return IMPOSSIBLE;
  const declared = possible.filter(isDeclared);
  const unrestricted = possible.some(({ is }) => is === "silent" || is === "open");
  const [first] = declared;
  if (first !== undefined) {
    const required = declared.length === findings.length && declared.every((finding) => finding.required);
    const values = declared.map(({ value }) => value);
    const value = unrestricted ? { root: first.value.root, schema: true } : anyOf(values);
    return { is: "declared", required, value };
  }
  if (!unrestricted) return UNDECLARED;
  return possible.some(({ is }) => is === "open") ? OPEN : SILENT;
}

function isDeclared(finding: Finding): finding is Declared {
  return finding.is === "declared";
}

function allOf(values: readonly LocatedSchema[]): LocatedSchema {
  const restricting = values.filter(({ schema }) => schema !== true);
  const [first] = restricting.length > 0 ? restricting : values;
  const home = first as LocatedSchema;
  // References of another document would lead astray here. Leaving them out only makes the answer wider.
  const schemas = distinct(restricting.filter(({ root }) => root === home.root));
  return schemas.length <= 1 ? home : { root: home.root, schema: { allOf: schemas } };
}

function anyOf(values: readonly LocatedSchema[]): LocatedSchema {
  const { root } = values[0] as LocatedSchema;
  if (values.some((value) => value.root !== root)) return { root, schema: true };
  const schemas = distinct(values);
  return schemas.length === 1 ? (values[0] as LocatedSchema) : { root, schema: { anyOf: schemas } };
}

function distinct(values: readonly LocatedSchema[]): readonly JsonSchema[] {
  return [...new Set(values.map(({ schema }) => schema))];
}
