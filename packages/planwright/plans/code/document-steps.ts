/** The steps of a plan document with the ids that the deployment gives them, and what references in it can name. */
import type { PlanNames } from "../../../../src/plan/compile/bind-reference.ts";
import { PlanBuildError } from "../build-error.ts";
import type { Json } from "../json-schema.ts";
import type { PlanInput } from "../plan-input.ts";
import type { RecordedStep, StepForm } from "../recorded-step.ts";
import { stepIds } from "../step-names.ts";

export type StepBody = { readonly [member: string]: Json | undefined };

/** A step of the document. */
export interface DocumentStep {
  readonly form: StepForm;
  readonly body: StepBody;
  /** Its id in the plan. Undefined within a map or loop. */
  readonly id: string | undefined;
  /** Whether the document says the id. */
  readonly isNamed: boolean;
  readonly children: readonly DocumentStep[];
  /** Of the top-level step that is it, or holds it. */
  readonly position: number;
}

const forms: ReadonlySet<string> = new Set<StepForm>([
  "tool",
  "parallel",
  "map",
  "loop",
  "humanInput",
  "sleep",
  "waitForEvent",
]);

/** The steps of `plan`, those of `finally` behind the others. Throws for what is no plan document. */
export function documentSteps(plan: PlanInput): readonly DocumentStep[] {
  const ordinary = plan.steps.length;
  const written = [...plan.steps, ...(plan.finally ?? [])].map((step) => formOf(step));
  const all = written.flatMap((one) => [one, ...(one.form === "parallel" ? childrenOf(one) : [])]);
  const taken = new Set(
    all.flatMap(({ body }) => [body.stepId, body.resultKey].filter((name) => typeof name === "string")),
  );
  const name = (body: StepBody, wish: string): string => {
    if (typeof body.stepId === "string") return body.stepId;
    const isFree = (id: string) => !taken.has(id) || id === body.resultKey;
    let id = wish;
    for (let number = 2; !isFree(id); number += 1) id = `${wish}-${number}`;
    taken.add(id);
    return id;
  };
  const ids = written.map(({ body }, at) => name(body, at < ordinary ? `step${at}` : `finally${at - ordinary}`));
  return written.map((one, position) => {
    const id = ids[position] as string;
    const children = childrenOf(one).map((child, at): DocumentStep => {
      const isNameless = one.form !== "parallel";
      const childId = isNameless ? undefined : name(child.body, `${id}.${child.body.resultKey ?? at}`);
      return { ...child, id: childId, isNamed: typeof child.body.stepId === "string", children: [], position };
    });
    return { ...one, id, isNamed: typeof one.body.stepId === "string", children, position };
  });
}

function formOf(step: unknown): { readonly form: StepForm; readonly body: StepBody } {
  const members =
    typeof step === "object" && step !== null ? Object.entries(step).filter(([, body]) => body != null) : [];
  const [[form, body] = [], ...others] = members;
  if (form === undefined || others.length > 0 || !forms.has(form) || typeof body !== "object") {
    const found = members.map(([name]) => name).join(", ") || "none";
    throw new PlanBuildError(
      `Cannot read a step of the document: exactly one of ${[...forms].join(", ")} is required, found ${found}`,
      undefined,
    );
  }
  return { form: form as StepForm, body: body as StepBody };
}

function childrenOf({ body, form }: { readonly form: StepForm; readonly body: StepBody }) {
  if (form === "parallel") return ((body.steps ?? []) as readonly unknown[]).map(formOf);
  return form === "map" || form === "loop" ? [formOf(body.step)] : [];
}

/** What references of the plan can name. A binding that no step writes is one that is given. */
export function documentNames(plan: PlanInput, steps: readonly DocumentStep[]): PlanNames {
  const named = steps.flatMap((step) => [step, ...step.children].filter(({ id }) => id !== undefined));
  const stepsByResultKey = new Map(
    named.flatMap(({ body, id }) =>
      typeof body.resultKey === "string" ? [[body.resultKey, id as string] as const] : [],
    ),
  );
  const given = new Set<string>();
  given.has = (name) => !stepsByResultKey.has(name);
  return {
    topLevelIds: steps.map(({ id }) => id as string),
    positions: new Map(named.map(({ id, position }) => [id as string, position])),
    stepsByResultKey,
    bindingNames: given,
    hasInput: true,
    ...((plan.finally ?? []).length === 0 ? {} : { finallyFrom: plan.steps.length }),
  };
}

/** The ids that the builder gives by itself, so that code need not say them. `wanted` are those that something refers to. */
export function selfGivenIds(steps: readonly DocumentStep[], wanted: ReadonlySet<string>): ReadonlySet<string> {
  const named = steps.flatMap((step) => [step, ...step.children].filter(({ id }) => id !== undefined));
  const said = new Set<string>();
  for (;;) {
    const recorded = named.map((step) => {
      const needed = step.isNamed || wanted.has(step.id as string);
      const stepId = !needed ? null : said.has(step.id as string) ? (step.id as string) : undefined;
      const { resultKey } = step.body;
      const options = {
        ...(stepId === undefined ? {} : { stepId }),
        ...(typeof resultKey === "string" ? { resultKey } : {}),
      };
      return { wish: wishOf(step), options, place: undefined } as RecordedStep;
    });
    const ids = stepIds(recorded);
    const wrong = named.filter((step, at) => {
      const { stepId } = recorded[at]?.options ?? {};
      return stepId === undefined && ids.get(recorded[at] as RecordedStep) !== step.id;
    });
    if (wrong.length === 0)
      return new Set(named.flatMap(({ id }, at) => (recorded[at]?.options.stepId === undefined ? [id as string] : [])));
    for (const { id } of wrong) said.add(id as string);
  }
}

function wishOf({ body, form }: DocumentStep): string {
  if (form === "tool") return String(body.toolName);
  return form === "humanInput" ? String(body.kind ?? "FORM").toLowerCase() : form;
}
