/**
 * Tools of a manifest (T2) and the callables behind their functions. A function is the callable that the map of functions names, else the
 * callable of that very name; a tool of the type UI_Tool that is neither and shows a component is answered by a person. Whether the output
 * of its agent starts a tool follows from its type, unless `auto_invoke` says so itself (C33).
 */
import * as z from "zod";
import { isJsonObject, type Json, type JsonObject, type JsonSchema, ownValue } from "../../json/json.ts";
import type { CallableDefinition } from "../../plan/callable.ts";
import { inputSchemaProblem } from "../input-schema.ts";
import { orchestrationToolName } from "../orchestration-tool.ts";
import type { CatalogSnapshot } from "../snapshot/catalog-snapshot.ts";
import { callableNamed, nearestToolNames } from "../snapshot/named-callable.ts";
import type { ManifestPart } from "./manifest-bundle.ts";
import type { ManifestTool } from "./manifest-document.ts";
import { manifestNamePattern, manifestNameRule, words } from "./manifest-names.ts";
import { type ManifestFindings, type ManifestPlace, shown, withoutNulls } from "./manifest-problem.ts";

const uiShape = z.strictObject({
  component: z.string("expected the name of a component").regex(manifestNamePattern, `expected ${manifestNameRule}`),
  mode: z.string().max(64, "expected at most 64 characters").nullish(),
  response_schema: z.custom<JsonSchema>((value) => value !== undefined, "expected a schema").optional(),
});

const toolShape = z.strictObject({
  agent: z.string("expected the name of an agent"),
  file: z.string().max(1_000, "expected at most 1000 characters").nullish(),
  function: z.string("expected the name of a function").min(1, "expected the name of a function"),
  description: words.nullish(),
  tool_type: z.enum(["UI_Tool", "Agent_Tool"], "expected UI_Tool or Agent_Tool"),
  ui: uiShape.nullish(),
  auto_invoke: z.boolean().nullish(),
});

/** The callable behind the function of a tool. */
export type ToolFunction =
  | { readonly kind: "CALLABLE"; readonly callable: CallableDefinition }
  | { readonly kind: "PERSON"; readonly responseSchema: JsonSchema };

/** A tool whose parameters are not known yet. */
export interface ToolDraft
  extends Pick<ManifestTool, "agentName" | "description" | "isAutomatic" | "name" | "sourceFile" | "toolType" | "ui"> {
  readonly place: ManifestPlace;
  readonly does: ToolFunction;
}

/** Where functions are looked up. */
export interface FunctionSources {
  /** Names of callables by function. */
  readonly functions: ManifestPart<JsonObject>;
  readonly catalog: CatalogSnapshot;
}

/** The schema of a person's answer if the tool has none: any object. */
const anyAnswer: JsonObject = { type: "object" };

export interface ToolDrafts {
  /** Those that can be read. */
  readonly drafts: readonly ToolDraft[];
  /** Agents of tools that are wrong themselves, which was reported. */
  readonly ownersOfWrong: ReadonlySet<string>;
}

/** Reads the tools. */
export function readTools(
  { place, value }: ManifestPart<readonly Json[]>,
  agents: ReadonlySet<string>,
  sources: FunctionSources,
  findings: ManifestFindings,
): ToolDrafts {
  const mapped = readFunctions(sources, findings);
  const used = new Set<string>();
  const ownersOfWrong = new Set<string>();
  const drafts = value.flatMap((given, position) => {
    const at = [...place, position];
    const named = isJsonObject(given) ? given : {};
    const owner = String(ownValue(named, "agent"));
    used.add(String(ownValue(named, "function")));
    const tool = findings.read(toolShape, withoutEmptyInterface(given), at);
    if (tool === undefined) {
      ownersOfWrong.add(owner);
      return [];
    }
    if (!agents.has(tool.agent)) findings.unknown([...at, "agent"], "the name of an agent", tool.agent, agents);
    if (tool.tool_type === "Agent_Tool" && (tool.auto_invoke ?? null) === null) {
      const finding =
        "no output starts an Agent_Tool, and agents in conversations are offered no tools, so that no turn calls this one; auto_invoke true has the output of its agent call it, false says that this is meant";
      findings.warn([...at, "tool_type"], finding);
    }
    const does = functionOf(tool, at, mapped, sources.catalog, findings);
    if (does === undefined) ownersOfWrong.add(owner);
    return does === undefined ? [] : [draftOf(tool, at, does)];
  });
  for (const name of Object.keys(sources.functions.value)) {
    if (!used.has(name)) findings.unknown([...sources.functions.place, name], "the function of a tool", name, used);
  }
  return { drafts, ownersOfWrong };
}

/** A tool whose interface says nothing has none. */
function withoutEmptyInterface(given: Json): Json {
  const ui = isJsonObject(given) ? ownValue(given, "ui") : undefined;
  if (!isJsonObject(given) || !isJsonObject(ui)) return given;
  return { ...given, ui: Object.values(ui).every((member) => member === null) ? null : withoutNulls(ui) };
}

function draftOf(tool: z.output<typeof toolShape>, place: ManifestPlace, does: ToolFunction): ToolDraft {
  const { ui } = tool;
  return {
    place,
    name: tool.function,
    agentName: tool.agent,
    description: tool.description ?? "",
    sourceFile: tool.file ?? null,
    toolType: tool.tool_type,
    does,
    isAutomatic: tool.auto_invoke ?? tool.tool_type === "UI_Tool",
    ui: ui === null || ui === undefined ? null : { component: ui.component, mode: ui.mode ?? null },
  };
}

/** The callables of the map by function; undefined for one that is wrong, which is reported. */
function readFunctions(
  { catalog, functions: { place, value } }: FunctionSources,
  findings: ManifestFindings,
): ReadonlyMap<string, CallableDefinition | undefined> {
  return new Map(
    Object.entries(value).map(([name, given]) => {
      const at = [...place, name];
      if (typeof given !== "string") {
        findings.add(at, `required the name of a callable, found ${shown(given)}`);
        return [name, undefined];
      }
      return [name, callableAt(at, given, "required the name of a callable", catalog, findings)];
    }),
  );
}

function functionOf(
  tool: z.output<typeof toolShape>,
  place: ManifestPlace,
  mapped: ReadonlyMap<string, CallableDefinition | undefined>,
  catalog: CatalogSnapshot,
  findings: ManifestFindings,
): ToolFunction | undefined {
  const { function: name, ui } = tool;
  const at = [...place, "function"];
  const isMapped = mapped.has(name);
  const isUnknown = !isMapped && name !== orchestrationToolName && callableNamed(catalog, name) === undefined;
  if (isUnknown && tool.tool_type === "UI_Tool" && ui) {
    if (!manifestNamePattern.test(name)) findings.add(at, `required ${manifestNameRule}, found ${shown(name)}`);
    const responseSchema = ui.response_schema ?? anyAnswer;
    reportUnanswerable(responseSchema, [...place, "ui", "response_schema"], findings);
    return { kind: "PERSON", responseSchema };
  }
  const required =
    "required the name of a callable, an entry for it in functions, or a UI_Tool with ui for a person to answer";
  const callable = isMapped ? mapped.get(name) : callableAt(at, name, required, catalog, findings);
  if (callable === undefined) return undefined;
  if (ui?.response_schema !== undefined) {
    const finding = `required none for a tool that is called and that no person answers, found one for ${shown(callable.name)}`;
    findings.add([...place, "ui", "response_schema"], finding);
  }
  return { kind: "CALLABLE", callable };
}

/** Reports a schema that no answer of a person can satisfy. */
function reportUnanswerable(schema: JsonSchema, place: ManifestPlace, findings: ManifestFindings): void {
  const problem = inputSchemaProblem(schema);
  if (problem !== undefined) findings.add(place, uncapitalized(problem.message));
}

function callableAt(
  place: ManifestPlace,
  name: string,
  required: string,
  catalog: CatalogSnapshot,
  findings: ManifestFindings,
): CallableDefinition | undefined {
  const found = callableNamed(catalog, name);
  if (typeof found === "object") return found;
  if (name === orchestrationToolName) {
    const finding = `found ${shown(name)}, which only agents of registerAgent and clients of /mcp call; the function may name such an agent`;
    findings.add(place, `${required}, ${finding}`);
    return undefined;
  }
  if (findings.isFull) return undefined;
  if (found === "CHANGED") findings.changedTool(place, name);
  else findings.unknownCallable(place, required, name, nearestToolNames(catalog, name));
  return undefined;
}

function uncapitalized(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}
