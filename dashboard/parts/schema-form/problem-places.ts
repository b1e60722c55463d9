/** At which field of a form a problem is shown: the one that it points to, or the nearest around it that the form has. */
import { isJsonArray, isJsonObject, type Json } from "../../../src/json/json.ts";
import type { Field } from "./field.ts";
import { type FieldProblem, pointerOf } from "./field-problem.ts";
import { branchOf } from "./form-value.ts";

/** Messages by the pointer of their field, each once. */
export function placed(
  problems: readonly FieldProblem[],
  field: Field,
  value: Json | undefined,
): ReadonlyMap<string, readonly string[]> {
  const places = new Map<string, string[]>();
  for (const { message, pointer } of problems) {
    const place = placeOf(pointer, field, value);
    const there = places.get(place) ?? [];
    if (!there.includes(message)) there.push(message);
    places.set(place, there);
  }
  return places;
}

function placeOf(pointer: string, whole: Field, value: Json | undefined): string {
  const path: (string | number)[] = [];
  let field = whole;
  let part = value;
  for (const segment of pointer.split("/").slice(1)) {
    const key = segment.replaceAll("~1", "/").replaceAll("~0", "~");
    while (field.kind === "BRANCH") {
      const branch = field.branches[branchOf(field, part)];
      if (branch === undefined) return pointerOf(path);
      field = branch.field;
    }
    if (field.kind === "OBJECT" && isJsonObject(part)) {
      const member = field.members.find(({ name }) => name === key);
      if (member === undefined) break;
      path.push(key);
      field = member.field;
      part = Object.hasOwn(part, key) ? part[key] : undefined;
    } else if (field.kind === "LIST" && isJsonArray(part) && /^\d+$/.test(key) && Number(key) < part.length) {
      path.push(Number(key));
      field = field.item;
      part = part[Number(key)];
    } else break;
  }
  return pointerOf(path);
}
