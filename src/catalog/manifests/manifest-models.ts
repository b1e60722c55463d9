/**
 * Models of structured output (T3): each compiled to a JSON Schema of its own that holds the models within it. Extra keys are
 * violations. Models that contain themselves are refused with the way around; a model that is no agent's output, nor part of one, gets
 * a warning.
 */
import * as z from "zod";
import { isJsonObject, type Json, type JsonObject, objectOf, ownValue, utf8Bytes } from "../../json/json.ts";
import { jsonObject } from "../../plan/shape-problems.ts";
import type { OutputModel } from "../../plan/turn-work.ts";
import { documentSchema, within } from "../../schema/document/located-schema.ts";
import { describeSchemaProblem, schemaProblem } from "../../schema/schema-limits.ts";
import { violationsAt } from "../../schema/validator.ts";
import type { ManifestPart } from "./manifest-bundle.ts";
import { fieldNamePattern, manifestNamePattern, manifestNameRule, words } from "./manifest-names.ts";
import { type ManifestFindings, type ManifestPlace, shown, withoutNulls } from "./manifest-problem.ts";
import { described, optionalPrefix, TypeReader, typeNames } from "./manifest-types.ts";

/** Bytes of the schemas of all outputs together: models within several of them count for each. */
const maxModelBytes = 524_288;

const modelShape = z.strictObject({
  type: z.literal("model"),
  description: words.nullish(),
  fields: jsonObject(),
  /** Names of the fields that have to be given, all others need not be. Without it, each field says so itself. */
  required: z.array(z.string("expected the name of a field"), "expected a list of names of fields").nullish(),
});

const json = z.custom<Json>((value) => value !== undefined, "expected a value");
const fieldShape = z.strictObject({
  type: z.string("expected the name of a type"),
  description: words.nullish(),
  values: json.optional(),
  variants: json.optional(),
  items: json.optional(),
  default: json.optional(),
  required: z.boolean().nullish(),
});

/** A model by itself: references point to `$defs` that are not there yet. */
interface ModelPiece {
  readonly name: string;
  readonly place: ManifestPlace;
  readonly schema: JsonObject;
  /** Models that its fields name, with the place of the field. */
  readonly uses: readonly { readonly model: string; readonly place: ManifestPlace }[];
  readonly defaults: readonly { readonly field: string; readonly value: Json; readonly place: ManifestPlace }[];
}

/** The outputs of a manifest by the names of their models. */
export interface ManifestModels {
  /** Undefined for one that does not exist or is wrong. */
  get(name: string): OutputModel | undefined;
}

/** Reads the models. `outputs` are the names of those that the registry gives to agents. */
export function readModels(
  { place, value }: ManifestPart<JsonObject>,
  outputs: ReadonlySet<string>,
  findings: ManifestFindings,
): ManifestModels {
  const names = new Set(Object.keys(value));
  const types = new TypeReader(names, findings);
  const pieces = new Map<string, ModelPiece>();
  for (const [name, definition] of Object.entries(value)) {
    const piece = readModel(name, definition, [...place, name], types, findings);
    if (piece !== undefined) pieces.set(name, piece);
  }
  const cyclic = reportCycles(pieces, findings);
  reportUnused(pieces, outputs, findings);
  const compiled = new Map<string, OutputModel>();
  const judged = new Set<ModelPiece>();
  let bytes = 0;
  for (const name of outputs) {
    const piece = cyclic.has(name) ? undefined : pieces.get(name);
    const parts = piece && partsOf(piece, pieces, cyclic);
    if (piece === undefined || parts === undefined) continue;
    const schema = { ...piece.schema, ...(parts.length > 0 && { $defs: definitionsOf(parts) }) };
    const problem = schemaProblem(schema);
    if (problem !== undefined) {
      findings.add(piece.place, uncapitalized(describeSchemaProblem(problem)));
      continue;
    }
    bytes += utf8Bytes(JSON.stringify(schema));
    if (bytes > maxModelBytes) {
      findings.limit(place, "maxModelBytes", maxModelBytes, bytes);
      break;
    }
    compiled.set(name, { name, schema });
    for (const part of [piece, ...parts]) {
      if (!judged.has(part)) reportDefaults(part, schema, findings);
      judged.add(part);
    }
  }
  return { get: (name) => compiled.get(name) };
}

function readModel(
  name: string,
  definition: Json,
  place: ManifestPlace,
  types: TypeReader,
  findings: ManifestFindings,
): ModelPiece | undefined {
  const isTypeName = typeNames.includes(name) || name.startsWith(optionalPrefix);
  if (!manifestNamePattern.test(name) || isTypeName) {
    const rule = isTypeName ? `a name that is no type and does not begin with ${optionalPrefix}` : manifestNameRule;
    findings.add(place, `required ${rule} as the name of a model, found ${shown(name)}`);
    return undefined;
  }
  const model = findings.read(modelShape, definition, place);
  if (model === undefined) return undefined;
  const fields = Object.entries(model.fields);
  if (fields.length === 0) {
    findings.add([...place, "fields"], "required at least one field, found none");
    return undefined;
  }
  const properties: (readonly [string, JsonObject])[] = [];
  const required: string[] = [];
  const uses: ModelPiece["uses"][number][] = [];
  const defaults: ModelPiece["defaults"][number][] = [];
  reportUnknownRequired(model.required ?? [], model.fields, [...place, "required"], findings);
  for (const [field, written] of fields) {
    const at = [...place, "fields", field];
    const given = withoutNulls(written);
    if (!fieldNamePattern.test(field)) findings.add(at, `required ${manifestNameRule}, found ${shown(field)}`);
    const read = findings.read(fieldShape, given, at);
    const type = read === undefined || !isJsonObject(given) ? undefined : types.read(given, at);
    if (read === undefined || type === undefined) continue;
    const hasDefault = read.default !== undefined;
    const isListed = model.required?.includes(field);
    if (isListed !== undefined && read.required !== undefined && read.required !== isListed) {
      const finding = `required ${isListed}, as the field ${isListed ? "stands" : "does not stand"} in the list of the model, found ${read.required}`;
      findings.add([...at, "required"], finding);
    }
    const isRequired = isListed ?? read.required;
    if (hasDefault && isRequired === true) {
      const listPlace = isListed === undefined ? [...at, "required"] : [...place, "required"];
      findings.add(listPlace, `required false for the field ${shown(field)}, which has a default, found true`);
    }
    if (isRequired ?? !(type.isOptional || hasDefault)) required.push(field);
    if (read.default !== undefined) defaults.push({ field, value: read.default, place: [...at, "default"] });
    const schema = described(type.schema, read.description);
    properties.push([field, read.default === undefined ? schema : { ...schema, default: read.default }]);
    uses.push(...type.models.map((used) => ({ model: used, place: at })));
  }
  const shape = {
    type: "object",
    title: name,
    properties: objectOf(properties),
    required,
    additionalProperties: false,
  };
  return { name, place, schema: described(shape, model.description), uses, defaults };
}

function reportUnknownRequired(
  required: readonly string[],
  fields: JsonObject,
  place: ManifestPlace,
  findings: ManifestFindings,
): void {
  for (const [position, name] of required.entries()) {
    if (Object.hasOwn(fields, name)) continue;
    findings.unknown([...place, position], "the name of a field of the model", name, Object.keys(fields));
  }
}

/** Every model within `piece`. Undefined if one of them is wrong itself. */
function partsOf(
  piece: ModelPiece,
  pieces: ReadonlyMap<string, ModelPiece>,
  cyclic: ReadonlySet<string>,
): readonly ModelPiece[] | undefined {
  const found = new Map<string, ModelPiece>();
  const waiting = [...piece.uses];
  for (let use = waiting.pop(); use !== undefined; use = waiting.pop()) {
    if (found.has(use.model)) continue;
    const part = pieces.get(use.model);
    if (part === undefined || cyclic.has(use.model)) return undefined;
    found.set(part.name, part);
    waiting.push(...part.uses);
  }
  return [...found.values()].toSorted((left, right) => (left.name < right.name ? -1 : 1));
}

function definitionsOf(parts: readonly ModelPiece[]): JsonObject {
  return objectOf(parts.map(({ name, schema }) => [name, schema]));
}

/** Models on a way around, or that lead to one. */
function reportCycles(pieces: ReadonlyMap<string, ModelPiece>, findings: ManifestFindings): ReadonlySet<string> {
  const state = new Map<string, "OPEN" | "WHOLE" | "CYCLIC">();
  const way: string[] = [];
  const visit = (name: string): boolean => {
    const piece = pieces.get(name);
    const known = state.get(name);
    if (piece === undefined || known === "WHOLE") return false;
    if (known === "CYCLIC") return true;
    state.set(name, "OPEN");
    way.push(name);
    let isCyclic = false;
    for (const { model, place } of piece.uses) {
      if (state.get(model) === "OPEN") {
        const circle = [...way.slice(way.indexOf(model)), model].join(" → ");
        findings.add(place, `required a model that does not contain itself, found ${circle}`);
        isCyclic = true;
      } else if (visit(model)) isCyclic = true;
    }
    way.pop();
    state.set(name, isCyclic ? "CYCLIC" : "WHOLE");
    return isCyclic;
  };
  return new Set([...pieces.keys()].filter(visit));
}

function reportUnused(
  pieces: ReadonlyMap<string, ModelPiece>,
  outputs: ReadonlySet<string>,
  findings: ManifestFindings,
): void {
  const used = new Set<string>();
  const waiting = [...outputs];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (used.has(name)) continue;
    used.add(name);
    waiting.push(...(pieces.get(name)?.uses.map(({ model }) => model) ?? []));
  }
  for (const { name, place } of pieces.values()) {
    if (used.has(name)) continue;
    findings.warn(
      place,
      "no agent in the registry has this model as its output, or as part of it, so that it is not used",
    );
  }
}

/** Defaults that their own fields refuse. */
function reportDefaults(piece: ModelPiece, root: JsonObject, findings: ManifestFindings): void {
  const properties = isJsonObject(piece.schema.properties) ? piece.schema.properties : {};
  for (const { field, place, value } of piece.defaults) {
    const schema = ownValue(properties, field);
    if (!isJsonObject(schema)) continue;
    const [first] = violationsAt(within(documentSchema(root), schema), value);
    if (first !== undefined) findings.add(place, `required a value of the type of the field, found: ${first.message}`);
  }
}

function uncapitalized(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}
