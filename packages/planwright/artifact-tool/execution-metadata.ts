/**
 * The metadata of an artifact (P22, P27): who asked for it, under which names the call is followed, which tool made it and when. Read from
 * the `_meta` of the request, where Planwright puts it. Facts that the request lacks are left out, never invented.
 */

/** `_metadata` as it is sent. */
export interface MetadataJson {
  readonly context_id?: string;
  readonly request_id?: string;
  readonly trace_id?: string;
  readonly user_id?: string;
  readonly tool_name?: string;
  readonly skill_id?: string;
  readonly skill_name?: string;
  /** ISO 8601, UTC. */
  readonly executed_at: string;
}

const identityKey = "dev.planwright/execution";

/** Under which name the request says each field. */
const fields = [
  ["context_id", "contextId"],
  ["request_id", "requestId"],
  ["trace_id", "traceId"],
  ["user_id", "userId"],
] as const;

/** Immutable: each method gives a new one. */
export class ExecutionMetadata {
  readonly #json: MetadataJson;

  private constructor(json: MetadataJson) {
    this.#json = json;
  }

  /** Metadata for the request with this `_meta`, executed at `at`. */
  static withRequest(meta: { readonly [key: string]: unknown } | undefined, at: Date = new Date()): ExecutionMetadata {
    const identity = ownMember(meta, identityKey);
    const said = fields.flatMap(([field, name]) => {
      const value = ownMember(identity, name);
      return typeof value === "string" ? [[field, value] as const] : [];
    });
    return new ExecutionMetadata({ ...Object.fromEntries(said), executed_at: at.toISOString() });
  }

  /** Names the tool. */
  tool(name: string): ExecutionMetadata {
    return new ExecutionMetadata({ ...this.#json, tool_name: name });
  }

  /** Names the skill in whose service the artifact was made. */
  skill(id: string, name: string): ExecutionMetadata {
    return new ExecutionMetadata({ ...this.#json, skill_id: id, skill_name: name });
  }

  toJson(): MetadataJson {
    return this.#json;
  }
}

function ownMember(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as { readonly [key: string]: unknown })[key];
}
