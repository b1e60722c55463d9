/** A tool as its server described it, before any of that is believed. */
import type { JsonObject } from "../json/json.ts";

export interface DiscoveredTool {
  readonly name: string;
  readonly title: string | null;
  readonly description: string | null;
  readonly inputSchema: JsonObject;
  /** Null if the tool declares none. */
  readonly outputSchema: JsonObject | null;
  /** As the server gave them, without defaults. */
  readonly annotations: JsonObject;
  readonly metadata: JsonObject;
  /** Labels of its output, as the code of the deployment declares them. Absent for all other tools. */
  readonly outputLabels?: readonly string[];
  /** How it is called over HTTP. Absent but for an operation of an OpenAPI document. */
  readonly operation?: JsonObject;
}

/** A tool that cannot be offered, and why. */
export interface DroppedTool {
  readonly name: string;
  readonly reason: string;
}

/** Entries that are kept of a server, in a row with its other facts. */
const mostDropped = 500;

/** As many of `dropped` as are kept, with the number of the others. */
export function keptDropped(dropped: readonly DroppedTool[]): readonly DroppedTool[] {
  const others = dropped.length - mostDropped;
  if (others <= 0) return dropped;
  return [
    ...dropped.slice(0, mostDropped),
    { name: furtherTools, reason: `${others} further findings are not listed` },
  ];
}

/** Stands for tools without a name in a list of dropped ones. */
export const furtherTools = "(further tools)";
