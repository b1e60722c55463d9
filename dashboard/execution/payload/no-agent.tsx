/** The note on a question that fits no agent, so that none was asked. It offers to make a plan of the same words. */
import { useRef, useState } from "preact/hooks";
import type { Problem } from "../../api/problem.ts";
import { request } from "../../api/request.ts";
import { Icon } from "../../parts/icon.tsx";
import { InertText } from "../../parts/inert-text.tsx";
import { navigate } from "../../shell/location.ts";
import { executionAddress } from "../../shell/route.ts";
import type { ExecutionHead } from "../store/execution-model.ts";
import { planInstead } from "./plan-instead.generated.ts";
import { hasNoAgent } from "./run-parts.ts";

export function NoAgent({ head }: { readonly head: ExecutionHead }) {
  const [problem, setProblem] = useState<Problem | null>(null);
  const isSending = useRef(false);
  const { prompt, routing } = head;
  if (!hasNoAgent(head) || routing === null || prompt === null) return null;
  const start = async () => {
    if (isSending.current) return;
    isSending.current = true;
    setProblem(null);
    // The same question gives the same run, however often the button is pressed.
    const options = { idempotencyKey: `plan-instead:${head.id.slice(-64)}` };
    const answer = await request(planInstead, { input: { source: { prompt: { text: prompt } }, options } });
    isSending.current = false;
    const payload = answer.ok ? answer.data.executePlan : null;
    if (payload?.execution) navigate(executionAddress(payload.execution.id));
    else setProblem(answer.ok ? (payload?.errors[0] ?? answer.problems[0] ?? null) : answer.problem);
  };
  return (
    <div class="note warn no-agent">
      <Icon name="warn" />
      <div>
        <b>No agent fits this question, so none was asked.</b>
        {routing.unknownAgentName !== null && (
          <>
            {" "}
            The model named <InertText text={routing.unknownAgentName} limit={120} />, which is not registered.
          </>
        )}
        {routing.reason !== null && routing.reason !== "" && (
          <>
            {" "}
            <InertText text={routing.reason} limit={300} />
          </>
        )}
        {problem !== null && (
          <p role="alert">
            No plan was started: <InertText text={problem.message} limit={300} /> <code>{problem.code}</code>
          </p>
        )}
      </div>
      <button class="btn primary small" type="button" onClick={() => void start()}>
        Make a plan instead
      </button>
    </div>
  );
}
