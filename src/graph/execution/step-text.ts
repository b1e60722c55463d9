/** The text of a step, made of its content and its output when it is asked for (`result-text.ts`). */
import { hasSucceeded } from "../../execution/events/has-succeeded.ts";
import { contentIn, resultText, textlessness } from "../../plan/result-text.ts";
import type { GraphContext } from "../base/graph-context.ts";
import { computedPayload, optionalPayload } from "../base/payload.ts";
import type { PayloadSource } from "../base/payload-source.ts";
import type { StepSource } from "../base/sources.ts";

/** Null for a step that has none: it has not succeeded, or a person answered it. */
export function stepText({ step, view }: StepSource, { clients }: GraphContext): PayloadSource | null {
  const callable = view.callables.find(({ name }) => name === step.callableName);
  if (!hasSucceeded(step.status) || callable === undefined || textlessness(callable) !== null) return null;
  const content = optionalPayload(clients.executions, view.execution, step.content);
  const output = optionalPayload(clients.executions, view.execution, step.output);
  if (content === null && output === null) return null;
  return computedPayload(async (root) => resultText(contentIn(await content?.read(root)), await output?.read(root)));
}
