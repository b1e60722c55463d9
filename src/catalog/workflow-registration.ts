/** Workflows as they are stored: a compiled plan with typed input and output. A version is the hash of its definition and never changes. */
import type { JsonObject, JsonSchema } from "../json/json.ts";
import type { Operand, Plan } from "../plan/plan.ts";

/** Where a schema comes from (W3): it was given, a node of the workflow declares it, or neither. */
export type SchemaSource = "EXPLICIT" | "INFERRED" | "DEFAULT";

export interface WorkflowRegistration {
  /** Unique within the tenant, among workflows, agents and tools. */
  readonly name: string;
  /** Its purpose, for people and for language models. */
  readonly description: string;
  /** Hex SHA-256 of the definition: everything that decides the behaviour of a run. */
  readonly version: string;
  readonly plan: Plan;
  readonly planHash: string;
  /** The plan as a document that can be sent back. */
  readonly document: JsonObject;
  readonly inputSchema: JsonSchema;
  readonly inputSchemaSource: SchemaSource;
  readonly outputSchema: JsonSchema | null;
  /** Null if there is no output schema. */
  readonly outputSchemaSource: Exclude<SchemaSource, "DEFAULT"> | null;
  /** The parts of the output. Null for the output of the last step. */
  readonly output: Operand | null;
  /** Whether its card is shown without credentials. */
  readonly public: boolean;
  /** Time of a run, within that of its caller. Absent for no bound of its own. */
  readonly timeoutMs?: number;
}

export type RegisteredWorkflow = WorkflowRegistration & {
  /** When this version was stored, Unix milliseconds. */
  readonly createdAt: number;
};

/** A version that is kept. */
export type WorkflowVersion = Pick<RegisteredWorkflow, "createdAt" | "version">;
