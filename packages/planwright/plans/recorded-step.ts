/** A step as the code of a plan recorded it, before it is written. */
import type { StepOptions } from "./step-options.ts";

/** The forms of steps in the plan document. */
export type StepForm = "tool" | "parallel" | "map" | "loop" | "humanInput" | "sleep" | "waitForEvent";

/** How a member of a step is written. */
export type Member =
  /** As it stands. */
  | { readonly as: "literal"; readonly value: unknown }
  /** References and literal text, the latter escaped. */
  | { readonly as: "operand"; readonly value: unknown }
  /** As `operand`, but it must come to a text or number, else the step is written as a call. */
  | { readonly as: "scalar"; readonly value: unknown }
  | { readonly as: "condition"; readonly value: unknown };

export interface RecordedStep {
  readonly form: StepForm;
  /** The id that it is given if nobody else has it. */
  readonly wish: string;
  readonly options: StepOptions;
  /** Name of what a step of this form calls, where the form is one of a call. */
  readonly callableName?: string;
  readonly members: Readonly<Record<string, Member>>;
  /** What a group, map or loop holds. */
  readonly children: RecordedStep[];
  /** Of a map or loop, what owns its item or turn. */
  readonly turn?: object;
  /** The group, map or loop that holds it. */
  holder: RecordedStep | undefined;
  /** Where the code says it. */
  readonly place: string | undefined;
}
