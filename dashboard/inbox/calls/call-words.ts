/** A call with its arguments in one line, which distinguishes requests with the same text. Pure. */
import { isJsonObject, type Json } from "../../../src/json/json.ts";

const longest = 140;

/** `preview` is the beginning of the arguments as JSON, undefined while it is not known. */
export function callWords(callableName: string, preview: string | undefined): string {
  if (preview === undefined) return `${callableName}(…)`;
  const given = argumentsIn(preview);
  return `${callableName}(${given.length > longest ? `${given.slice(0, longest)}…` : given})`;
}

function argumentsIn(preview: string): string {
  try {
    const value = JSON.parse(preview) as Json;
    if (!isJsonObject(value)) return preview;
    return Object.entries(value)
      .map(([name, one]) => `${name}: ${JSON.stringify(one)}`)
      .join(", ");
  } catch {
    // It was cut.
    return `${preview.replace(/^\{/, "")}…`;
  }
}
