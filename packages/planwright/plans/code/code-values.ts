/** Values of a plan document as code: references as variables with fields, literal text without escapes, everything else as it stands. */
import { bindReference, type PlanNames } from "../../../../src/plan/compile/bind-reference.ts";
import type { Reference } from "../../../../src/plan/plan.ts";
import { type Expression, readExpressionAt, readText, writeText } from "../../../../src/plan/reference.ts";
import type { Json } from "../json-schema.ts";
import { enclosed, memberAccess, memberName, templatePiece, textLiteral } from "./code-text.ts";

/** What references mean where a value stands. */
export interface CodePlace {
  readonly names: PlanNames;
  /** Position of the top-level step. */
  readonly position: number;
  /** The variable of a step, or a call that names it. */
  readonly stepCode: (id: string) => string;
  /** Notes that a name of the builder, of the module, or of the items around is used. */
  readonly use: (name: string) => string;
}

const OPERATOR = /^\\+(?:coalesce|cel)$/;
const INDEX = /^(?:0|-?[1-9]\d*)$/;

/** The code of an argument. */
export function valueCode(value: Json, place: CodePlace): string {
  if (typeof value === "string") return textCode(value, place) ?? rawCode(value, place);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (isList(value))
    return enclosed(
      "[",
      value.map((item) => valueCode(item, place)),
      "]",
    );
  const keys = Object.keys(value);
  const [sole] = keys;
  if (sole !== undefined && keys.length === 1) {
    const member = value[sole] as Json;
    if (sole === "coalesce") return coalesceCode(member, place) ?? rawCode(value, place);
    if (sole === "cel")
      return (typeof member === "string" ? celCode(member, place) : undefined) ?? rawCode(value, place);
    if (OPERATOR.test(sole)) return enclosed("{", [`${memberName(sole.slice(1))}: ${valueCode(member, place)}`], "}");
  }
  const members = keys.map((key) => `${memberName(key)}: ${valueCode(value[key] as Json, place)}`);
  return enclosed("{", members, "}");
}

/** The code of a value in which nothing is a reference, such as a schema. */
export function literalCode(value: unknown): string {
  if (typeof value === "string") return textLiteral(value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return enclosed("[", value.map(literalCode), "]");
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return enclosed(
    "{",
    members.map(([key, member]) => `${memberName(key)}: ${literalCode(member)}`),
    "}",
  );
}

/** The code of a condition. */
export function conditionCode(text: string, place: CodePlace): string {
  const whole = readText(text);
  const reference = whole.kind === "REFERENCE" ? referenceCode(whole.expression, place) : undefined;
  return reference ?? celCode(text, place) ?? rawCode(text, place);
}

/** The code of a text. Undefined for one that cannot be read, or looks like a reference and is none. */
function textCode(text: string, place: CodePlace): string | undefined {
  const meaning = readText(text);
  switch (meaning.kind) {
    case "MALFORMED":
      return undefined;
    case "LITERAL":
      return writeText([{ literal: meaning.text }]) === text ? textLiteral(meaning.text) : undefined;
    case "REFERENCE":
      return referenceCode(meaning.expression, place);
    case "TEXT": {
      if (meaning.lookalikes.length > 0) return undefined;
      const parts = meaning.parts.map((part) => {
        if (typeof part === "string") return templatePiece(part);
        const code = referenceCode(part, place);
        return code === undefined ? undefined : `\${${code}}`;
      });
      return parts.includes(undefined) ? undefined : `${place.use("text")}\`${parts.join("")}\``;
    }
  }
}

function coalesceCode(choices: Json, place: CodePlace): string | undefined {
  if (!isList(choices) || choices.length === 0) return undefined;
  return enclosed(
    `${place.use("coalesce")}(`,
    choices.map((choice) => valueCode(choice, place)),
    ")",
  );
}

/** An expression as a template: its references as values, the rest as it stands. Undefined where that would not come to the same text. */
function celCode(text: string, place: CodePlace): string | undefined {
  let code = "";
  for (let at = 0; at < text.length; ) {
    const character = text[at] ?? "";
    if (character === '"' || character === "'") {
      const quoted = /^(?:'(?:[^'\\]|\\[\s\S])*'|"(?:[^"\\]|\\[\s\S])*")/.exec(text.slice(at))?.[0];
      // A string may be a reference, and its escapes are for the deployment to read.
      if (quoted === undefined || /\{\{|\$[\d{]/.test(quoted)) return undefined;
      code += quoted;
      at += quoted.length;
      continue;
    }
    const found = character === "$" || text.startsWith("{{", at) ? readExpressionAt(text, at) : undefined;
    if (found === undefined) {
      code += character;
      at += 1;
      continue;
    }
    const reference = referenceCode(found.expression, place);
    if (reference === undefined) return undefined;
    code += `\${${reference}}`;
    at = found.end;
  }
  const literal = code.replace(/\$\{[^}]*\}/g, "");
  return /[`\r\n]|\$|\\[`$]/.test(literal) ? undefined : `${place.use("cel")}\`${code}\``;
}

/** The code of a reference. Undefined if it names nothing. */
function referenceCode(expression: Expression, place: CodePlace): string | undefined {
  const bound = bindReference(expression, place.names, place.position);
  if (!bound.ok) return undefined;
  const { reference } = bound;
  const [first, ...others] = [reference.path, ...(reference.each ?? [])];
  let code = pathCode(rootCode(reference, place), first ?? [], place);
  for (const path of others) code = pathCode(`${place.use("each")}(${code})`, path, place);
  return code;
}

function rootCode({ id, part, root }: Reference, place: CodePlace): string {
  if (root === "bindings") return pathCode(place.use("bindings"), [id], place);
  if (root !== "steps") return place.use(root);
  const step = place.stepCode(id);
  return part === undefined ? step : `${place.use(`${part}Of`)}(${step})`;
}

function pathCode(of: string, path: readonly (string | number)[], place: CodePlace): string {
  let code = of;
  for (const segment of path) {
    if (typeof segment === "number") code += `[${segment}]`;
    else if (INDEX.test(segment)) code = `${place.use("field")}(${code}, ${textLiteral(segment)})`;
    else code += memberAccess(segment);
  }
  return code;
}

function rawCode(value: Json, place: CodePlace): string {
  return `${place.use("raw")}(${literalCode(value)})`;
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
