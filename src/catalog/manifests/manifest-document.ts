/**
 * A manifest as it is stored and pinned: compiled from the files of the document Auto-tools, with all names resolved. It is stored by the
 * hash of its content. An execution keeps the version that it was started with (C16, E15).
 */

import type { JsonObject, JsonSchema } from "../../json/json.ts";
import type { UiComponent } from "../../plan/human-input.ts";
import type { HandoffRule, OutputModel, VariableDefinition } from "../../plan/turn-work.ts";
import type { AtRevision, RegistryRefusal } from "../snapshot/registry-result.ts";

export interface ManifestAgent {
  readonly name: string;
  readonly systemMessage: string;
  readonly description: string;
  readonly autoToolMode: boolean;
  readonly structuredOutputsRequired: boolean;
  readonly maxConsecutiveAutoReply: number | null;
  /** Its output is submitted by `submitStructuredOutput`. */
  readonly isElsewhere: boolean;
  /** Name of a language model of the deployment. Null for the default. */
  readonly modelName: string | null;
  /** The model to which the registry maps it. */
  readonly output: OutputModel | null;
  /** Name of the tool among `tools` that its output starts. Null for none. */
  readonly autoTool: string | null;
  /** As in `TurnAgent`. */
  readonly maxRounds?: number;
}

export interface ManifestTool {
  /** The `function` of the manifest. */
  readonly name: string;
  readonly agentName: string;
  readonly description: string;
  /** `file` of the manifest, kept as it is. */
  readonly sourceFile: string | null;
  readonly toolType: "UI_Tool" | "Agent_Tool";
  /** `auto_invoke` where it was given, else whether the type is `UI_Tool` (C33). */
  readonly isAutomatic: boolean;
  readonly ui: UiComponent | null;
  /** The callable that is called; `ui.{function}` for a tool of the user interface, which a person answers. */
  readonly callableName: string;
  /** Whether a person answers it: a callable made by this manifest. */
  readonly isUserInterface: boolean;
  readonly inputSchema: JsonSchema;
  /** The schema of the person's answer. Null for tools that are called. */
  readonly responseSchema: JsonSchema | null;
  /** Whether `context_variables` is a parameter of the callable. */
  readonly acceptsContext: boolean;
}

export interface ManifestDefinition {
  readonly name: string;
  /** Hex SHA-256 of the sent files and of the compiled form: everything that decides the behaviour of a conversation. */
  readonly hash: string;
  readonly agents: readonly ManifestAgent[];
  readonly tools: readonly ManifestTool[];
  readonly models: readonly OutputModel[];
  readonly variables: readonly VariableDefinition[];
  readonly handoffs: readonly HandoffRule[];
  /** The agent that the first message goes to. */
  readonly startAgent: string;
  readonly maxTurns: number;
  /** The sent manifest. */
  readonly source: JsonObject;
}

export interface RegisteredManifest extends ManifestDefinition {
  /** Unix milliseconds. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** The result of applying a manifest. `isNew` is false if this very manifest was the current one already. */
export type ApplyManifestResult<At = AtRevision> =
  | ({ readonly kind: "APPLIED"; readonly manifest: RegisteredManifest; readonly isNew: boolean } & At)
  | RegistryRefusal<never>;
