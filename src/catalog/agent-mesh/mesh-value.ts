/**
 * Values of inputs and outputs as a plan writes them. A template alone is a value, one within a text is put into the text. Where Agent Mesh
 * has null for an absent value, the plan has `coalesce`.
 */
import { isJsonArray, isJsonObject, type Json, type JsonObject, objectOf } from "../../json/json.ts";
import { operandDocument } from "../../plan/operands/operand.ts";
import { writeText } from "../../plan/reference.ts";
import type { MeshMeaning, ResolvedTemplate } from "./mesh-scope.ts";
import { piecesOf } from "./mesh-template.ts";

export interface ValueFinding {
  readonly finding: string;
  readonly path: readonly string[];
}

type TextPart = { readonly literal: string } | { readonly reference: string };

/** Values, and the parts that could not be translated. One list for all values of a place. */
export class ValueTranslator {
  readonly findings: ValueFinding[] = [];
  readonly #resolve: (path: string) => ResolvedTemplate;

  constructor(resolve: (path: string) => ResolvedTemplate) {
    this.#resolve = resolve;
  }

  /** The members of an input or output mapping. */
  members(given: JsonObject, path: readonly string[]): JsonObject {
    return objectOf(Object.entries(given).map(([name, value]) => [name, this.value(value, [...path, name])]));
  }

  value(value: Json, path: readonly string[], isChoice = false): Json {
    if (typeof value === "string") return this.text(value, path, isChoice);
    if (isJsonArray(value)) return value.map((item, at) => this.value(item, [...path, String(at)]));
    if (!isJsonObject(value)) return value;
    const [[name, given] = ["", null], second] = Object.entries(value);
    if (second === undefined && name === "coalesce") return this.#coalesce(given, [...path, name]);
    if (second === undefined && name === "concat") return this.#concat(given, [...path, name]);
    return objectOf(
      Object.entries(value).map(([key, member]) => [escapedKey(key, value), this.value(member, [...path, key])]),
    );
  }

  /** A text with its templates. `isChoice` is set where absent values are skipped. */
  text(text: string, path: readonly string[], isChoice = false): Json {
    const pieces = piecesOf(text.trim().startsWith("{{") && /^\s*\{\{[^{}]+\}\}\s*$/.test(text) ? text.trim() : text);
    const [only] = pieces;
    if (pieces.length === 1 && only?.kind === "TEMPLATE") return this.#template(only, path, isChoice);
    const parts = pieces.map((piece) => {
      if (piece.kind === "TEXT") return { literal: piece.text };
      const meaning = this.#meaning(piece, path);
      return meaning === undefined ? { literal: "" } : { reference: `{{${meaning.text}}}` };
    });
    return pieces.every(({ kind }) => kind === "TEXT")
      ? operandDocument({ kind: "literal", value: text })
      : writeText(parts);
  }

  #template(piece: { readonly text: string; readonly path: string }, path: readonly string[], isChoice: boolean): Json {
    const meaning = this.#meaning(piece, path);
    if (meaning === undefined) return null;
    const reference = `{{${meaning.text}}}`;
    const value: Json = meaning.isMapOutput === true ? { results: reference } : reference;
    return !meaning.mayBeNull || isChoice ? value : { coalesce: [value, null] };
  }

  #coalesce(given: Json, path: readonly string[]): Json {
    if (!isJsonArray(given)) return this.#refused("required a list of values", path);
    const choices = given.map((choice, at) => this.value(choice, [...path, String(at)], true));
    const last = given.at(-1);
    const endsSurely = last === null || (typeof last !== "object" && !String(last).includes("{{"));
    return { coalesce: endsSurely ? choices : [...choices, null] };
  }

  /** Texts and numbers one after another. Null is left out. */
  #concat(given: Json, path: readonly string[]): Json {
    if (!isJsonArray(given)) return this.#refused("required a list of values", path);
    const parts = given.flatMap((part, at): readonly TextPart[] => {
      const place = [...path, String(at)];
      if (part === null) return [];
      if (typeof part === "number" || typeof part === "boolean") return [{ literal: String(part) }];
      if (typeof part !== "string") {
        this.#refused("required a text or a number, as a text is made of it", place);
        return [];
      }
      const [only, second] = piecesOf(part);
      if (only?.kind !== "TEMPLATE" || second !== undefined) return [{ literal: part }];
      const meaning = this.#meaning(only, place);
      return meaning === undefined ? [] : [{ reference: `{{${meaning.text}}}` }];
    });
    if (parts.length === 1 && parts[0] !== undefined && "reference" in parts[0])
      return this.#refused("required a text beside the template, without which it is no text but a value", path);
    return parts.every((part) => "literal" in part)
      ? operandDocument({
          kind: "literal",
          value: parts.map((part) => ("literal" in part ? part.literal : "")).join(""),
        })
      : writeText(parts);
  }

  #meaning(piece: { readonly text: string; readonly path: string }, path: readonly string[]): MeshMeaning | undefined {
    const resolved = this.#resolve(piece.path);
    if (resolved.ok) return resolved.meaning;
    this.#refused(`${resolved.finding}, found ${piece.text}`, path);
    return undefined;
  }

  #refused(finding: string, path: readonly string[]): null {
    this.findings.push({ finding, path });
    return null;
  }
}

/** A sole key that a plan would take for an operator is escaped, as plans write it. */
function escapedKey(key: string, { ...members }: JsonObject): string {
  return Object.keys(members).length === 1 && /^\\+coalesce$/.test(key) ? `\\${key}` : key;
}
