/**
 * The values of the functions of expressions, for arguments whose kinds were checked. Throws an `EvaluationFault` for arguments without a
 * result.
 */
import { isJsonArray, isJsonObject, type Json, objectOf, ownValue } from "../../json/json.ts";
import { jsonSize } from "../../json/json-size.ts";
import { kindOf } from "../../schema/document/json-kind.ts";
import { maxConditionBytes, maxValueDepth } from "../limits.ts";
import { calculated, decimalNumber, wholeNumber } from "./number-values.ts";
import { EvaluationFault, noOverload, textCost, type Work } from "./work.ts";

/** The value of the function `name`. */
export function callFunction(name: string, given: readonly Json[], work: Work): Json {
  const [first = null, second = null] = given;
  switch (name) {
    case "size":
      return sizeOf(first, work);
    case "contains":
    case "startsWith":
    case "endsWith":
      return hasPart(name, String(first), String(second), work);
    case "string":
      return textOf(first, work);
    case "int":
      work.spend(textCost(first));
      return wholeNumber(first as number | string);
    case "double":
      work.spend(textCost(first));
      return decimalNumber(first as number | string);
    case "join":
      return joined(itemsOf(first), typeof second === "string" ? second : "", work);
    case "format":
      return formatted(String(first), itemsOf(second), work);
    case "pick":
      return picked(first, itemsOf(second));
    case "flatten":
      return flat(itemsOf(first), work);
    case "sum":
      return itemsOf(first).reduce<number>((sum, item) => {
        work.spend(1);
        if (typeof item !== "number") throw noOverload(`sum of ${kindOf(item)}`);
        return calculated(sum, "+", item);
      }, 0);
    default:
      throw new Error(`Cannot call ${name}: it is no function of expressions`);
  }
}

function itemsOf(value: Json): readonly Json[] {
  return isJsonArray(value) ? value : [];
}

/** Members, items, or characters: a character is a code point, as in CEL. */
function sizeOf(value: Json, work: Work): number {
  if (isJsonArray(value)) return value.length;
  if (typeof value !== "string") {
    const { length } = Object.keys(value ?? {});
    work.spend(length);
    return length;
  }
  work.spend(textCost(value));
  let characters = 0;
  for (const _ of value) characters += 1;
  return characters;
}

function hasPart(name: "contains" | "startsWith" | "endsWith", text: string, part: string, work: Work): boolean {
  // A search may look at the part again at each place of the text.
  work.spend((1 + textCost(text)) * (1 + Math.floor(textCost(part) / 8)));
  if (name === "contains") return text.includes(part);
  return name === "startsWith" ? text.startsWith(part) : text.endsWith(part);
}

/** As a reference within a text is rendered: a string as it is, anything else as JSON. */
function textOf(value: Json, work: Work): string {
  if (typeof value !== "string") {
    const { bytes, depth } = jsonSize(value, maxConditionBytes, maxValueDepth);
    if (bytes > maxConditionBytes || depth > maxValueDepth)
      throw new EvaluationFault("LIMIT", `a value of more than ${maxConditionBytes} bytes or ${maxValueDepth} levels`);
  }
  const text = typeof value === "string" ? value : JSON.stringify(value);
  work.spend(1 + textCost(text));
  return text;
}

function joined(items: readonly Json[], between: string, work: Work): string {
  work.spend(items.length * (1 + textCost(between)));
  const texts = items.map((item) => {
    if (typeof item !== "string") throw noOverload(`join of ${kindOf(item)}`);
    work.spend(textCost(item));
    return item;
  });
  work.spend(Math.floor((between.length * items.length) / 32));
  return texts.join(between);
}

const VERB = /%(?:(%)|(s)|(d)|(?:\.(\d{1,2}))?f|([\s\S]?))/g;
const mostDecimals = 20;

/** `%s` is any value as text, `%d` a whole number, `%f` and `%.2f` a number with six or so many decimals, `%%` the sign itself. */
function formatted(pattern: string, values: readonly Json[], work: Work): string {
  work.spend(textCost(pattern));
  let next = 0;
  const taken = (verb: string): Json => {
    const value = values[next];
    if (value === undefined) throw failed(`format without a value for the ${next + 1}. verb, ${verb}`);
    next += 1;
    return value;
  };
  const made = pattern.replace(
    VERB,
    (verb, percent?: string, text?: string, whole?: string, decimals?: string, other?: string) => {
      if (percent !== undefined) return "%";
      if (other !== undefined)
        throw failed(`format with ${JSON.stringify(verb)}, which is none of %s, %d, %f, %.2f and %%`);
      const value = taken(verb);
      if (text !== undefined) return textOf(value, work);
      if (typeof value !== "number") throw noOverload(`format ${verb} of ${kindOf(value)}`);
      if (whole !== undefined) return wholeText(value);
      return decimalText(value, Number(decimals ?? 6));
    },
  );
  if (next < values.length) throw failed(`format with ${values.length} values for ${next} verbs`);
  work.spend(textCost(made));
  return made;
}

function wholeText(value: number): string {
  if (!Number.isSafeInteger(value)) throw failed(`format %d of ${value}, which is not whole`);
  return String(value);
}

function decimalText(value: number, decimals: number): string {
  if (decimals > mostDecimals || Math.abs(value) >= 1e21)
    throw failed(`format %.${decimals}f of ${value}: required at most ${mostDecimals} decimals of a number below 1e21`);
  // All digits of the value: a half shows as a 5 with nothing behind it.
  const digits = Math.abs(value).toFixed(90);
  const kept = digits.slice(0, digits.indexOf(".") + (decimals === 0 ? 0 : 1 + decimals));
  const isHalf = /^\.?50*$/.test(digits.slice(kept.length));
  // To the even neighbour, as in CEL.
  const rounded = isHalf && /[02468]$/.test(kept) ? kept : Math.abs(value).toFixed(decimals);
  return value < 0 ? `-${rounded}` : rounded;
}

/** Members that the object lacks are left out. */
function picked(value: Json, names: readonly Json[]): Json {
  const object = isJsonObject(value) ? value : {};
  return objectOf(
    names.flatMap((name) => {
      const member = ownValue(object, String(name));
      return member === undefined ? [] : [[String(name), member] as const];
    }),
  );
}

/** The items of the lists in a list, one level of them. */
function flat(lists: readonly Json[], work: Work): Json {
  return lists.flatMap((list) => {
    if (!isJsonArray(list)) throw noOverload(`flatten of ${kindOf(list)}`);
    work.spend(1 + list.length);
    return list;
  });
}

function failed(finding: string): EvaluationFault {
  return new EvaluationFault("FAILED", finding);
}
