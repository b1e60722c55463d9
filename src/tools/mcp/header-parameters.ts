/**
 * Arguments that a tool wants mirrored into HTTP headers (`x-mcp-header`). The protocol requires that a tool whose declaration breaks the
 * rules is left out of the list. The library drops such a tool without a message, so the rules are checked here and the tool is reported.
 */
import { isJsonArray, isJsonObject, type Json, type JsonObject, type JsonSchema, ownValue } from "../../json/json.ts";

const keyword = "x-mcp-header";
const headerToken = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const mirroredTypes = new Set<Json | undefined>(["string", "integer", "boolean"]);

/** The first rule that the declarations in `inputSchema` break, or null. */
export function headerParameterProblem(inputSchema: JsonSchema): string | null {
  return problemIn(inputSchema, false, true, { names: new Set(), parts: new Set() });
}

/** Known names of headers, and parts to which more than `properties` leads. */
interface Seen {
  readonly names: Set<string>;
  readonly parts: Set<JsonObject>;
}

/** `mayDeclare`: the schema is that of a property. `reachable`: nothing but `properties` leads to it. */
function problemIn(schema: Json, mayDeclare: boolean, reachable: boolean, seen: Seen): string | null {
  if (!isJsonObject(schema)) return null;
  // A part is met from its parent and from the one above: without this the work would double at each level.
  if (!reachable && seen.parts.has(schema)) return null;
  if (!reachable) seen.parts.add(schema);
  if (Object.hasOwn(schema, keyword)) {
    if (!mayDeclare || !reachable) return `required ${keyword} only on properties of objects that lie in nothing else`;
    const name = ownValue(schema, keyword);
    if (typeof name !== "string" || !headerToken.test(name)) return `required a header token as ${keyword}`;
    if (!mirroredTypes.has(ownValue(schema, "type"))) {
      return `required the type string, integer or boolean beside ${keyword}`;
    }
    if (seen.names.has(name.toLowerCase())) return `required a unique ${keyword}, found ${JSON.stringify(name)} twice`;
    seen.names.add(name.toLowerCase());
  }
  const properties = ownValue(schema, "properties");
  for (const property of isJsonObject(properties) ? Object.values(properties) : []) {
    const problem = problemIn(property, true, reachable, seen);
    if (problem !== null) return problem;
  }
  return problemElsewhere(schema, seen);
}

/** Keywords whose values are data, in which the name of the keyword means nothing. */
const dataKeywords = new Set(["properties", "const", "enum", "default", "examples", keyword]);

function problemElsewhere(schema: { readonly [key: string]: Json }, seen: Seen): string | null {
  for (const [name, value] of Object.entries(schema)) {
    if (dataKeywords.has(name)) continue;
    const parts = isJsonArray(value) ? value : [value];
    for (const part of parts) {
      // `$defs` and its like hold schemas under names of their own; one level more finds those too.
      const inner = isJsonObject(part) ? [part, ...Object.values(part).filter(isJsonObject)] : [];
      const problem = inner
        .map((candidate) => problemIn(candidate, false, false, seen))
        .find((found) => found !== null);
      if (problem !== undefined) return problem;
    }
  }
  return null;
}
