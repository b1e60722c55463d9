/** The maximum consumption of a plan, beside the limits that hold for it. */
import { boundWords, duration, exact, money } from "../../parts/numbers.ts";
import { registry } from "../registry.ts";
import type { ExecutionLimitsInput } from "../run.generated.ts";
import type { PlanCheck } from "./plan-check.ts";

export function WorstPanel({ check, limits }: { readonly check: PlanCheck; readonly limits: ExecutionLimitsInput }) {
  const { validation } = check;
  const defaults = registry.value.defaultLimits;
  const bound = (name: keyof ExecutionLimitsInput & string) => limits[name] ?? defaults?.[name] ?? null;
  const worst = validation?.worstCase ?? null;
  const isValid = validation?.valid === true;
  const timeoutMs = bound("timeoutMs");
  const maxCost = bound("maxCostMicros");
  const maxTokens = bound("maxTokens");
  const maxCalls = bound("maxModelCalls");
  return (
    <section class="panel" aria-labelledby="h-worst">
      <header>
        <h2 id="h-worst">At worst</h2>
        <span class="end soft fine">every retry used, every limit reached</span>
      </header>
      <div class="worst">
        <table>
          <tbody>
            {worst !== null && (
              <>
                <Row name="Cost of models" of={maxCost === null ? "no limit" : `of ${money(maxCost)}`}>
                  {worst.costMicros === null ? "not known" : money(worst.costMicros)}
                </Row>
                <Row name="Tokens" of={maxTokens === null ? "no limit" : `of ${exact(maxTokens)}`}>
                  {exact(worst.tokens)}
                </Row>
              </>
            )}
            <Row name="Model calls" of={maxCalls === null ? "" : `of ${exact(maxCalls)}`}>
              {worst === null ? (isValid ? "none" : "–") : exact(worst.modelCalls)}
            </Row>
            <Row name="Calls" of={`of ${exact(bound("maxSteps") ?? 0)}`}>
              {isValid ? exact(validation.steps.length) : "–"}
            </Row>
            {worst !== null && (
              <Row name="Calls of tools and agents, repeated ones included" of="">
                {boundWords(worst.toolCalls)}
              </Row>
            )}
            <Row name="Time, people excluded" of="">
              {timeoutMs === null ? "–" : duration(timeoutMs)}
            </Row>
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Row({
  children,
  name,
  of,
}: {
  readonly name: string;
  readonly of: string;
  readonly children: preact.ComponentChildren;
}) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{children}</td>
      <td class="of">{of}</td>
    </tr>
  );
}
