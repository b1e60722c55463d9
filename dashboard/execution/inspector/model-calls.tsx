/** Calls of models with what they took and cost. */
import { InertText, madeVisible } from "../../parts/inert-text.tsx";
import { duration, exact, money } from "../../parts/numbers.ts";
import type { ExecutionHead } from "../store/execution-model.ts";

export interface ModelCallsProps {
  readonly calls: ExecutionHead["modelCalls"];
}

const purposes: Readonly<Record<string, string>> = {
  ROUTE: "chose an agent",
  PLAN: "made the plan",
  RESPOND: "wrote the answer",
  AGENT: "took a turn",
};

export function ModelCalls({ calls }: ModelCallsProps) {
  if (calls.length === 0) return null;
  const failed = calls.filter(({ failure }) => failure !== null);
  return (
    <section aria-labelledby="insp-calls">
      <h3 id="insp-calls">
        Model calls <span class="end">{calls.length}</span>
      </h3>
      <div class="wide-table">
        <table class="money">
          <thead>
            <tr>
              <th scope="col">Model</th>
              <th scope="col">In</th>
              <th scope="col">Out</th>
              <th scope="col">Took</th>
              <th scope="col">Cost</th>
            </tr>
          </thead>
          <tbody>
            {calls.map(({ costMicros, durationMs, inputTokens, model, number, outputTokens, purpose }) => (
              <tr key={number}>
                <td>
                  {madeVisible(model)}{" "}
                  <span class="soft small">{Object.hasOwn(purposes, purpose) ? purposes[purpose] : purpose}</span>
                </td>
                <td>{exact(inputTokens)}</td>
                <td>{exact(outputTokens)}</td>
                <td>{durationMs === null ? "–" : duration(durationMs)}</td>
                <td>{money(costMicros)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {failed.map(({ failure, number }) => (
        <p key={number} class="small">
          Call {number}: <InertText text={failure?.message ?? ""} limit={300} /> <code>{failure?.code}</code>
        </p>
      ))}
    </section>
  );
}
