/** The health of an agent, asked for only when somebody wants it: it costs the agent a request. */
import { useState } from "preact/hooks";
import type { Problem } from "../../api/problem.ts";
import { request } from "../../api/request.ts";
import { announce } from "../../parts/announce.tsx";
import { Icon, type IconName } from "../../parts/icon.tsx";
import { InertText } from "../../parts/inert-text.tsx";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { type AgentHealthNowQuery, agentHealthNow } from "./agent-entry.generated.ts";
import { Moment } from "./moment.tsx";

type Health = NonNullable<NonNullable<AgentHealthNowQuery["agent"]>["health"]>;

const looks: Readonly<
  Record<Health["status"], { readonly icon: IconName; readonly tone: string; readonly word: string }>
> = {
  HEALTHY: { icon: "succeeded", tone: "st-succeeded", word: "Healthy" },
  UNHEALTHY: { icon: "failed", tone: "st-failed", word: "Unhealthy" },
  UNKNOWN: { icon: "pending", tone: "st-pending", word: "Not known" },
};

export function AgentHealth({ name }: { readonly name: string }) {
  const [health, setHealth] = useState<Health | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isAsking, setAsking] = useState(false);
  const check = async () => {
    if (isAsking) return;
    setAsking(true);
    const answer = await request(agentHealthNow, { name });
    setAsking(false);
    const found = answer.ok ? (answer.data.agent?.health ?? null) : null;
    setHealth(found);
    setProblem(
      answer.ok
        ? (answer.problems[0] ??
            (found === null ? { code: "NOT_FOUND", message: "The agent is not registered any more" } : null))
        : answer.problem,
    );
    if (found !== null) announce(`Health of ${name}: ${looks[found.status]?.word ?? found.status}`);
  };
  const look = health === null ? null : looks[health.status];
  return (
    <div class="health">
      {health !== null && (
        <span class={`st ${look?.tone ?? ""}`}>
          <Icon name={look?.icon ?? "pending"} small />
          {look?.word ?? health.status}
        </span>
      )}
      {health?.checkedAt != null && (
        <span class="soft">
          {" "}
          <Moment at={health.checkedAt} />
        </span>
      )}
      <button class="btn small" type="button" aria-disabled={isAsking} onClick={() => void check()}>
        {isAsking ? "Checking" : health === null ? "Check now" : "Check again"}
      </button>
      {health?.message != null && (
        <p class="soft">
          <InertText text={health.message} limit={400} />
        </p>
      )}
      {health?.status === "UNKNOWN" && health.message === null && <p class="soft">It has no health check.</p>}
      {problem !== null && <ProblemNote {...problem} />}
    </div>
  );
}
