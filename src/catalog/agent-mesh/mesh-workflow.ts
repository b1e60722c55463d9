/**
 * One workflow: its nodes as the steps of a plan. Every step is `independent`, since nodes are ordered by their dependencies alone; a plan
 * adds the order by references.
 */
import { isJsonObject, type Json, type JsonObject, type JsonSchema, objectOf, ownValue } from "../../json/json.ts";
import { declaresInstruction, instructionMember } from "./mesh-agent.ts";
import { translateCondition } from "./mesh-condition.ts";
import type {
  MeshAgent,
  MeshCall,
  MeshDefinition,
  MeshLoop,
  MeshMap,
  MeshNode,
  MeshWorkflow,
} from "./mesh-document.ts";
import { isCall } from "./mesh-document.ts";
import { durationMs } from "./mesh-duration.ts";
import { type Choice, MeshGraph, type MeshProblem, repeatedCall } from "./mesh-graph.ts";
import { durationFinding, translatePolicy } from "./mesh-policy.ts";
import { listOf, mayHave, propertyOf, typeOf, withFields } from "./mesh-schema.ts";
import { type MeshPlace, MeshScope } from "./mesh-scope.ts";
import { ValueTranslator } from "./mesh-value.ts";

/** The agents and workflows of the file, by name. */
export interface MeshNames {
  readonly agents: ReadonlyMap<string, MeshAgent>;
  readonly workflows: ReadonlyMap<string, MeshWorkflow>;
}

/** Where something of the translation stands in the definition. Both start at the workflow. */
export type Origin = readonly [own: readonly string[], mesh: readonly string[]];

export interface WorkflowTranslation {
  /** The workflow in a file of ours. */
  readonly workflow: JsonObject;
  readonly origins: readonly Origin[];
  /** Paths start at the definition. */
  readonly problems: readonly MeshProblem[];
  readonly warnings: readonly MeshProblem[];
}

export function translateWorkflow(given: MeshWorkflow, names: MeshNames): WorkflowTranslation {
  const graph = new MeshGraph(given.workflow);
  const problems = graph.problems(given.workflow);
  // Nodes that form no graph cannot be translated.
  if (problems.length > 0) return { workflow: {}, origins: [], problems, warnings: [] };
  return new WorkflowTranslator(given, names, graph).translate();
}

class WorkflowTranslator {
  readonly #given: MeshWorkflow;
  readonly #definition: MeshDefinition;
  readonly #names: MeshNames;
  readonly #graph: MeshGraph;
  readonly #scope: MeshScope;
  readonly #problems: MeshProblem[] = [];
  readonly #warnings: MeshProblem[] = [];
  readonly #origins: Origin[] = [];

  constructor(given: MeshWorkflow, names: MeshNames, graph: MeshGraph) {
    this.#given = given;
    this.#definition = given.workflow;
    this.#names = names;
    this.#graph = graph;
    this.#scope = new MeshScope(graph, {
      input: given.workflow.input_schema ?? undefined,
      outputOf: (id) => this.#outputSchema(id),
    });
  }

  translate(): WorkflowTranslation {
    const { description, input_schema, output_mapping, output_schema } = this.#definition;
    this.#settings();
    const values = this.#values({ kind: "OUTPUT" });
    const output = values.members(output_mapping, ["output_mapping"]);
    this.#problems.push(...values.findings);
    // Conditions and outputs come first: they name the fields that a step has to declare.
    const conditions = new Map(this.#graph.ordinary.map((node) => [node.id, this.#when(node)]));
    const loops = new Map(
      this.#graph.ordinary.flatMap((node) => (node.type === "loop" ? [[node.id, this.#until(node)] as const] : [])),
    );
    const inputs = new Map(
      [...this.#graph.nodes.values()].filter(isCall).map((node) => [node.id, this.#arguments(node)]),
    );
    const steps = this.#graph.ordinary.map((node, at) => {
      const own = ["plan", "steps", String(at)];
      return this.#step(node, own, conditions.get(node.id), loops.get(node.id), inputs);
    });
    const last = this.#exit(inputs);
    this.#origin(["inputSchema"], ["input_schema"]);
    this.#origin(["outputSchema"], ["output_schema"]);
    this.#origin(["output"], ["output_mapping"]);
    this.#origin(["description"], ["description"]);
    const seconds = this.#given.max_workflow_execution_time_seconds;
    const inputSchema = withFields(input_schema ?? { type: "object" }, this.#scope.undeclared.get("") ?? []);
    const workflow = {
      name: this.#given.name,
      description: description.trim(),
      inputSchema,
      ...(output_schema == null ? {} : { outputSchema: output_schema }),
      ...(seconds == null ? {} : { timeoutMs: seconds * 1_000 }),
      plan: { steps, ...last },
      output,
    };
    return { workflow, origins: this.#origins, problems: this.#problems, warnings: this.#warnings };
  }

  /** Options of the whole workflow that are no part of a plan. */
  #settings(): void {
    const { fail_fast, max_call_depth, skills, version } = this.#definition;
    if (fail_fast === false)
      this.#refuse("required true: a plan begins nothing new once a step has failed", ["fail_fast"]);
    if (max_call_depth != null)
      this.#warn(
        "is no limit here: options.limits.maxDepth bounds how deep executions nest, and nothing calls itself",
        ["max_call_depth"],
      );
    if (this.#given.node_cancellation_timeout_seconds != null)
      this.#warnings.push({ finding: "is not kept: a cancelled call is given up at once", path: [] });
    const left = Object.entries({ version, skills })
      .filter(([, value]) => value != null)
      .map(([name]) => name);
    if (left.length > 0)
      this.#warn(
        "is not kept: the version of a workflow is the hash of its definition, and its card is made from its name, description and schemas",
        [left[0] ?? ""],
      );
  }

  #step(
    node: Exclude<MeshNode, { readonly type: "switch" }>,
    own: readonly string[],
    when: string | undefined,
    until: string | undefined,
    inputs: ReadonlyMap<string, JsonObject>,
  ): JsonObject {
    const after = this.#graph.waitsFor(node.id);
    const named = {
      stepId: node.id,
      ...(when === undefined ? {} : { when }),
      ...(after.length === 0 ? {} : { after: [...after] }),
      independent: true,
    };
    const mesh = this.#nodePath(node.id);
    if (isCall(node)) {
      this.#callOrigins([...own, "tool"], mesh);
      return { tool: { ...named, ...this.#call(node, inputs) } };
    }
    const call = repeatedCall(this.#graph, node);
    const kind = node.type;
    this.#origin([...own, kind], mesh);
    this.#callOrigins([...own, kind, "step", "tool"], this.#nodePath(call.id));
    const step = { tool: this.#call(call, inputs) };
    if (call.when != null)
      this.#refuse(`required none, as ${JSON.stringify(node.id)} repeats the node regardless of its value`, [
        ...this.#nodePath(call.id),
        "when",
      ]);
    return node.type === "map"
      ? { map: { ...named, ...this.#map(node), step } }
      : { loop: { ...named, ...this.#loop(node, until), step } };
  }

  #map(node: MeshMap): JsonObject {
    const path = this.#nodePath(node.id);
    const given = Object.entries({
      items: node.items,
      with_param: node.with_param,
      with_items: node.with_items,
    }).filter(([, one]) => one != null);
    const [[member, list] = ["items", null]] = given;
    if (given.length !== 1)
      this.#refuse(`required exactly one of items, withParam and withItems, found ${given.length}`, path);
    const values = this.#values({ kind: "STEP", node: node.id });
    const over = values.value((list ?? null) as Json, [...path, member]);
    this.#problems.push(...values.findings);
    return {
      over: emptyForNull(over),
      maxItems: node.max_items ?? this.#given.default_max_map_items ?? 100,
      ...(node.concurrency_limit == null ? {} : { maxConcurrency: node.concurrency_limit }),
    };
  }

  #loop(node: MeshLoop, until: string | undefined): JsonObject {
    const delayMs = node.delay == null ? 0 : durationMs(node.delay);
    if (delayMs === undefined) this.#refuse(durationFinding(node.delay ?? ""), [...this.#nodePath(node.id), "delay"]);
    return {
      until: until ?? "true",
      maxIterations: node.max_iterations,
      ...(delayMs === undefined || delayMs === 0 ? {} : { delayMs }),
    };
  }

  /** A loop continues while its condition is true, and ends without a failure at its maximum. */
  #until(node: MeshLoop): string {
    const place: MeshPlace = { kind: "ITERATION", node: node.node, loop: node.id };
    const condition = this.#condition(node.condition, place, [...this.#nodePath(node.id), "condition"]);
    if (condition === "true") return `{{index}} >= ${node.max_iterations}`;
    if (condition === "false") return "true";
    return `not (${condition}) or {{index}} >= ${node.max_iterations}`;
  }

  #call(node: MeshCall, inputs: ReadonlyMap<string, JsonObject>): JsonObject {
    const path = this.#nodePath(node.id);
    const { policy, problems } = translatePolicy(node, this.#definition, this.#given);
    for (const { finding, isOfAll, path: at } of problems) this.#refuse(finding, isOfAll ? at : [...path, ...at]);
    const undeclared = this.#scope.undeclared.get(node.id) ?? [];
    const outputSchema = this.#declaredOutput(node, undeclared);
    if (undeclared.length > 0)
      this.#warn(
        `gives ${undeclared.map((one) => one.join(".")).join(", ")} by no schema, so that it counts as absent unless it is there`,
        path,
      );
    for (const member of ["input_schema_override", "output_schema_override"] as const) {
      if (node[member] != null)
        this.#warn("is asked beside the schema of what is called, and does not take its place", [...path, member]);
    }
    const given = inputs.get(node.id) ?? {};
    return {
      toolName: node.type === "agent" ? node.agent_name : node.workflow_name,
      arguments: given,
      ...(node.input_schema_override == null ? {} : { inputSchema: node.input_schema_override }),
      ...(outputSchema === undefined ? {} : { outputSchema }),
      ...(policy === undefined ? {} : { policy }),
    };
  }

  #arguments(node: MeshCall): JsonObject {
    const path = this.#nodePath(node.id);
    const values = this.#values(this.#placeOf(node.id));
    const input =
      node.input == null ? this.#impliedInput(node, values) : values.members(node.input, [...path, "input"]);
    const instruction = this.#instruction(node, values);
    this.#problems.push(...values.findings);
    const texts = objectOf(Object.entries(input).map(([name, value]) => [name, this.#asText(node, name, value)]));
    return instruction === undefined ? texts : { ...texts, [instructionMember]: instruction };
  }

  #instruction(node: MeshCall, values: ValueTranslator): Json | undefined {
    if (node.instruction == null || node.instruction.trim() === "") return undefined;
    const path = [...this.#nodePath(node.id), "instruction"];
    if (node.type === "workflow") {
      this.#warn("is not passed on: a workflow is given its input alone, there too", path);
      return undefined;
    }
    const agent = this.#names.agents.get(node.agent_name);
    if (agent !== undefined && declaresInstruction(agent.input_schema)) {
      this.#refuse(
        `required an agent whose input has no member "${instructionMember}" of its own, as that is how an instruction is given`,
        path,
      );
      return undefined;
    }
    if (agent === undefined)
      this.#warn(`is given as the argument "${instructionMember}" of an agent that is not in this file`, path);
    return values.text(node.instruction.trim(), path);
  }

  /** A node without an input is given that of the workflow, or the output of the one node that it waits for. */
  #impliedInput(node: MeshCall, values: ValueTranslator): JsonObject {
    const path = [...this.#nodePath(node.id), "input"];
    const repeated = this.#graph.repeatedBy.get(node.id);
    const [only, ...others] = repeated === undefined ? this.#graph.dependencies(node.id) : [];
    if (others.length > 0) {
      this.#refuse("required an input, as the node waits for several others, found none", path);
      return {};
    }
    const source = only === undefined ? undefined : this.#graph.nodes.get(only);
    if (source === undefined || source.type === "switch")
      return this.#passed(node, this.#definition.input_schema ?? undefined, "workflow.input", values, path);
    if (source.type === "map") return { results: values.value(`{{${source.id}.output.results}}`, path) };
    if (source.type === "loop") {
      this.#refuse("required an input, as the node waits for a loop, found none", path);
      return {};
    }
    return this.#passed(node, this.#outputSchema(source.id), `${source.id}.output`, values, path);
  }

  /** The members of `source` that its schema has and the callee may be given. One that may be absent is passed only where it is demanded. */
  #passed(
    node: MeshCall,
    schema: JsonSchema | undefined,
    source: string,
    values: ValueTranslator,
    path: readonly string[],
  ): JsonObject {
    const properties = isJsonObject(schema) ? ownValue(schema, "properties") : undefined;
    if (!isJsonObject(schema) || !isJsonObject(properties)) {
      this.#refuse(`required an input, as no schema describes ${source}, found none`, path);
      return {};
    }
    const target = this.#inputSchema(node);
    const always = new Set(listOf(schema, "required"));
    const demanded = new Set(listOf(target, "required"));
    const taken = Object.keys(properties).filter(
      (name) => (always.has(name) || demanded.has(name)) && mayHave(target, name),
    );
    return objectOf(taken.map((name) => [name, values.value(`{{${source}.${name}}}`, path)]));
  }

  #when(node: Exclude<MeshNode, { readonly type: "switch" }>): string | undefined {
    const { id } = node;
    const path = this.#nodePath(id);
    const parts: string[] = [];
    const choices = this.#graph.choices(id);
    for (const choice of choices) {
      const { by } = choice;
      if (this.#graph.mayBeSkipped(by.id)) parts.push(this.#anyHasRun(by.id));
      parts.push(this.#chosen(choice, id));
    }
    if (choices.length === 0 && this.#graph.mayBeSkipped(id)) parts.push(this.#anyHasRun(id));
    if ("when" in node && node.when != null) {
      const needed = [...this.#graph.nodes.values()].find(
        (one) => one.depends_on?.includes(id) === true && this.#graph.mayBeSkipped(one.id),
      );
      if (this.#graph.mayBeSkipped(id) && needed !== undefined)
        this.#refuse(
          `required a node with either a condition of its own or a switch before it, as ${JSON.stringify(needed.id)} is skipped with it in one case only`,
          [...path, "when"],
        );
      parts.push(this.#condition(node.when, { kind: "STEP", node: id }, [...path, "when"]));
    }
    return together(parts);
  }

  /** Whether a switch chooses a node: one of its cases is true and none before it. */
  #chosen({ by, cases, isDefault }: Choice, id: string): string {
    const path = this.#nodePath(by.id);
    const place: MeshPlace = { kind: "STEP", node: id };
    const conditions = by.cases.map(({ condition }, at) =>
      this.#condition(condition, place, [...path, "cases", String(at), "condition"]),
    );
    const before = (count: number) => conditions.slice(0, count).map((condition) => `not (${condition})`);
    const ways = cases.map((at) => together([...before(at), conditions[at] ?? "false"]) ?? "true");
    if (isDefault) ways.push(together(before(conditions.length)) ?? "true");
    return ways.length === 1 ? (ways[0] ?? "true") : ways.map((way) => `(${way})`).join(" or ");
  }

  /** Whether a node that `id` waits for has run. A switch has run if a node that it waits for has. */
  #anyHasRun(id: string): string {
    return this.#graph
      .waitsFor(id)
      .map((step) => `{{steps.${step}.status}} != "SKIPPED"`)
      .join(" or ");
  }

  #condition(text: string, place: MeshPlace, path: readonly string[]): string {
    const translated = translateCondition(text, (template) => this.#scope.resolve(template, place));
    if (translated.ok) return translated.text;
    this.#refuse(translated.finding, path);
    return "false";
  }

  #exit(inputs: ReadonlyMap<string, JsonObject>): { readonly finally?: readonly JsonObject[] } {
    const exit = this.#definition.on_exit;
    if (exit == null) return {};
    const whens = new Map<string, string | undefined>();
    const status = "{{execution.status}}";
    const given = typeof exit === "string" ? [["always", exit] as const] : Object.entries(exit);
    const conditions: Readonly<Record<string, string>> = {
      on_success: `${status} == "SUCCEEDED"`,
      on_failure: `${status} in ["FAILED", "PARTIAL"]`,
      on_cancel: `${status} == "CANCELLED"`,
    };
    for (const [member, id] of given) {
      if (id == null) continue;
      const condition = conditions[member];
      if (!whens.has(id)) whens.set(id, condition);
      else {
        const before = whens.get(id);
        whens.set(id, before === undefined || condition === undefined ? undefined : `${before} or ${condition}`);
      }
    }
    const steps = [...whens].map(([id, condition], at) => {
      const node = this.#graph.nodes.get(id);
      if (node === undefined || !isCall(node)) throw new Error("Cannot translate an exit without a call");
      this.#callOrigins(["plan", "finally", String(at), "tool"], this.#nodePath(id));
      const place: MeshPlace = { kind: "EXIT", node: id };
      const own = node.when == null ? undefined : this.#condition(node.when, place, [...this.#nodePath(id), "when"]);
      const when = together([condition, own].filter((one) => one !== undefined));
      return {
        tool: { stepId: id, ...(when === undefined ? {} : { when }), independent: true, ...this.#call(node, inputs) },
      };
    });
    return { finally: steps };
  }

  #values(place: MeshPlace): ValueTranslator {
    return new ValueTranslator((template) => this.#scope.resolve(template, place));
  }

  #placeOf(id: string): MeshPlace {
    const by = this.#graph.repeatedBy.get(id);
    if (by?.type === "map") return { kind: "ITEM", node: id, map: by.id };
    if (by?.type === "loop") return { kind: "ITERATION", node: id, loop: by.id };
    return this.#graph.exitNodes.has(id) ? { kind: "EXIT", node: id } : { kind: "STEP", node: id };
  }

  /** A value that is certainly an object or list, where a text is demanded, is given as its JSON. */
  #asText(node: MeshCall, name: string, value: Json): Json {
    if (value !== "{{item}}" || typeOf(propertyOf(this.#inputSchema(node), name)) !== "string") return value;
    const map = this.#graph.repeatedBy.get(node.id);
    const list =
      map?.type === "map" && typeof map.items === "string"
        ? /^\{\{\s*workflow\.(?:input|parameters)\.(\w+)\s*\}\}$/.exec(map.items)
        : null;
    const items = propertyOf(this.#definition.input_schema ?? undefined, list?.[1] ?? "");
    const type = isJsonObject(items) ? typeOf(ownValue(items, "items")) : undefined;
    if (type !== "object" && type !== "array") return value;
    this.#warn(`is given as the JSON of the item, as a text is demanded and the item is an ${type}`, [
      ...this.#nodePath(node.id),
      "input",
      name,
    ]);
    return "{{item}}\n";
  }

  #outputSchema(id: string): JsonSchema | undefined {
    const node = this.#graph.nodes.get(id);
    if (node === undefined || !isCall(node)) return undefined;
    if (node.output_schema_override != null) return node.output_schema_override;
    if (node.type === "agent") return this.#names.agents.get(node.agent_name)?.output_schema ?? undefined;
    return this.#names.workflows.get(node.workflow_name)?.workflow.output_schema ?? undefined;
  }

  #inputSchema(node: MeshCall): JsonSchema | undefined {
    if (node.input_schema_override != null) return node.input_schema_override;
    if (node.type === "agent") return this.#names.agents.get(node.agent_name)?.input_schema ?? undefined;
    return this.#names.workflows.get(node.workflow_name)?.workflow.input_schema ?? undefined;
  }

  #declaredOutput(node: MeshCall, undeclared: readonly (readonly string[])[]): JsonSchema | undefined {
    const override = node.output_schema_override ?? undefined;
    if (undeclared.length === 0) return override;
    const schema = override ?? this.#outputSchema(node.id);
    return schema === undefined ? undefined : withFields(schema, undeclared);
  }

  #nodePath(id: string): readonly string[] {
    return ["nodes", String(this.#graph.positions.get(id) ?? 0)];
  }

  #callOrigins(own: readonly string[], mesh: readonly string[]): void {
    this.#origin(own, mesh);
    this.#origin([...own, "arguments"], [...mesh, "input"]);
    this.#origin([...own, "when"], [...mesh, "when"]);
    this.#origin([...own, "policy"], mesh);
  }

  #origin(own: readonly string[], mesh: readonly string[]): void {
    this.#origins.push([own, ["workflow", ...mesh]]);
  }

  #refuse(finding: string, path: readonly string[]): void {
    this.#problems.push({ finding, path });
  }

  #warn(finding: string, path: readonly string[]): void {
    this.#warnings.push({ finding, path });
  }
}

/** All of the conditions; undefined for none. */
function together(parts: readonly string[]): string | undefined {
  const deciding = [...new Set(parts)].filter((part) => part !== "true" && part !== "not (false)");
  if (deciding.length <= 1) return deciding[0];
  return deciding.map((part) => (/ or /.test(part) ? `(${part})` : part)).join(" and ");
}

/** A list that is null has no items there. */
function emptyForNull(over: Json): Json {
  const choices = isJsonObject(over) && Object.keys(over).length === 1 ? ownValue(over, "coalesce") : undefined;
  return Array.isArray(choices) ? { coalesce: [...choices.filter((one) => one !== null), []] } : over;
}
