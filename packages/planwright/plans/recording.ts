/** One run of the code of a plan: which steps it made, and in which group, map or loop. */
import { type Boundary, PlanBuildError, placeAbove } from "./build-error.ts";
import type { KnownCallables } from "./known-callables.ts";
import type { RecordedStep } from "./recorded-step.ts";
import { described, recordedOf, type Source, standIn } from "./recorded-value.ts";
import type { StepHandle } from "./ref.ts";
import type { StepOptions } from "./step-options.ts";

/** What a step is, before it has a place in the plan. */
export type NewStep = Omit<RecordedStep, "children" | "holder" | "place" | "options"> & {
  readonly options: StepOptions | undefined;
  readonly children?: readonly RecordedStep[];
};

export class Recording {
  /** The steps of the plan itself, in the order in which they were made. */
  readonly steps: RecordedStep[] = [];
  readonly finallySteps: RecordedStep[] = [];
  readonly known: KnownCallables | undefined;
  readonly #handles = new WeakMap<object, RecordedStep>();
  #scope: RecordedStep[] = this.steps;
  #isOpen = true;

  constructor(known: KnownCallables | undefined) {
    this.known = known;
  }

  /** No step can be made any more. */
  close(): void {
    this.#isOpen = false;
  }

  /** Makes a step where the code is now. `boundary` is what the code called. */
  add({ children = [], options, ...rest }: NewStep, boundary: Boundary): StepHandle {
    const place = placeAbove(boundary);
    if (!this.#isOpen)
      throw new PlanBuildError(
        "Cannot add a step: the function of the plan has returned, and must not be async",
        place,
      );
    const step: RecordedStep = { ...rest, options: options ?? {}, children: [...children], holder: undefined, place };
    for (const child of step.children) child.holder = step;
    this.#scope.push(step);
    const finding = this.known?.outputFinding(step);
    const source: Source = { root: "steps", owner: this, step, path: [] };
    const handle = standIn({ kind: "reference", source: finding === undefined ? source : { ...source, finding } });
    this.#handles.set(handle, step);
    return handle as StepHandle;
  }

  /** The step that `handle` is. Undefined for anything else. */
  stepOf(handle: unknown): RecordedStep | undefined {
    return typeof handle === "object" && handle !== null ? this.#handles.get(handle) : undefined;
  }

  /** What stands for the step with the id `id`, wherever it is made. */
  named(id: string): StepHandle {
    return standIn({ kind: "reference", source: { root: "steps", owner: this, id, path: [] } }) as StepHandle;
  }

  /** The id that `handle` names, of one that `named` made. */
  idOf(handle: unknown): string | undefined {
    const recorded = recordedOf(handle);
    return recorded?.kind === "reference" && recorded.source.path.length === 0 ? recorded.source.id : undefined;
  }

  /** The names of what the steps call, in the order of the plan. */
  callableNames(): readonly string[] {
    const all = [...this.steps, ...this.finallySteps].flatMap((step) => [step, ...step.children]);
    return [
      ...new Set(all.flatMap(({ callableName, members }) => callableName ?? (members.toolName?.value as string) ?? [])),
    ];
  }

  /** Takes the steps out of where they were made, for the group that holds them now. */
  taken(handles: readonly unknown[], boundary: Boundary): readonly RecordedStep[] {
    return handles.map((handle) => {
      const step = this.stepOf(handle);
      const at = step === undefined ? -1 : this.#scope.indexOf(step);
      if (step === undefined || at < 0) {
        const found =
          step === undefined ? this.#shown(handle) : "a step that stands elsewhere, such as in another group";
        throw new PlanBuildError(
          `Cannot put ${found} into a group: a step made just before is required`,
          placeAbove(boundary),
        );
      }
      if (step.children.length > 0)
        throw new PlanBuildError(
          `Cannot put a ${step.form} into a group: only calls, questions and waits can stand there`,
          placeAbove(boundary),
        );
      this.#scope.splice(at, 1);
      return step;
    });
  }

  /** The only step that `body` makes, which it must return. */
  only(body: () => unknown, form: "map" | "loop", boundary: Boundary): RecordedStep {
    const made: RecordedStep[] = [];
    const returned = this.#within(made, body);
    const [step, ...others] = made;
    const place = placeAbove(boundary);
    if (step === undefined || others.length > 0) {
      const instead = "Put several into a workflow, and call that.";
      throw new PlanBuildError(
        `Cannot make a ${form} of ${made.length} steps: exactly one is required. ${instead}`,
        place,
      );
    }
    if (this.stepOf(returned) !== step) {
      const required = `its function must return the step that it makes; take fields from what ${form} returns`;
      throw new PlanBuildError(`Cannot make a ${form} that gives ${this.#shown(returned)}: ${required}`, place);
    }
    if (step.children.length > 0)
      throw new PlanBuildError(
        `Cannot put a ${step.form} into a ${form}: put it into a workflow, and call that`,
        place,
      );
    const { resultKey, stepId } = step.options;
    if (resultKey !== undefined || typeof stepId === "string")
      throw new PlanBuildError(`Cannot name the step of a ${form}: name the ${form}`, step.place ?? place);
    return step;
  }

  /** Lets `body` make the steps of `finally`. */
  finally(body: () => unknown, boundary: Boundary): void {
    if (this.#scope !== this.steps)
      throw new PlanBuildError("Cannot say what runs at the end within a map, loop or doFinally", placeAbove(boundary));
    this.#within(this.finallySteps, body);
  }

  #within(scope: RecordedStep[], body: () => unknown): unknown {
    const outer = this.#scope;
    this.#scope = scope;
    try {
      return body();
    } finally {
      this.#scope = outer;
    }
  }

  #shown(value: unknown): string {
    const recorded = recordedOf(value);
    return recorded === undefined ? `a value of type ${typeof value}` : described(recorded);
  }
}
