/**
 * Room `execution/model-calls`: the calls of models, each with its duration and cost and, when opened, with the words: the request to the
 * model (system, messages, tools), its answer, why it stopped.
 */
import { useState } from "preact/hooks";
import { Icon } from "../../parts/icon.tsx";
import { madeVisible } from "../../parts/inert-text.tsx";
import { duration, exact, money } from "../../parts/numbers.ts";
import type { ExecutionHead } from "../store/execution-model.ts";
import { OpenModelCall } from "./open-model-call.tsx";
import "./model-calls.css";

export interface ModelCallsProps {
  readonly executionId: string;
  readonly calls: ExecutionHead["modelCalls"];
}

type Call = ExecutionHead["modelCalls"][number];

const purposes: Readonly<Record<string, string>> = {
  ROUTE: "chose an agent",
  PLAN: "made the plan",
  RESPOND: "wrote the answer",
  AGENT: "took a turn",
};

export function ModelCalls({ calls, executionId }: ModelCallsProps) {
  if (calls.length === 0) return null;
  return (
    <section aria-labelledby="insp-calls">
      <h3 id="insp-calls">
        Model calls <span class="end">{calls.length}</span>
      </h3>
      <ul class="mcalls">
        {calls.map((call) => (
          <ModelCallLine key={call.number} call={call} executionId={executionId} />
        ))}
      </ul>
    </section>
  );
}

interface LineProps {
  readonly call: Call;
  readonly executionId: string;
}

function ModelCallLine({ call, executionId }: LineProps) {
  const [isOpen, setOpen] = useState(false);
  const { costMicros, durationMs, failure, inputTokens, model, number, outputTokens, purpose } = call;
  return (
    <li>
      <button class="mcall" type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Icon name={isOpen ? "down" : "right"} />
        <span class="what">
          <b>{madeVisible(model)}</b> {Object.hasOwn(purposes, purpose) ? purposes[purpose] : purpose}
          {failure !== null && <span class="tag bad">{failure.code}</span>}
        </span>
        <span class="cost">{durationMs === null ? "running" : duration(durationMs)}</span>
        <span class="soft small">
          {exact(inputTokens)} in, {exact(outputTokens)} out
        </span>
        <span class="soft small cost">{money(costMicros)}</span>
      </button>
      {isOpen && (
        <OpenModelCall
          key={`${number} ${durationMs === null}`}
          executionId={executionId}
          number={number}
          failure={failure}
        />
      )}
    </li>
  );
}
