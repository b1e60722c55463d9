/** The parts of a step that a reference can name, as in `$0.output` and `{{steps.research.output}}`. */
export const stepParts = ["output"] as const;
