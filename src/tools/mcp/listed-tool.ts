/**
 * One entry of a server's list of tools, read leniently and judged by the rules of the catalog: a tool that breaks one is dropped with the
 * reason and costs no other tool.
 */
import type { DiscoveredTool } from "../../catalog/discovered-tool.ts";
import { inputSchemaProblem, outputSchemaProblem } from "../../catalog/input-schema.ts";
import { isJsonObject, type Json, type JsonObject, ownValue, utf8Bytes } from "../../json/json.ts";
import { maxValueDepth } from "../../plan/limits.ts";
import { isTooDeep } from "../callee-edge.ts";
import { headerParameterProblem } from "./header-parameters.ts";

export type ListedTool =
  | { readonly ok: true; readonly tool: DiscoveredTool }
  | { readonly ok: false; readonly name: string; readonly reason: string };

const maxDescriptionBytes = 16_384;
/** Bytes of annotations and metadata as JSON. A tool stands in one row with its schemas. */
const maxFactsBytes = 65_536;
const toolName = /^[A-Za-z0-9_.-]{1,128}$/;
/** The input schema of a tool without one. */
const anyArguments: JsonObject = { type: "object" };

/** Reads `entry`, the one at `index` of the list. `seen` holds the names before it. */
export function listedTool(entry: Json, index: number, seen: ReadonlySet<string>): ListedTool {
  const given = isJsonObject(entry) ? ownValue(entry, "name") : undefined;
  const name = typeof given === "string" && given !== "" ? given : `(tool ${index + 1} of the list)`;
  const dropped = (reason: string): ListedTool => ({ ok: false, name: name.slice(0, 128), reason });
  if (!isJsonObject(entry)) return dropped("required an object that describes a tool");
  if (typeof given !== "string" || !toolName.test(given))
    return dropped("required a name of 1 to 128 letters, digits, `_`, `.` or `-`");
  if (seen.has(given)) return dropped("required a name that no other tool of the server has");
  const description = textOf(entry, "description");
  if (utf8Bytes(description ?? "") > maxDescriptionBytes)
    return dropped(`required a description of at most ${maxDescriptionBytes} bytes`);
  const title = textOf(entry, "title");
  if (utf8Bytes(title ?? "") > maxDescriptionBytes)
    return dropped(`required a title of at most ${maxDescriptionBytes} bytes`);
  // Revision 2025-11-25: such a tool refuses every call that begins no task.
  if (ownValue(objectIn(entry, "execution"), "taskSupport") === "required")
    return dropped(
      "required a tool that answers its calls, found one that makes tasks of them (execution.taskSupport)",
    );
  const facts = [objectIn(entry, "annotations"), objectIn(entry, "_meta")];
  if (facts.some(isTooDeep))
    return dropped(`required annotations and metadata of at most ${maxValueDepth} levels of objects and arrays`);
  if (utf8Bytes(JSON.stringify(facts)) > maxFactsBytes)
    return dropped(`required annotations and metadata of at most ${maxFactsBytes} bytes`);
  const inputSchema = ownValue(entry, "inputSchema") ?? anyArguments;
  const input = inputSchemaProblem(inputSchema);
  if (input !== undefined) return dropped(`input schema: ${input.message}`);
  const declared = ownValue(entry, "outputSchema") ?? null;
  const output = declared === null ? undefined : outputSchemaProblem(declared);
  if (output !== undefined) return dropped(`output schema: ${output.message}`);
  // An output of which nothing is asked is declared like one of which everything is unknown.
  if (!isJsonObject(inputSchema) || declared === false)
    return dropped("output schema: required one that values can fit");
  const header = headerParameterProblem(inputSchema);
  if (header !== null) return dropped(header);
  const tool = {
    name: given,
    title,
    description,
    inputSchema,
    outputSchema: isJsonObject(declared) ? declared : null,
    annotations: objectIn(entry, "annotations"),
    metadata: objectIn(entry, "_meta"),
  };
  return { ok: true, tool };
}

function textOf(entry: JsonObject, member: string): string | null {
  const text = ownValue(entry, member);
  return typeof text === "string" ? text : null;
}

function objectIn(entry: JsonObject, member: string): JsonObject {
  const value = ownValue(entry, member);
  return isJsonObject(value) ? value : {};
}
