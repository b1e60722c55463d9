/**
 * The parts of a manifest, found in one object: each as it is, or as the whole file of the document Auto-tools that holds it. Places are
 * those of the sent object. Unknown members are refused (R10).
 */
import { isJsonArray, isJsonObject, type Json, type JsonObject, ownValue, utf8Bytes } from "../../json/json.ts";
import { type ManifestFindings, type ManifestPlace, shown } from "./manifest-problem.ts";

/** A part and where it stands. */
export interface ManifestPart<Value> {
  readonly value: Value;
  readonly place: ManifestPlace;
}

export interface ManifestBundle {
  /** By name. */
  readonly agents: ManifestPart<JsonObject>;
  readonly tools: ManifestPart<readonly Json[]>;
  /** By name. */
  readonly models: ManifestPart<JsonObject>;
  /** Models by agent. */
  readonly registry: ManifestPart<JsonObject>;
  readonly derived: ManifestPart<readonly Json[]>;
  /** By name. */
  readonly variables: ManifestPart<JsonObject>;
  /** False where something was refused that may have declared more. */
  readonly hasAllVariables: boolean;
  readonly handoffs: ManifestPart<readonly Json[]>;
  readonly startAgent: ManifestPart<Json> | undefined;
  readonly maxTurns: ManifestPart<Json> | undefined;
}

/** Bytes of the JSON of a manifest. */
export const maxManifestBytes = 524_288;

const most = { maxAgents: 100, maxTools: 200, maxModels: 200, maxHandoffRules: 100, maxVariables: 64 } as const;

const members: ReadonlySet<string> = new Set([
  "agents",
  "tools",
  "structured_outputs",
  "context_variables",
  "derived_variables",
  "handoffs",
  "handoff_rules",
  "start_agent",
  "max_turns",
]);

/** The parts of `manifest`, which is at `root`. Reports missing and unknown parts. Returns undefined if there are unknown ones. */
export function readBundle(
  manifest: JsonObject,
  root: ManifestPlace,
  findings: ManifestFindings,
): ManifestBundle | undefined {
  const bytes = utf8Bytes(JSON.stringify(manifest));
  if (bytes > maxManifestBytes) {
    findings.limit(root, "maxManifestBytes", maxManifestBytes, bytes);
    return undefined;
  }
  const reader = new BundleReader(findings);
  for (const key of Object.keys(manifest)) {
    if (!members.has(key) && ownValue(manifest, key) !== null)
      findings.add([...root, key], "there is no such field here");
  }
  const whole = { value: manifest, place: root };
  const outputs = reader.opened(reader.member(whole, "structured_outputs"), "structured_outputs");
  const contexts = reader.opened(reader.member(whole, "context_variables"), "context_variables");
  reader.only(outputs, ["models", "registry"]);
  const { count } = findings;
  reader.only(contexts, ["derived_variables", "variables"]);
  const derived = reader.list(reader.oneOf(derivedPlaces(reader, whole, contexts)), root);
  const variables = reader.object(reader.member(contexts, "variables"), root);
  const bundle = {
    agents: reader.object(reader.opened(reader.member(whole, "agents"), "agents"), root),
    tools: reader.list(reader.opened(reader.member(whole, "tools"), "tools"), root),
    models: reader.object(reader.member(outputs, "models"), root),
    registry: reader.object(reader.member(outputs, "registry"), root),
    derived,
    variables,
    hasAllVariables: findings.count === count,
    handoffs: reader.list(
      reader.oneOf(
        ["handoffs", "handoff_rules"].map((key) => reader.opened(reader.member(whole, key), "handoff_rules")),
      ),
      root,
    ),
    startAgent: reader.member(whole, "start_agent"),
    maxTurns: reader.member(whole, "max_turns"),
  };
  return isWithinBounds(bundle, findings) ? bundle : undefined;
}

function derivedPlaces(
  reader: BundleReader,
  whole: ManifestPart<Json>,
  contexts: ManifestPart<Json> | undefined,
): readonly (ManifestPart<Json> | undefined)[] {
  const own = reader.member(whole, "derived_variables");
  return [reader.opened(own, "derived_variables"), reader.member(contexts, "derived_variables")];
}

function isWithinBounds(bundle: ManifestBundle, findings: ManifestFindings): boolean {
  const before = findings.count;
  const check = (limit: keyof typeof most, found: number, { place }: ManifestPart<unknown>) => {
    if (found > most[limit]) findings.limit(place, limit, most[limit], found);
  };
  const { agents, derived, handoffs, models, tools, variables } = bundle;
  check("maxAgents", Object.keys(agents.value).length, agents);
  check("maxTools", tools.value.length, tools);
  check("maxModels", Object.keys(models.value).length, models);
  check("maxHandoffRules", handoffs.value.length, handoffs);
  check("maxVariables", derived.value.length + Object.keys(variables.value).length, derived);
  return findings.count === before;
}

/**
 * Whether `value` is the file that holds the part `key`. An agent may be called like the part; it has words, and the agents of a file have
 * names in the place of these.
 */
function isFileOf(value: JsonObject, key: string): boolean {
  const inner = ownValue(value, key);
  if (inner === undefined) return false;
  return key !== "agents" || !isJsonObject(inner) || !Object.hasOwn(inner, "system_message");
}

class BundleReader {
  readonly #findings: ManifestFindings;

  constructor(findings: ManifestFindings) {
    this.#findings = findings;
  }

  /** A member of an object. Null counts as absent (R17). */
  member(part: ManifestPart<Json> | undefined, key: string): ManifestPart<Json> | undefined {
    const value = part !== undefined && isJsonObject(part.value) ? ownValue(part.value, key) : undefined;
    return part === undefined || value === undefined || value === null
      ? undefined
      : { value, place: [...part.place, key] };
  }

  /** The content of a whole file: an object whose one member has the name of the part. */
  opened(part: ManifestPart<Json> | undefined, key: string): ManifestPart<Json> | undefined {
    if (part === undefined || !isJsonObject(part.value)) return part;
    const { place, value } = part;
    if (!isFileOf(value, key)) return part;
    for (const [other, beside] of Object.entries(value)) {
      if (other !== key && beside !== null) this.#findings.add([...place, other], "there is no such field here");
    }
    return this.member(part, key);
  }

  only(part: ManifestPart<Json> | undefined, keys: readonly string[]): void {
    if (part === undefined) return;
    if (!isJsonObject(part.value)) this.#findings.add(part.place, `required an object, found ${shown(part.value)}`);
    else
      for (const key of Object.keys(part.value)) {
        if (!keys.includes(key) && ownValue(part.value, key) !== null)
          this.#findings.add([...part.place, key], "there is no such field here");
      }
  }

  /** The one that is there; of two, both are reported. */
  oneOf(parts: readonly (ManifestPart<Json> | undefined)[]): ManifestPart<Json> | undefined {
    const [first, ...others] = parts.filter((part) => part !== undefined);
    for (const { place } of others) this.#findings.add(place, "required in one place, found it in another as well");
    return first;
  }

  object(part: ManifestPart<Json> | undefined, fallback: ManifestPlace): ManifestPart<JsonObject> {
    if (part === undefined) return { value: {}, place: fallback };
    if (isJsonObject(part.value)) return { value: part.value, place: part.place };
    this.#findings.add(part.place, `required an object, found ${shown(part.value)}`);
    return { value: {}, place: part.place };
  }

  list(part: ManifestPart<Json> | undefined, fallback: ManifestPlace): ManifestPart<readonly Json[]> {
    if (part === undefined) return { value: [], place: fallback };
    if (isJsonArray(part.value)) return { value: part.value, place: part.place };
    this.#findings.add(part.place, `required a list, found ${shown(part.value)}`);
    return { value: [], place: part.place };
  }
}
