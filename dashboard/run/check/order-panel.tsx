/** In which order the calls of a plan would run, and which of them a person has to permit. */
import { Fragment } from "preact";
import { Icon } from "../../parts/icon.tsx";
import { madeVisible } from "../../parts/inert-text.tsx";
import { plural } from "../../parts/numbers.ts";
import { callableIcons, registry } from "../registry.ts";
import type { PlanCheck } from "./plan-check.ts";
import { orderOf } from "./plan-order.ts";

const mostWaves = 60;

export function OrderPanel({ approval, check }: { readonly check: PlanCheck; readonly approval: string }) {
  const { validation } = check;
  const waves = validation?.valid ? orderOf(validation, registry.value.callables, approval) : [];
  const most = Math.max(0, ...waves.map(({ calls }) => calls.length));
  return (
    <section class="panel" aria-labelledby="h-order">
      <header>
        <h2 id="h-order">Order</h2>
        {waves.length > 0 && (
          <span class="end soft fine">
            {plural(waves.length, "wave")}, at most {plural(most, "call")} at a time
          </span>
        )}
      </header>
      {waves.length === 0 ? (
        <p class="quiet-note">
          {validation?.valid === false ? "Known once the errors are fixed." : "Waves of calls stand here."}
        </p>
      ) : (
        <ol class="waves">
          {approval === "PLAN" && (
            <li>
              <span class="no">0</span>
              <div class="items">
                <Approves />
              </div>
              <p class="why">the whole plan, before its first call</p>
            </li>
          )}
          {waves.slice(0, mostWaves).map(({ calls, why }, at) => (
            <li key={at}>
              <span class="no">{at + 1}</span>
              <div class="items">
                {calls.map(({ callableName, isApproved, kind, stepId }) => (
                  <Fragment key={stepId}>
                    <span class="call" title={madeVisible(callableName)}>
                      <Icon name={callableIcons[kind] ?? "tool"} />
                      <span class="clip">{madeVisible(stepId)}</span>
                    </span>
                    {isApproved && <Approves />}
                  </Fragment>
                ))}
              </div>
              {why !== "" && <p class="why">{madeVisible(why)}</p>}
            </li>
          ))}
          {waves.length > mostWaves && <li>{plural(waves.length - mostWaves, "further wave")}</li>}
        </ol>
      )}
    </section>
  );
}

function Approves() {
  return (
    <span class="call wait">
      <Icon name="person" />a person approves
    </span>
  );
}
