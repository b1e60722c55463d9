/** The parts of a step that a reference can name, as in `$0.output`, `{{steps.research.text}}`, `{{steps.pay.status}}` and `{{steps.poll.count}}`. */
export const stepParts = ["output", "text", "status", "count"] as const;

export type StepPart = (typeof stepParts)[number];

/** How a step can have ended when another refers to its status. */
export const endedStatuses = ["SUCCEEDED", "PARTIAL", "FAILED", "SKIPPED", "CANCELLED"] as const;

const sourceParts = { output: "OUTPUT", text: "TEXT", status: "STATUS", count: "COUNT" } as const satisfies Record<
  StepPart,
  string
>;

/** The parts of a step, as the API names them. */
export type SourcePart = (typeof sourceParts)[StepPart];

/** The API's name of the part that a reference to a step names. Without a part it is the output. */
export function sourcePartOf(part: StepPart | undefined): SourcePart {
  return sourceParts[part ?? "output"];
}
