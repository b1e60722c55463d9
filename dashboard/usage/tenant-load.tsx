/** The storage of the tenant, its open requests, and its use of the Worker that it may share with others, by the day. */
import { useAnswer } from "../api/use-answer.ts";
import { bytes, exact, short } from "../parts/numbers.ts";
import { type StorageOfTenantQuery, storageOfTenant } from "./storage.generated.ts";

type Storage = NonNullable<StorageOfTenantQuery["storageUsage"]>;

export function TenantLoad() {
  const { data } = useAnswer(storageOfTenant, {});
  const storage = data?.storageUsage ?? null;
  return storage === null ? null : <Load storage={storage} />;
}

/** An amount that no deployment of this version leaves out is shown as a dash. */
function Load({ storage }: { readonly storage: Storage }) {
  const { artifacts, conversations, executions, openSockets, openSubscriptions } = storage;
  const traffic = storage.traffic ?? [];
  const amount = (stored: Storage["artifacts"]) =>
    stored === null ? "–" : `${exact(stored.count)}, ${bytes(stored.bytes)}`;
  const rows = [
    ["Ended executions", amount(executions)],
    ["Conversations", amount(conversations)],
    ["Artifacts of no execution", amount(artifacts)],
    ["Open subscriptions", openSubscriptions === null ? "–" : exact(openSubscriptions)],
    ["Open WebSockets", openSockets === null ? "–" : exact(openSockets)],
  ] as const;
  return (
    <section class="panel budget tenant-load" aria-labelledby="tenant-load">
      <h2 id="tenant-load">Stored and open</h2>
      <dl>
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p class="usage-scope">Open is what the isolate that answered holds; others may hold more.</p>
      {traffic.length > 0 && (
        <table>
          <caption>Taken of the Worker by day (UTC), at least</caption>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">Answered</th>
              <th scope="col">Steps of plan checks</th>
            </tr>
          </thead>
          <tbody>
            {traffic.map(({ answeredBytes, checkSteps, day }) => (
              <tr key={day}>
                <th scope="row">{day.slice(0, 10)}</th>
                <td>{bytes(answeredBytes)}</td>
                <td>{short(checkSteps)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
