/** The parts of a step that a reference can name, as in `$0.output` and `{{steps.research.text}}`. */
export const stepParts = ["output", "text"] as const;

export type StepPart = (typeof stepParts)[number];
