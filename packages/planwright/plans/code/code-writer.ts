/** The steps of a plan document as statements. */
import type { PlanNames } from "../../../../src/plan/compile/bind-reference.ts";
import { PlanBuildError } from "../build-error.ts";
import type { Json } from "../json-schema.ts";
import type { PlanInput } from "../plan-input.ts";
import { enclosed, indented, memberAccess, memberName, VariableNames } from "./code-text.ts";
import { type CodePlace, conditionCode, literalCode, valueCode } from "./code-values.ts";
import { type DocumentStep, documentNames, documentSteps, type StepBody, selfGivenIds } from "./document-steps.ts";

export interface CodeOptions {
  /** Name of the constant that is exported. `plan`, or that of the workflow, unless said otherwise. */
  readonly name?: string;
  /** From where the functions are imported. */
  readonly module?: string;
  /** Which names are agents and workflows, and stand under `agents` and `workflows`. All others stand under `tools`. */
  readonly agents?: readonly string[];
  readonly workflows?: readonly string[];
}

/** What the builder hands to the function of a plan, and what the module exports beside. */
const builderNames = [
  "tools",
  "agents",
  "workflows",
  "input",
  "bindings",
  "parallel",
  "map",
  "loop",
  "sleep",
  "waitForEvent",
  "humanInput",
  "doFinally",
  "step",
];
const moduleNames = ["text", "coalesce", "cel", "each", "field", "raw", "textOf", "statusOf", "countOf"];
const itemNames = ["item", "index", "previous", "execution"];
const planMembers = new Set(["steps", "finally", "defaults", "finallyTimeoutMs"]);
const integerLike = /^(?:0|[1-9]\d*)$|^__proto__$/;

export class CodeWriter {
  readonly #options: CodeOptions;
  readonly #plan: PlanInput;
  readonly #steps: readonly DocumentStep[];
  readonly #names: PlanNames;
  readonly #variables = new Map<string, string>();
  readonly #variableNames: VariableNames;
  readonly #used = new Set<string>();
  /** Ids that are referred to by their variable. */
  readonly #referenced = new Set<string>();
  /** Ids that anything refers to. */
  readonly touched = new Set<string>();
  /** Ids of the steps whose statements stand before what is written now. */
  readonly #before = new Set<string>();
  readonly #touched: ReadonlySet<string>;
  readonly #selfGiven: ReadonlySet<string>;

  /** `touched` are the ids that anything refers to, as a writer found them before. */
  constructor(plan: PlanInput, options: CodeOptions, touched: ReadonlySet<string> = new Set()) {
    const unknown = Object.keys(plan).find((name) => !planMembers.has(name));
    if (unknown !== undefined)
      throw new PlanBuildError(
        `Cannot write the code of a plan with ${unknown}: only steps, finally, finallyTimeoutMs and defaults have code`,
        undefined,
      );
    this.#options = options;
    this.#plan = plan;
    this.#steps = documentSteps(plan);
    this.#names = documentNames(plan, this.#steps);
    this.#touched = touched;
    this.#selfGiven = selfGivenIds(this.#steps, touched);
    this.#variableNames = new VariableNames([
      ...builderNames,
      ...moduleNames,
      ...itemNames,
      "definePlan",
      "defineWorkflow",
    ]);
  }

  /** The whole module. `given` stands before the function of the plan, and what is `output` is returned. */
  module(name: string, define: string, given: string, output: Json | undefined): string {
    const ordinary = this.#plan.steps.length;
    const exported = this.#variableNames.take(name);
    const written = this.#steps.map((step) => {
      const statement = this.#statement(step);
      for (const one of [step, ...step.children]) if (one.id !== undefined) this.#before.add(one.id);
      return statement;
    });
    const returned = output === undefined ? undefined : valueCode(output, this.#place(ordinary - 1));
    const lines = written.slice(0, ordinary).flatMap((statement) => statement());
    const atEnd = written.slice(ordinary).flatMap((statement) => statement());
    if (atEnd.length > 0) lines.push(this.#finally(atEnd));
    if (returned !== undefined) lines.push(`return ${returned};`);
    const parameters = builderNames.filter((one) => this.#used.has(one));
    const imported = [define, ...moduleNames.filter((one) => this.#used.has(one))].sort();
    const from = JSON.stringify(this.#options.module ?? "planwright/plans");
    const head = `export const ${exported} = ${define}(${given}(${parameters.length === 0 ? "" : `{ ${parameters.join(", ")} }`}) => {`;
    return `import { ${imported.join(", ")} } from ${from};\n\n${head}\n${lines.map((line) => `${indented(line)}\n`).join("")}});\n`;
  }

  #finally(statements: readonly string[]): string {
    const { finallyTimeoutMs } = this.#plan;
    const time = finallyTimeoutMs == null ? "" : `, ${literalCode({ timeoutMs: finallyTimeoutMs })}`;
    const parameter = this.#used.has("execution") ? "{ execution }" : "";
    this.#used.add("doFinally");
    return `doFinally((${parameter}) => {\n${statements.map((line) => `${indented(line)}\n`).join("")}}${time});`;
  }

  /** The statements of a step, once it is known which steps are referred to. */
  #statement(step: DocumentStep): () => readonly string[] {
    const children =
      step.form === "parallel"
        ? step.children.map((child) => ({ child, code: this.#leaf(child, this.#keyedChildren(step)) }))
        : [];
    const call = step.form === "parallel" ? undefined : this.#step(step);
    const options =
      step.form === "parallel"
        ? this.#groupOptions(step, ["maxConcurrency", "mergeStrategy", "continueOnFailure"])
        : [];
    if (step.form === "parallel") this.#used.add("parallel");
    return () => {
      const before = children.flatMap(({ child, code }) =>
        this.#variableOf(child) === undefined ? [] : [`const ${this.#variableOf(child)} = ${code};`],
      );
      const inner = children.map(({ child, code }) => {
        const value = this.#variableOf(child) ?? code;
        return this.#keyedChildren(step) ? memberCode(String(child.body.resultKey), value) : value;
      });
      const [open, close] = this.#keyedChildren(step) ? ["{", "}"] : ["[", "]"];
      const code = call ?? enclosed("parallel(", [enclosed(open, inner, close), ...optionsCode(options)], ")");
      const variable = this.#variableOf(step);
      return [...before, variable === undefined ? `${code};` : `const ${variable} = ${code};`];
    };
  }

  /** Whether the steps of a group are given by name. */
  #keyedChildren({ body, children }: DocumentStep): boolean {
    const keys = children.map((child) => child.body.resultKey);
    const isCollected = (body.mergeStrategy ?? "COLLECT_ALL") === "COLLECT_ALL";
    return isCollected && keys.length > 0 && keys.every((key) => typeof key === "string" && !integerLike.test(key));
  }

  #variableOf({ id }: DocumentStep): string | undefined {
    return id !== undefined && this.#referenced.has(id) ? this.#variables.get(id) : undefined;
  }

  #step(step: DocumentStep): string {
    if (step.form !== "map" && step.form !== "loop") return this.#leaf(step, false);
    this.#used.add(step.form);
    const items = new Set<string>();
    const within = step.form === "map" ? "MAP" : "LOOP";
    const inside = this.#place(step.position, within, items);
    const body = this.#leaf(step.children[0] as DocumentStep, false, inside);
    if (step.form === "map") {
      const [item, index] = [items.has("item") ? "item" : "_item", items.has("index") ? ", index" : ""];
      const parameters = items.size === 0 ? "" : `${item}${index}`;
      const over = valueCode(step.body.over ?? null, this.#place(step.position));
      const options = this.#groupOptions(step, ["maxConcurrency", "maxItems", "maxFailures", "continueOnFailure"]);
      return enclosed("map(", [over, `(${parameters}) => ${body}`, ...optionsCode(options)], ")");
    }
    const isUntil = step.body.until != null;
    const asked = new Set<string>();
    const condition = conditionCode(
      String(step.body[isUntil ? "until" : "while"]),
      this.#place(step.position, within, asked),
    );
    const options = [
      `${isUntil ? "until" : "while"}: (${turnParameter(asked)}) => ${condition}`,
      ...this.#groupOptions(step, ["delayMs", "maxIterations", "continueOnFailure"]),
    ];
    return enclosed("loop(", [`(${turnParameter(items)}) => ${body}`, ...optionsCode(options)], ")");
  }

  /** A call, question or wait. */
  #leaf(step: DocumentStep, isKeyed: boolean, place: CodePlace = this.#place(step.position)): string {
    const { body, form } = step;
    const own = this.#ownOptions(step, place, isKeyed);
    switch (form) {
      case "humanInput": {
        const { kind, context, prompt, ...rest } = unnamed(body);
        const members = [
          ...(kind === "FORM" ? ['kind: "FORM"'] : []),
          `prompt: ${valueCode(prompt ?? "", place)}`,
          ...optionMembers(rest),
          ...(context == null ? [] : [`context: ${valueCode(context, place)}`]),
        ];
        const name = kind === "APPROVAL" ? "approval" : kind === "CHOICE" ? "choice" : "form";
        return enclosed(`${place.use("humanInput")}.${name}(`, [enclosed("{", members, "}"), ...optionsCode(own)], ")");
      }
      case "sleep":
        return enclosed(`${place.use("sleep")}(`, [this.#operands(unnamed(body), place), ...optionsCode(own)], ")");
      case "waitForEvent": {
        const { payloadSchema, ...rest } = unnamed(body);
        const members = operandMembers(rest, place);
        if (payloadSchema != null) members.push(`payload: ${literalCode(payloadSchema)}`);
        return enclosed(`${place.use("waitForEvent")}(`, [enclosed("{", members, "}"), ...optionsCode(own)], ")");
      }
      default: {
        const name = String(body.toolName);
        const kind = this.#options.agents?.includes(name)
          ? "agents"
          : this.#options.workflows?.includes(name)
            ? "workflows"
            : "tools";
        const given = body.arguments ?? undefined;
        const options = [
          ...own,
          ...optionMembers({ policy: body.policy, inputSchema: body.inputSchema, outputSchema: body.outputSchema }),
        ];
        const first = given !== undefined ? [valueCode(given, place)] : options.length > 0 ? ["undefined"] : [];
        return enclosed(`${place.use(kind)}${memberAccess(name)}(`, [...first, ...optionsCode(options)], ")");
      }
    }
  }

  #operands(body: StepBody, place: CodePlace): string {
    return enclosed("{", operandMembers(body, place), "}");
  }

  #groupOptions(step: DocumentStep, names: readonly string[]): readonly string[] {
    const members = Object.fromEntries(names.map((name) => [name, step.body[name]]));
    return [...this.#ownOptions(step, this.#place(step.position), false), ...optionMembers(members)];
  }

  /** The options that every step can have. */
  #ownOptions({ body, id, isNamed }: DocumentStep, place: CodePlace, isKeyed: boolean): readonly string[] {
    const { after, independent, resultKey, stepId, when } = body;
    const isWithin = id === undefined;
    const named = isWithin
      ? stepId
      : this.#selfGiven.has(id)
        ? undefined
        : isNamed || this.#touched.has(id)
          ? id
          : null;
    return [
      ...(named === undefined || (isWithin && named === null) ? [] : [`stepId: ${literalCode(named)}`]),
      ...(resultKey == null || isKeyed ? [] : [`resultKey: ${literalCode(resultKey)}`]),
      ...(Array.isArray(after) && after.length > 0
        ? [
            `after: ${enclosed(
              "[",
              after.map((one) => this.#after(String(one))),
              "]",
            )}`,
          ]
        : []),
      ...(independent == null ? [] : [`independent: ${independent}`]),
      ...(when == null ? [] : [`when: ${conditionCode(String(when), place)}`]),
    ];
  }

  #after(id: string): string {
    this.touched.add(id);
    return this.#before.has(id) ? this.#stepCode(id) : literalCode(id);
  }

  #place(position: number, within?: "MAP" | "LOOP", items?: Set<string>): CodePlace {
    return {
      names: within === undefined ? this.#names : { ...this.#names, within },
      position,
      stepCode: (id) => this.#stepCode(id),
      use: (name) => {
        if (itemNames.includes(name) && items !== undefined) items.add(name);
        this.#used.add(name);
        return name;
      },
    };
  }

  #stepCode(id: string): string {
    this.touched.add(id);
    if (!this.#before.has(id)) {
      this.#used.add("step");
      return `step(${literalCode(id)})`;
    }
    this.#referenced.add(id);
    const known = this.#variables.get(id) ?? this.#variableNames.take(id);
    this.#variables.set(id, known);
    return known;
  }
}

/** The members of a form without what every step can have. */
function unnamed({
  after: _,
  independent: __,
  resultKey: ___,
  stepId: ____,
  when: _____,
  ...rest
}: StepBody): StepBody {
  return rest;
}

/** A member of an object, in short if it is named as its value. */
function memberCode(name: string, value: string): string {
  return name === value ? name : `${memberName(name)}: ${value}`;
}

/** Members that are taken as they stand. */
function optionMembers(members: StepBody): readonly string[] {
  return Object.entries(members).flatMap(([name, value]) =>
    value == null ? [] : [`${memberName(name)}: ${literalCode(value)}`],
  );
}

/** Members that may hold references. */
function operandMembers(members: StepBody, place: CodePlace): string[] {
  return Object.entries(members).flatMap(([name, value]) =>
    value == null ? [] : [`${memberName(name)}: ${valueCode(value, place)}`],
  );
}

/** The options of a step as the last argument of a call. */
function optionsCode(options: readonly string[]): readonly string[] {
  return options.length === 0 ? [] : [enclosed("{", options, "}")];
}

/** What the function of a loop takes. */
function turnParameter(items: ReadonlySet<string>): string {
  const names = ["previous", "index"].filter((name) => items.has(name));
  return names.length === 0 ? "" : `{ ${names.join(", ")} }`;
}
