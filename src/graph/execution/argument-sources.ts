/**
 * Where the arguments of a call came from. For a step of a plan the plan says so. The tool that follows the turn of an agent takes them
 * from the structured output of that turn, whose keys match its parameters regardless of case.
 */

import type { GraphQLResolveInfo } from "graphql";
import { turnSteps } from "../../execution/events/turn-event.ts";
import { matchedParameters } from "../../execution/state/auto-tool-step.ts";
import type { ExecutionView, StepView } from "../../execution/views/execution-view.ts";
import { isJsonObject } from "../../json/json.ts";
import type { ValueFrame } from "../../json/stored-value.ts";
import { jsonPointer } from "../../json/value-path.ts";
import { maxValueSources, type ValueSource, valueSources } from "../../plan/compile/value-sources.ts";
import type { AnswerRoot } from "../base/answer-bytes.ts";
import { framedPayload } from "../base/payload.ts";
import type { Executions } from "../base/ports.ts";
import { selectedFields } from "../base/selected-fields.ts";
import { stepLabels } from "./label-reads.ts";

/** A source as the API shows it. */
export interface ShownSource extends ValueSource {
  readonly labels: readonly string[];
}

/** `given` are the arguments, as far as they are known. 200 sources at most, as of every step. The object is asked for their labels if `info` selects them. */
export async function argumentSources(
  view: ExecutionView,
  step: StepView,
  given: ValueFrame | null,
  executions: Executions,
  info: GraphQLResolveInfo,
  root: AnswerRoot,
): Promise<readonly ShownSource[]> {
  const sources = await sourcesOf(view, step, given, executions, root);
  const isAsked = sources.length > 0 && selectedFields(info, []).has("labels");
  const known = isAsked ? await stepLabels(executions, view, step.id) : null;
  const labels = new Map(known?.map((one) => [placeOf(one), one.labels]));
  return sources.map((source) => ({ ...source, labels: labels.get(placeOf(source)) ?? [] }));
}

/** Distinguishes the sources of a step. */
function placeOf({ source, stepId, target }: Pick<ValueSource, "source" | "stepId" | "target">): string {
  return JSON.stringify([target, stepId ?? null, source ?? null]);
}

async function sourcesOf(
  view: ExecutionView,
  step: StepView,
  given: ValueFrame | null,
  executions: Executions,
  root: AnswerRoot,
): Promise<readonly ValueSource[]> {
  const turn = view.turns?.turns.find(({ number }) => turnSteps(number).tool === step.id);
  if (turn === undefined) return valueSources(view, step.id);
  const agent = view.steps.find(({ id }) => id === turnSteps(turn.number).agent);
  if (given === null || agent?.output == null) return [];
  const { execution } = view;
  const [taken, output] = await Promise.all(
    [given, agent.output].map((frame) => framedPayload(executions, execution, frame).read(root)),
  );
  if (!isJsonObject(taken) || !isJsonObject(output)) return [];
  // The runtime itself gives arguments that no key of the output gives, such as the context.
  const matched = matchedParameters({ parameterNames: Object.keys(taken) }, output);
  const sources = matched.map(([parameter, key]): ValueSource => {
    const source = { kind: "AGENT", stepId: agent.id, sourcePart: "OUTPUT", callableName: turn.agentName } as const;
    return { ...source, target: jsonPointer([parameter]), source: jsonPointer([key]) };
  });
  return sources.slice(0, maxValueSources);
}
