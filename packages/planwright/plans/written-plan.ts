/** The plan document of a recording. */
import { PlanBuildError } from "./build-error.ts";
import type { Json } from "./json-schema.ts";
import type { LeafStepInput, PlanInput, StepInput } from "./plan-input.ts";
import type { Member, RecordedStep } from "./recorded-step.ts";
import type { Source } from "./recorded-value.ts";
import type { Recording } from "./recording.ts";
import { stepIds } from "./step-names.ts";
import type { Policy } from "./step-options.ts";
import { isScalar, type WritingPlace, writtenCondition, writtenScalar, writtenValue } from "./written-value.ts";

export interface WrittenPlan {
  readonly plan: PlanInput;
  /** Template of the output. Undefined if that is what the last step gives anyway. */
  readonly output: Json | undefined;
  /** Where the code says each step, by the place of the step in the document, such as `steps/0` or `steps/2/steps/1`. */
  readonly places: ReadonlyMap<string, string>;
}

export interface PlanParts {
  readonly defaults?: Policy | undefined;
  readonly finallyTimeoutMs?: number | undefined;
}

/** What the code recorded, and returned as `output`, as a plan. */
export function writtenPlan(recording: Recording, output: unknown, parts: PlanParts): WrittenPlan {
  const { finallySteps, steps } = recording;
  const ids = stepIds(
    [...steps, ...finallySteps].flatMap((step) => (hasNamelessStep(step) ? [step] : [step, ...step.children])),
  );
  const writer = new PlanWriter(recording, ids);
  const plan: PlanInput = {
    steps: steps.map((step, at) => writer.step(step, `steps/${at}`)),
    ...(parts.defaults === undefined ? {} : { defaults: parts.defaults }),
    ...(finallySteps.length === 0
      ? {}
      : { finally: finallySteps.map((step, at) => writer.step(step, `finally/${at}`)) }),
    ...(parts.finallyTimeoutMs === undefined ? {} : { finallyTimeoutMs: parts.finallyTimeoutMs }),
  };
  const isLast = output === undefined || (steps.length > 0 && recording.stepOf(output) === steps.at(-1));
  return { plan, output: isLast ? undefined : writer.value(output), places: writer.places };
}

function hasNamelessStep({ form }: RecordedStep): boolean {
  return form === "map" || form === "loop";
}

class PlanWriter {
  readonly places = new Map<string, string>();
  readonly #recording: Recording;
  readonly #ids: ReadonlyMap<RecordedStep, string | undefined>;

  constructor(recording: Recording, ids: ReadonlyMap<RecordedStep, string | undefined>) {
    this.#recording = recording;
    this.#ids = ids;
  }

  value(value: unknown): Json {
    return writtenValue(value, this.#place(undefined));
  }

  step(step: RecordedStep, at: string): StepInput {
    if (step.place !== undefined) this.places.set(at, step.place);
    const place = this.#place(step);
    const held = hasNamelessStep(step)
      ? { step: this.step(step.children[0] as RecordedStep, `${at}/step`) }
      : step.form === "parallel"
        ? { steps: step.children.map((child, index) => this.step(child, `${at}/steps/${index}`) as LeafStepInput) }
        : {};
    const members = Object.entries(step.members).flatMap(([name, member]) => {
      const value = writtenMember(member, place);
      return value === undefined ? [] : [[name, value] as const];
    });
    const named = this.#named(step, place);
    const call = step.callableName;
    if (call !== undefined && members.some(([name, value]) => isCalculated(step, name, value))) {
      const given = Object.entries(step.members).flatMap(([name, member]) =>
        member.value === undefined ? [] : [[name, writtenValue(member.value, place)] as const],
      );
      return { tool: { ...named, toolName: call, arguments: Object.fromEntries(given) } };
    }
    const document: Record<string, unknown> = { [step.form]: { ...named, ...Object.fromEntries(members), ...held } };
    return document as unknown as StepInput;
  }

  #named(step: RecordedStep, place: WritingPlace) {
    const { after, independent, resultKey, when } = step.options;
    const id = this.#ids.get(step);
    return {
      ...(id === undefined ? {} : { stepId: id }),
      ...(resultKey === undefined ? {} : { resultKey }),
      ...(after === undefined || after.length === 0 ? {} : { after: after.map((one) => this.#after(one, step)) }),
      ...(independent === undefined ? {} : { independent }),
      ...(when === undefined ? {} : { when: writtenCondition(when, place) }),
    };
  }

  #after(one: unknown, step: RecordedStep): string {
    if (typeof one === "string") return one;
    const other = this.#recording.stepOf(one);
    const id = other === undefined ? this.#recording.idOf(one) : this.#ids.get(other);
    if (id !== undefined) return id;
    throw new PlanBuildError(
      `Cannot wait for what is no step of this plan: a step, or the id of one, is required in after`,
      step.place,
    );
  }

  #place(step: RecordedStep | undefined): WritingPlace {
    return {
      step,
      idOf: (source: Source) => {
        if (source.owner !== this.#recording)
          throw new PlanBuildError(
            "Cannot refer to a value of another plan: each plan has its own steps and input",
            step?.place,
          );
        return source.step === undefined ? source.id : this.#ids.get(source.step);
      },
      isWithin: (owner) => step !== undefined && (owner === step.turn || owner === step.holder?.turn),
    };
  }
}

function writtenMember(member: Member, place: WritingPlace): Json | undefined {
  if (member.value === undefined) return undefined;
  switch (member.as) {
    case "literal":
      return member.value as Json;
    case "condition":
      return writtenCondition(member.value, place);
    case "operand":
      return writtenValue(member.value, place);
    case "scalar":
      return writtenScalar(member.value, place);
  }
}

/** Whether a member must be a text, or a reference to a number, and came to something that only a call can be given. */
function isCalculated({ members }: RecordedStep, name: string, value: Json): boolean {
  return members[name]?.as === "scalar" && !isScalar(value);
}
