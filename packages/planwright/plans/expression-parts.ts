/** Expressions as text with values in it: constants are quoted, references stay apart until they are written. */
import { quotedText } from "../../../src/plan/expressions/author-spelling.ts";
import { type Boundary, PlanBuildError, placeAbove } from "./build-error.ts";
import {
  described,
  EVERY,
  type ExpressionPart,
  memberText,
  type Recorded,
  recordedOf,
  standIn,
} from "./recorded-value.ts";

/** `value` as an operand within an expression, in parentheses unless it needs none. */
export function expressionPartsOf(value: unknown, boundary: Boundary): readonly ExpressionPart[] {
  const recorded = recordedOf(value);
  if (recorded === undefined) return [constant(value, boundary)];
  switch (recorded.kind) {
    case "reference":
      return [recorded.source];
    case "variable":
      return [recorded.variable];
    case "raw":
      return ["(", String(recorded.written), ")"];
    case "expression":
      return recorded.isAtom ? recorded.parts : ["(", ...recorded.parts, ")"];
    case "text": {
      const pieces = recorded.parts.map((part) => (typeof part === "string" ? quotedText(part) : part));
      if (pieces.length === 0) return ['""'];
      const texts = pieces.map((part): readonly ExpressionPart[] =>
        typeof part === "string" ? [part] : ["string(", part, ")"],
      );
      return ["(", ...texts.flatMap((parts, at) => (at === 0 ? parts : [" + ", ...parts])), ")"];
    }
    case "coalesce":
      return coalesced(recorded.choices, boundary);
  }
}

/** `a ?: b ?: c` as calls of `default`, which takes the first that has a value. */
function coalesced(choices: readonly unknown[], boundary: Boundary): readonly ExpressionPart[] {
  const [first, ...rest] = choices;
  if (rest.length === 0) return expressionPartsOf(first, boundary);
  return ["default(", ...expressionPartsOf(first, boundary), ", ", ...coalesced(rest, boundary), ")"];
}

function constant(value: unknown, boundary: Boundary): string {
  if (typeof value === "string") return quotedText(value);
  if (typeof value === "number" && Number.isFinite(value)) return numberText(value);
  if (typeof value === "boolean" || value === null) return String(value);
  const found =
    typeof value === "object" ? "an object: use list, object or literal" : `a value of type ${typeof value}`;
  throw new PlanBuildError(`Cannot calculate with ${found}`, placeAbove(boundary));
}

function numberText(value: number): string {
  return value < 0 || Object.is(value, -0) ? `(${value})` : String(value);
}

/** The expression that joins the pieces and values of a template, for values that text cannot hold. */
export function textExpression(pieces: TemplateStringsArray, values: readonly unknown[], boundary: Boundary): Recorded {
  const joined = pieces.flatMap((piece, at): (readonly ExpressionPart[])[] => [
    ...(piece === "" ? [] : [[quotedText(piece)]]),
    ...(at < values.length ? [["string(", ...expressionPartsOf(values[at], boundary), ")"]] : []),
  ]);
  return {
    kind: "expression",
    parts: joined.flatMap((parts, at) => (at === 0 ? parts : [" + ", ...parts])),
    isAtom: joined.length <= 1,
  };
}

/** A value that stands for the expression of `parts`. */
export function expressionOf(parts: readonly ExpressionPart[], isAtom: boolean): object {
  return standIn({ kind: "expression", parts, isAtom });
}

/** The text of an expression. `operand` writes references, `name` the names of variables. */
export function expressionText(
  parts: readonly ExpressionPart[],
  operand: (source: Exclude<ExpressionPart, string> & { readonly root: string }) => string,
  name: (variable: object) => string,
): string {
  return parts
    .map((part) => {
      if (typeof part === "string") return part;
      if ("root" in part) return operand(part);
      return `${name(part.variable)}${part.path.map((segment) => variableMember(segment)).join("")}`;
    })
    .join("");
}

function variableMember(segment: string | number | typeof EVERY): string {
  if (segment === EVERY)
    throw new PlanBuildError(
      `Cannot write ${described({ kind: "variable", variable: { variable: {}, path: [segment] } })}: use mapList`,
      undefined,
    );
  return memberText(segment);
}
