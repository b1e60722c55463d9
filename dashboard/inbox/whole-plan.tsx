/** The plan that a person permits: every call with its effect class and its arguments, and the maximum cost. */
import { useMemo } from "preact/hooks";
import { isJsonArray, isJsonObject, type Json } from "../../src/json/json.ts";
import { EffectClass } from "../parts/effect-class.tsx";
import { madeVisible } from "../parts/inert-text.tsx";
import { JsonView } from "../parts/json-view.tsx";
import { exact, money, plural, upTo } from "../parts/numbers.ts";
import { callId, PlanPicture } from "./plan-picture.tsx";
import type { RequestInFull } from "./use-request.ts";

const mostAtFirst = 100;

export function WholePlan({ request }: { readonly request: RequestInFull }) {
  const { context, execution } = request;
  const effectClasses = useMemo(() => effectsIn(context?.value), [context?.value]);
  const shown = context?.value;
  const steps = isJsonObject(shown) && isJsonArray(shown.steps) ? shown.steps.filter(isJsonObject) : null;
  if (steps === null) {
    return (
      <section aria-labelledby="ask-plan">
        <h3 id="ask-plan">The plan</h3>
        {execution !== null && <PlanPicture executionId={execution.id} effectClasses={effectClasses} />}
        <p class="soft">It is longer than is shown here; the page of the execution has all of it.</p>
        <pre class="json">{madeVisible(request.context?.preview ?? "")}</pre>
      </section>
    );
  }
  const worst = isJsonObject(shown) && isJsonObject(shown.worstCase) ? shown.worstCase : {};
  const unsafe = steps.filter(({ effectClass }) => effectClass === "UNSAFE").length;
  return (
    <section aria-labelledby="ask-plan">
      <h3 id="ask-plan">The plan: {plural(steps.length, "call")}</h3>
      {execution !== null && <PlanPicture executionId={execution.id} effectClasses={effectClasses} />}
      <ol class="plan-calls">
        {steps.slice(0, mostAtFirst).map((step, at) => (
          <li key={at} id={callId(String(step.id))}>
            <span class="row">
              <b class="name">{textOf(step.id)}</b>
              <span class="soft">calls</span>
              <code class="name">{textOf(step.callable)}</code>
              <EffectClass name={textOf(step.effectClass)} />
              {step.group !== undefined && <span class="soft fine">in {textOf(step.group)}</span>}
              {typeof step.atMost === "number" && <span class="soft fine">{plural(step.atMost, "time")} at most</span>}
            </span>
            <JsonView value={step.arguments ?? {}} limit={600} />
          </li>
        ))}
      </ol>
      {steps.length > mostAtFirst && (
        <p class="soft">And {exact(steps.length - mostAtFirst)} more, on the page of the execution.</p>
      )}
      <dl class="facts at-worst">
        <dt>At worst</dt>
        <dd>
          {count(worst.toolCalls, "tool call")}, {count(worst.modelCalls, "model call")}, {count(worst.tokens, "token")}
          , {typeof worst.costMicros === "number" ? money(worst.costMicros) : "at a price that is not known"}
        </dd>
        <dt>Without undo</dt>
        <dd>{unsafe === 0 ? "No call is UNSAFE" : `${plural(unsafe, "call")} of the class UNSAFE`}</dd>
      </dl>
    </section>
  );
}

/** The possible effect of each callable, by its name. Empty where only a part of the plan is shown. */
function effectsIn(shown: unknown): ReadonlyMap<string, string> {
  const steps = isJsonObject(shown) && isJsonArray(shown.steps) ? shown.steps.filter(isJsonObject) : [];
  return new Map(
    steps.flatMap(({ callable, effectClass }) =>
      typeof callable === "string" && typeof effectClass === "string" ? [[callable, effectClass] as const] : [],
    ),
  );
}

function textOf(value: Json | undefined): string {
  return typeof value === "string" ? madeVisible(value) : "";
}

function count(value: Json | undefined, word: string): string {
  return typeof value === "number" ? upTo(value, word) : `unknown ${word}s`;
}
