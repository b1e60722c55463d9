/**
 * Values as the parser of the SDK takes them. It refuses an object with a member `__proto__`, or with a member `constructor` that has a member
 * `prototype`, and a client of it then reads nothing more of the stream.
 */
import { isJsonObject, type Json, ownValue } from "../../json/json.ts";

/**
 * `value`, or its JSON text if the parser would refuse it.
 *
 * @example
 * ```ts
 * readableValue({ city: "Bern" }); // { city: "Bern" }
 * readableValue(JSON.parse('{ "__proto__": 0 }')); // '{"__proto__":0}'
 * ```
 */
export function readableValue(value: Json): Json {
  return isRefused(value) ? JSON.stringify(value) : value;
}

function isRefused(value: Json): boolean {
  if (Array.isArray(value)) return value.some(isRefused);
  if (!isJsonObject(value)) return false;
  if (Object.hasOwn(value, "__proto__")) return true;
  const made = ownValue(value, "constructor");
  if (made !== undefined && isJsonObject(made) && Object.hasOwn(made, "prototype")) return true;
  return Object.values(value).some(isRefused);
}
