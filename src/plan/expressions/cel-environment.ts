/**
 * The CEL interpreter, and the form in which it sees JSON. Objects are maps, so that no member of a value is taken for a member of a
 * JavaScript object. Whole numbers compare with fractions. The only variable is `v`, the map of the operands.
 */
import { Environment } from "@marcbachmann/cel-js";
import { isJsonArray, isJsonObject, type Json } from "../../json/json.ts";

let environment: Environment | undefined;

/** The environment of all conditions, made when the first is read. */
export function celEnvironment(): Environment {
  environment ??= new Environment({ homogeneousAggregateLiterals: false })
    .registerVariable("v", "map<string, dyn>")
    // What authors mean by `"Error" in {{check.output.message}}`; CEL itself knows it of lists and maps.
    .registerOperator("string in string", (part: string, text: string) => text.includes(part));
  return environment;
}

/** `value` as the interpreter takes it. */
export function celValue(value: Json): unknown {
  if (isJsonArray(value)) return value.map(celValue);
  if (!isJsonObject(value)) return value;
  return new Map(Object.entries(value).map(([key, member]) => [key, celValue(member)]));
}
