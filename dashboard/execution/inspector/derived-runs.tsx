/** The retries and forks of an execution, the newest first: the other way round is among its vital signs. */
import { instant, minute } from "../../api/clock.ts";
import { useAnswer } from "../../api/use-answer.ts";
import { madeVisible } from "../../parts/inert-text.tsx";
import { ago } from "../../parts/numbers.ts";
import { Status } from "../../parts/status.tsx";
import { compareAddress, executionAddress } from "../../shell/route.ts";
import { shortId } from "../short-id.ts";
import { derivedRuns } from "./derived-runs.generated.ts";

export function DerivedRuns({ executionId }: { readonly executionId: string }) {
  const { data } = useAnswer(derivedRuns, { id: executionId });
  const found = data?.executions ?? null;
  if (found === null || found.nodes.length === 0) return null;
  return (
    <section aria-labelledby="insp-derived">
      <h3 id="insp-derived">Retries and forks of this run</h3>
      <ul class="faults derived">
        {found.nodes.map(({ createdAt, id, status, title }) => (
          <li key={id}>
            <a href={executionAddress(id)}>
              <bdi>{title === "" ? shortId(id) : madeVisible(title)}</bdi>
            </a>
            <Status status={status} />
            <span class="soft small">{ago(instant(createdAt), minute.value)}</span>
            <a class="small" href={compareAddress(executionId, id)}>
              Compare<span class="sr"> with {title === "" ? shortId(id) : madeVisible(title)}</span>
            </a>
          </li>
        ))}
      </ul>
      {found.pageInfo.hasNextPage && <p class="soft small">Only the newest 20 are shown.</p>}
    </section>
  );
}
