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
