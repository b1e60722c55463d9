/**
 * The storage of the tenant, or of one subject, its open requests, and its use of the Worker that it may share with others, by the day. The
 * subject is in the address.
 */
import { useLayoutEffect, useState } from "preact/hooks";
import { useAnswer } from "../api/use-answer.ts";
import { bytes, exact, short } from "../parts/numbers.ts";
import { ProblemNote } from "../parts/problem-note.tsx";
import { place, setQuery } from "../shell/location.ts";
import { type StorageOfTenantQuery, storageOfTenant } from "./storage.generated.ts";

type Storage = NonNullable<StorageOfTenantQuery["storageUsage"]>;

export function TenantLoad() {
  const subject = place.value.query.get("subject");
  const { data, problem } = useAnswer(storageOfTenant, { subject });
  const storage = data?.storageUsage ?? null;
  if (storage === null && subject === null) return null;
  return (
    <section class="panel budget tenant-load" aria-labelledby="tenant-load">
      <h2 id="tenant-load">Stored and open</h2>
      <SubjectField subject={subject ?? ""} />
      {subject !== null && problem !== null && <ProblemNote code={problem.code} message={problem.message} />}
      {storage !== null && <Load storage={storage} isOfSubject={subject !== null} />}
    </section>
  );
}

/** Empty for the whole tenant. */
function SubjectField({ subject }: { readonly subject: string }) {
  const [text, setText] = useState(subject);
  useLayoutEffect(() => setText(subject), [subject]);
  return (
    <label>
      Subject
      <input
        placeholder="The whole tenant"
        autocomplete="off"
        spellcheck={false}
        value={text}
        onInput={({ currentTarget: { value } }) => setText(value)}
        onChange={({ currentTarget: { value } }) => setQuery({ subject: value.trim() })}
      />
    </label>
  );
}

/** An amount that no deployment of this version leaves out is shown as a dash. */
function Load({ isOfSubject, storage }: { readonly storage: Storage; readonly isOfSubject: boolean }) {
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
    <>
      <dl>
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p class="usage-scope">
        Open is what the isolate that answered holds; others may hold more.
        {isOfSubject &&
          storage.traffic === null &&
          " What a subject takes of the Worker is counted where it has a cap."}
      </p>
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
    </>
  );
}
