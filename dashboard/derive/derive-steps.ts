/** The steps of an earlier execution for a choice among them: their entries in the plan, and their ends. Pure. */
import type { DeriveSourceQuery } from "./derive.generated.ts";

export type EarlierExecution = NonNullable<DeriveSourceQuery["execution"]>;

export interface EarlierStep {
  readonly stepId: string;
  /** To read its output. Null for a step that never stood anywhere. */
  readonly nodeId: string | null;
  readonly kind: string;
  /** 1 for a step of the plan, 2 for one of a group. */
  readonly level: number;
  /** Null for groups and questions to people. */
  readonly callableName: string | null;
  /** Planned arguments, templates as they were written. */
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly status: string;
  readonly effectClass: string | null;
  /** The known effect of its last call. */
  readonly outcome: string | null;
  readonly failureCode: string | null;
}

interface Meant {
  readonly stepId: string;
  readonly kind: string;
  readonly callableName: string | null;
  readonly arguments: unknown;
  readonly children?: readonly Meant[];
}

interface Was {
  readonly id: string;
  readonly stepId: string;
  readonly status: string;
  readonly failure: { readonly code: string } | null;
  readonly effectClass?: string;
  readonly outcome?: string | null;
  readonly children?: readonly Was[];
}

/** Steps in the order of the plan, groups before their children. Empty for an execution that never had a plan. */
export function earlierSteps({ plan, steps }: Pick<EarlierExecution, "plan" | "steps">): readonly EarlierStep[] {
  const ended = new Map<string, Was>();
  const note = (list: readonly Was[]) => {
    for (const step of list) {
      ended.set(step.stepId, step);
      note(step.children ?? []);
    }
  };
  note(steps);
  const rows: EarlierStep[] = [];
  const add = (list: readonly Meant[], level: number) => {
    for (const step of list) {
      rows.push(rowOf(step, ended.get(step.stepId), level));
      add(step.children ?? [], level + 1);
    }
  };
  add(plan?.steps ?? [], 1);
  return rows;
}

/** Initial bindings of the execution, by name. */
export function initialBindings({ bindings }: Pick<EarlierExecution, "bindings">): readonly string[] {
  return bindings.filter(({ stepId }) => stepId === null).map(({ name }) => name);
}

function rowOf(step: Meant, was: Was | undefined, level: number): EarlierStep {
  const given = step.arguments;
  return {
    stepId: step.stepId,
    kind: step.kind,
    level,
    callableName: step.callableName,
    arguments: typeof given === "object" && given !== null ? (given as Readonly<Record<string, unknown>>) : {},
    nodeId: was?.id ?? null,
    status: was?.status ?? "PENDING",
    effectClass: was?.effectClass ?? null,
    outcome: was?.outcome ?? null,
    failureCode: was?.failure?.code ?? null,
  };
}
