/**
 * The labels of every value of one plan. The labels of an argument are those of all its sources: the text of the plan has those of its
 * author, a reference those of the step, binding or input that it reads. Text with references, lists, objects, every choice of a `coalesce`
 * and every reference of an expression are joined, because any of them can decide the value.
 *
 * A model that plans again has seen the results of the plans before, so the text of a further round has the labels of all that these say. So
 * have the words of an active agent.
 */

import type { PathSegment } from "../../json/value-path.ts";
import type { CallableDefinition, ExecutionDefinitions } from "../callable.ts";
import { withMembers } from "../operands/operand.ts";
import { itemPlace, plannedId } from "../order/items.ts";
import { roundOfStep } from "../order/round-ids.ts";
import { isRepeated, type Operand, type Plan, type PlanStep, type Reference, type ToolStep } from "../plan.ts";
import { ordinarySteps, type PlacedStep, placedSteps } from "../plan-scope.ts";
import type { WorkflowDefinition } from "../run-definition.ts";
import { agentOfTurn, isTurnOfAgent } from "../turn-work.ts";
import { type LabelContext, outputLabelsOf, providerKindOf, reachedLabels } from "./callable-labels.ts";
import { type LabelSet, labelsFrom, labelsThrough, noLabels, unionOf, untrustedLabel } from "./label.ts";

/** A plan with the facts that its labels follow from. */
export interface LabelledPlan {
  readonly plan: Pick<Plan, "steps" | "finallyTimeoutMs">;
  readonly callables: ReadonlyMap<string, CallableDefinition>;
  readonly definitions: ExecutionDefinitions;
  /** Labels of the text of the plan, of its first round. */
  readonly written: LabelSet;
  /** Labels of the bindings, the input, and the first data of a planning model. */
  readonly given: LabelSet;
}

/** The labels of the values of one plan, each computed when it is asked for, once. */
export class PlanLabels implements LabelContext {
  readonly #labelled: LabelledPlan;
  #steps: ReadonlyMap<string, PlacedStep> | undefined;
  readonly #outputs = new Map<string, LabelSet>();
  readonly #reports = new Map<string, LabelSet>();
  readonly #rounds = new Map<number, LabelSet>();
  /**
   * Outputs of workflows by their key and the labels that they were given, undefined while one is followed; shared with the plans of
   * workflows below.
   */
  readonly #runs: Map<string, LabelSet | undefined>;

  constructor(labelled: LabelledPlan, runs: Map<string, LabelSet | undefined> = new Map()) {
    this.#labelled = labelled;
    this.#runs = runs;
  }

  get definitions(): ExecutionDefinitions {
    return this.#labelled.definitions;
  }

  /** The labels that its values can have of everything beside the calls of the plan. */
  outside(): Iterable<string> {
    const { given, written } = this.#labelled;
    return [...given.keys(), ...written.keys()];
  }

  /** The labels of the choice to make the call of the step `id`: of the text of its plan, or of the agent's words that it follows from. */
  chosenBy(id: string): LabelSet {
    const agent = agentOfTurn(id);
    return agent === undefined ? this.writtenBy(id) : this.output(agent);
  }

  /** The labels of the text that the author of the step `id` wrote. */
  writtenBy(id: string): LabelSet {
    const round = roundOfStep(id);
    if (round === 1) return this.#labelled.written;
    let written = this.#rounds.get(round);
    if (written === undefined) {
      const seen = this.#labelled.plan.steps.filter((step) => roundOfStep(step.id) < round);
      written = this.#wordsOfModel(`the plan of round ${round}`, seen);
      this.#rounds.set(round, written);
    }
    return written;
  }

  /** The labels of the output of the step `id`, for a reference to `path` in it. */
  output(id: string, path: readonly PathSegment[] = []): LabelSet {
    const planned = plannedId(id);
    const step = this.#placed().get(planned)?.step;
    const child = step?.kind === "PARALLEL" ? childAt(step, path[0]) : undefined;
    const read = child ?? step;
    if (read === undefined) return labelsFrom([untrustedLabel], `${id}.output`);
    const known = this.#outputs.get(read.id);
    if (known !== undefined) return known;
    // An iteration reads the one before, whose labels are those of everything else that it reads.
    this.#outputs.set(read.id, noLabels);
    const labels = this.#outputOf(read);
    this.#outputs.set(read.id, labels);
    return labels;
  }

  /** The labels of the value of `operand`, which stands in the step `stepId`. */
  operand(operand: Operand, stepId: string): LabelSet {
    switch (operand.kind) {
      case "literal":
        return this.writtenBy(stepId);
      case "reference":
        return this.#reference(operand.reference, stepId);
      case "text":
        return unionOf(
          operand.parts.map((part) =>
            typeof part === "string" ? this.writtenBy(stepId) : this.#reference(part, stepId),
          ),
        );
      case "object":
        return unionOf(operand.entries.map(([, member]) => this.operand(member, stepId)));
      case "array":
        return unionOf(operand.items.map((item) => this.operand(item, stepId)));
      case "coalesce":
        return unionOf(operand.choices.map((choice) => this.operand(choice, stepId)));
      case "cel":
        return unionOf([
          this.writtenBy(stepId),
          ...operand.references.map((reference) => this.#reference(reference, stepId)),
        ]);
    }
  }

  /** The labels of the output of `workflow`, whose input has `given`. */
  workflowOutput = (workflow: WorkflowDefinition, given: LabelSet): LabelSet => {
    const key = JSON.stringify([workflow.key, [...given.keys()].sort()]);
    const known = this.#runs.get(key);
    if (known !== undefined) return known;
    // It calls itself, directly or not: what is known of it so far is only a part.
    if (this.#runs.has(key)) return unionOf([given, reachedLabels(workflow.callableNames, this)]);
    this.#runs.set(key, undefined);
    const { callables, inherited = [] } = this.definitions;
    const labels = new PlanLabels(
      {
        plan: workflow.plan,
        callables: new Map([...inherited, ...callables].map((callable) => [callable.name, callable])),
        definitions: this.definitions,
        written: labelsFrom(["PLAN"], `the workflow ${workflow.name}`),
        given,
      },
      this.#runs,
    );
    const last = ordinarySteps(workflow.plan).at(-1);
    const output =
      workflow.output === null
        ? last === undefined
          ? noLabels
          : labels.output(last.id)
        : labels.operand(workflow.output, "");
    this.#runs.set(key, output);
    return output;
  };

  #outputOf(step: PlanStep): LabelSet {
    if (step.kind !== "TOOL") {
      const over = step.kind === "MAP" ? [this.operand(step.over, step.id)] : [];
      return unionOf([...over, ...step.children.map((child) => this.output(child.id))]);
    }
    if (isTurnOfAgent(step.id)) {
      const { steps } = this.#labelled.plan;
      return this.#wordsOfModel(`${step.id}.output`, steps.slice(0, steps.indexOf(step)));
    }
    const callable = this.#labelled.callables.get(step.callableName);
    const given = this.operand(step.arguments, step.id);
    const labels = outputLabelsOf(callable, unionOf([given, contentLabels(step, callable)]), `${step.id}.output`, this);
    const isAsked = callable !== undefined && providerKindOf(callable, this.definitions) === "PERSON";
    // A question without an answer in time may be answered by a value that no person saw.
    const standIn = isAsked ? defaultAnswerOf(step) : undefined;
    return standIn === undefined ? labels : unionOf([labels, this.operand(standIn, step.id)]);
  }

  /** The text of a model that has seen the results of `seen`. */
  #wordsOfModel(place: string, seen: readonly PlanStep[]): LabelSet {
    const { given, written } = this.#labelled;
    const read = unionOf([written, given, ...seen.map((step) => this.#report(step))]);
    return unionOf([labelsFrom(["MODEL"], place), labelsThrough(read, place)]);
  }

  #reference({ id, part, path, root }: Reference, stepId: string): LabelSet {
    switch (root) {
      case "bindings":
      case "input":
        return this.#labelled.given;
      case "execution":
        // Its status is a word of this software.
        return path[0] === "status"
          ? noLabels
          : unionOf(ordinarySteps(this.#labelled.plan).map((step) => this.#report(step)));
      case "index":
        return this.writtenBy(stepId);
      case "item":
      case "previous":
        return this.#repeated(root, stepId);
      case "steps":
        return part === "status" ? noLabels : this.output(id, path);
    }
  }

  /**
   * The labels of all that can be said of a step: its output, its arguments, and the words in which it fails. These can quote what it was
   * given, what its conditions ask about, and why a person declined its call, whatever its callable promises of its output. They can be those
   * of everything below it, whatever that gives.
   */
  #report(step: PlanStep): LabelSet {
    const known = this.#reports.get(step.id);
    if (known !== undefined) return known;
    const quoted = step.kind === "TOOL" ? [this.#quoted(step)] : step.children.map((child) => this.#report(child));
    const labels = unionOf([this.output(step.id), ...quoted, this.#askedAbout(step)]);
    this.#reports.set(step.id, labels);
    return labels;
  }

  /** The labels of the values of the conditions of `step`. One that cannot be evaluated fails it and can quote them. */
  #askedAbout(step: PlanStep): LabelSet {
    const conditions = [step.when, step.kind === "LOOP" ? step.condition : undefined];
    const references = conditions.flatMap((condition) => condition?.references ?? []);
    return labelsThrough(unionOf(references.map((one) => this.#reference(one, step.id))), `${step.id}.error`);
  }

  #quoted(step: ToolStep): LabelSet {
    const isKnown = this.#labelled.callables.has(step.callableName);
    const place = `${step.id}.error`;
    const below = isKnown ? reachedLabels([step.callableName], this) : labelsFrom(["PERSON"], place);
    return labelsThrough(unionOf([this.operand(step.arguments, step.id), below]), place);
  }

  #repeated(root: "item" | "previous", stepId: string): LabelSet {
    const group = this.#groupOf(stepId);
    if (group === undefined || !isRepeated(group)) return noLabels;
    if (root === "item") return group.kind === "MAP" ? this.operand(group.over, group.id) : noLabels;
    return unionOf(group.children.map((child) => this.output(child.id)));
  }

  #placed(): ReadonlyMap<string, PlacedStep> {
    this.#steps ??= placedSteps(this.#labelled.plan);
    return this.#steps;
  }

  /** The map or loop that the step `id` is an item of, or the template of its items. */
  #groupOf(id: string): PlanStep | undefined {
    const place = itemPlace(id);
    return place === undefined ? this.#placed().get(id)?.group : this.#placed().get(place.groupId)?.step;
  }
}

/** The child of a group that alone gives the field `field` of its output. */
function childAt(step: PlanStep & { readonly kind: "PARALLEL" }, field: PathSegment | undefined): ToolStep | undefined {
  if (step.mergeStrategy !== "COLLECT_ALL" || field === undefined) return undefined;
  return step.children.find(({ resultKey }) => resultKey === field);
}

/** What a question without an answer in time is answered with. Undefined if it certainly has none. */
function defaultAnswerOf({ arguments: operand }: ToolStep): Operand | undefined {
  if (operand.kind === "object") return operand.entries.find(([name]) => name === "defaultResponse")?.[1];
  const isPlain = operand.kind === "literal" && !JSON.stringify(operand.value).includes('"defaultResponse"');
  return isPlain ? undefined : operand;
}

/**
 * The labels of the content of an artifact whose address the step hands on: unknown, unless the plan itself names one that a caller gave.
 * The run that reads it knows more (decision 085).
 */
function contentLabels({ arguments: given, id }: ToolStep, callable: CallableDefinition | undefined): LabelSet {
  const name = callable?.dualMode?.artifactArgument;
  if (name === undefined) return noLabels;
  const place = `${id}.arguments.${name}`;
  const operand = withMembers(given);
  if (operand.kind !== "object") return labelsFrom([untrustedLabel], place);
  const address = operand.entries.find(([member]) => member === name)?.[1];
  return address === undefined || isGivenAddress(address) ? noLabels : labelsFrom([untrustedLabel], place);
}

/** Whether no execution made the artifact, or there is none. A name without an address is one that was given, or of this very execution. */
function isGivenAddress(operand: Operand): boolean {
  if (operand.kind !== "literal") return false;
  return typeof operand.value !== "string" || !/^artifact:\/\/(?!given\/)/.test(operand.value);
}
