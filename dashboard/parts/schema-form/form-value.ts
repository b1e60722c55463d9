/**
 * The value that a form writes, and how its fields show it. Only the part that somebody edits changes: parts that a form cannot show stay
 * unchanged, an optional field that nobody touched is left out, and a text that is no number is kept as that text, for the schema to
 * refuse.
 */
import { isJsonArray, isJsonObject, type Json, objectOf, sameJson } from "../../../src/json/json.ts";
import type { BranchField, Field } from "./field.ts";

export type Path = readonly (string | number)[];

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/** Lists of more are not laid out beforehand. */
const mostItemsAtFirst = 100;

/** The initial value of a form: defaults, fixed values, and the objects and answers that cannot be left out. */
export function initialValue(field: Field, isRequired = true): Json | undefined {
  if (field.default !== undefined) return field.default;
  if (field.isNullable) return isRequired && field.kind !== "TEXT" ? null : undefined;
  if (!isRequired) return undefined;
  switch (field.kind) {
    case "CONST":
      return field.value;
    case "BOOLEAN":
      return false;
    case "LIST":
      return Array.from({ length: Math.min(field.minItems, mostItemsAtFirst) }, () => newItem(field.item));
    case "OBJECT": {
      const entries: [string, Json][] = [];
      for (const member of field.members) {
        const value = initialValue(member.field, member.isRequired);
        if (value !== undefined) entries.push([member.name, value]);
      }
      return objectOf(entries);
    }
    default:
      return undefined;
  }
}

/** The initial value of a new item of a list. It always has one. */
export function newItem(item: Field): Json {
  return initialValue(item) ?? (item.kind === "TEXT" ? "" : null);
}

/** How a field that one writes in shows a value. */
export function textOf(value: Json | undefined): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** The value of a text. An empty one is left out, also where it is required, so that the schema reports it; an item of a list stays. */
export function readText(text: string, isItem: boolean): string | undefined {
  return text === "" && !isItem ? undefined : text;
}

/** Whether a path leads to an item of a list. */
export function isItemAt(path: Path): boolean {
  return typeof path.at(-1) === "number";
}

/** The number that a text is. The text itself if it is none, or if a number could not hold every digit of it. */
export function readNumber(text: string): number | string | undefined {
  const trimmed = text.trim();
  if (trimmed === "") return undefined;
  return numberProblem(trimmed) === null ? Number(trimmed) : text;
}

/** Why a text is not taken as a number. Null if it is. */
export function numberProblem(text: string): string | null {
  const trimmed = text.trim();
  if (!jsonNumber.test(trimmed)) return "This is not a number. Write it as 12, -3.5 or 1e6";
  const number = Number(trimmed);
  if (!Number.isFinite(number) || digitsOf(trimmed) !== digitsOf(String(number))) {
    return "This number has more digits than can be kept exactly";
  }
  return null;
}

/** Digits and magnitude of a number, equal for texts of the same number. */
function digitsOf(text: string): string {
  const [mantissa = "", exponent = "0"] = text.toLowerCase().split("e");
  const [whole = "", fraction = ""] = mantissa.replace("-", "").split(".");
  const all = `${whole}${fraction}`.replace(/^0+/, "");
  const digits = all.replace(/0+$/, "");
  return digits === "" ? "0" : `${digits}e${Number(exponent) - fraction.length + (all.length - digits.length)}`;
}

/** The part of a value at a path. Undefined if there is none. */
export function partAt(value: Json | undefined, path: Path): Json | undefined {
  let part = value;
  for (const key of path) {
    if (isJsonArray(part)) part = part[Number(key)];
    else if (isJsonObject(part)) part = Object.hasOwn(part, key) ? part[key] : undefined;
    else return undefined;
  }
  return part;
}

/** The value with another part at a path. Undefined removes a member of an object; in a list it leaves null. */
export function withPart(value: Json | undefined, path: Path, part: Json | undefined): Json | undefined {
  const [key, ...rest] = path;
  if (key === undefined) return part;
  if (typeof key === "number") {
    const items = isJsonArray(value) ? [...value] : [];
    items[key] = withPart(items[key], rest, part) ?? null;
    return items;
  }
  const members = new Map(isJsonObject(value) ? Object.entries(value) : []);
  const next = withPart(members.get(key), rest, part);
  if (next === undefined) members.delete(key);
  else members.set(key, next);
  return objectOf(members);
}

/** The branch that a value looks like. -1 if none, or if there is no value. */
export function branchOf({ branches }: BranchField, value: Json | undefined): number {
  return value === undefined ? -1 : branches.findIndex(({ field }) => couldBe(field, value));
}

/** Whether a field can show a value without losing anything that its kind has. */
export function couldBe(field: Field, value: Json): boolean {
  if (value === null && field.isNullable) return true;
  switch (field.kind) {
    case "TEXT":
      return typeof value === "string";
    case "NUMBER":
      return typeof value === "number" && (!field.isInteger || Number.isInteger(value));
    case "BOOLEAN":
      return typeof value === "boolean";
    case "CONST":
      return sameJson(field.value, value);
    case "CHOICE":
      return field.options.some((option) => sameJson(option.value, value));
    case "LIST":
      return isJsonArray(value) && value.every((item) => couldBe(field.item, item));
    case "BRANCH":
      return branchOf(field, value) >= 0;
    case "OBJECT": {
      if (!isJsonObject(value)) return false;
      const given = new Map(Object.entries(value));
      return field.members.every(({ name, isRequired, field: member }) => {
        const part = given.get(name);
        return part === undefined ? !isRequired : couldBe(member, part);
      });
    }
    case "JSON":
      return true;
  }
}
