/**
 * The labels that a call gives its output. A registration declares them; without a word of it they follow from the kind of provider. A
 * workflow is followed into its plan, and an agent of ours into everything that it can reach, so that the labels of their output are known
 * before they run.
 */

import type { CallableDefinition, ExecutionDefinitions, ProviderDefinition } from "../callable.ts";
import type { WorkflowDefinition } from "../run-definition.ts";
import { childKeyOf, runDefinitionOf } from "../run-definitions.ts";
import { eventCallableName } from "../waits/event-callable.ts";
import { type LabelSet, labelsFrom, labelsThrough, noLabels, trustedLabel, unionOf, untrustedLabel } from "./label.ts";

/** The pinned definitions, and a function that follows a workflow. */
export interface LabelContext {
  readonly definitions: ExecutionDefinitions;
  /** Labels of the output of `workflow` whose input has `given`. */
  readonly workflowOutput: (workflow: WorkflowDefinition, given: LabelSet) => LabelSet;
}

/** The labels of the output of `callable` when its arguments have `given`. `place` is the place of its output, such as `search.output`. */
export function outputLabelsOf(
  callable: CallableDefinition | undefined,
  given: LabelSet,
  place: string,
  context: LabelContext,
): LabelSet {
  if (callable === undefined) return unionOf([labelsFrom([untrustedLabel], place), given]);
  const named = `${place} (${callable.name})`;
  const declared = callable.outputLabels;
  if (declared !== undefined) {
    const own = declared.filter((label) => label !== trustedLabel);
    const begun = own.length === 0 ? noLabels : labelsFrom(own, named);
    return declared.includes(trustedLabel) ? begun : unionOf([begun, labelsThrough(given, named)]);
  }
  switch (providerKindOf(callable, context.definitions)) {
    case "PERSON":
      // People see the question, and decide.
      return labelsFrom(["PERSON"], named);
    case "WAIT":
      // Events are sent by callers with the scope for it.
      return callable.remoteName === eventCallableName ? labelsFrom(["CALLER"], named) : noLabels;
    case "CODE":
      return labelsThrough(given, named);
    case "CHILD":
      return childLabels(callable, given, named, context);
    default:
      return unionOf([labelsFrom([untrustedLabel], named), labelsThrough(given, named)]);
  }
}

/** How `callable` is reached. Undefined for one whose provider was not pinned. */
export function providerKindOf(
  { provider }: Pick<CallableDefinition, "provider">,
  { providers }: Pick<ExecutionDefinitions, "providers">,
): ProviderDefinition["kind"] | undefined {
  return providers.find(({ name }) => name === provider)?.kind;
}

function childLabels(callable: CallableDefinition, given: LabelSet, place: string, context: LabelContext): LabelSet {
  const { definitions, workflowOutput } = context;
  const run = runDefinitionOf(definitions, childKeyOf(definitions, callable) ?? "");
  if (run === undefined) return unionOf([labelsFrom([untrustedLabel], place), labelsThrough(given, place)]);
  if (run.kind === "WORKFLOW") return labelsThrough(workflowOutput(run, given), place);
  // A model chooses its calls and sees their results, so its words have the labels of all that it can reach.
  const reached = reachedLabels(run.callableNames, context);
  return unionOf([labelsFrom(["MODEL"], place), labelsThrough(given, place), labelsThrough(reached, place)]);
}

/** Labels of all that a run which may call `names`, and the runs below it, can be given. A failure gives it why a person declined a call. */
export function reachedLabels(names: readonly string[], context: LabelContext): LabelSet {
  const { definitions } = context;
  const callables = new Map([...(definitions.inherited ?? []), ...definitions.callables].map((one) => [one.name, one]));
  const met = new Set(names);
  const found: LabelSet[] = [];
  // The list grows while it is read; agents may call one another in a circle.
  for (const name of met) {
    const callable = callables.get(name);
    const run = callable && runDefinitionOf(definitions, childKeyOf(definitions, callable) ?? "");
    if (run === undefined || callable?.outputLabels !== undefined)
      found.push(outputLabelsOf(callable, noLabels, `output of ${name}`, context));
    else {
      for (const below of run.callableNames) met.add(below);
      found.push(labelsFrom([run.kind === "WORKFLOW" ? "PLAN" : "MODEL"], `output of ${name}`));
    }
  }
  if (names.length > 0) found.push(labelsFrom(["PERSON"], "why a call was declined"));
  return unionOf(found);
}
