/** The filters beside the status. Each changes the address, from which the list is read. */
import { signal } from "@preact/signals";
import { useLayoutEffect, useState } from "preact/hooks";
import { request } from "../api/request.ts";
import { Icon } from "../parts/icon.tsx";
import { setQuery } from "../shell/location.ts";
import { callableNames } from "./callable-names.generated.ts";
import { kinds, type ListView, labelsIn, queryOf, waitKinds } from "./execution-filter.ts";
import { wantedView } from "./execution-list.ts";
import { kindWord, waitWords } from "./row-words.ts";

/** Names in the registry, read when somebody is about to write one. Null until then. */
const names = signal<readonly string[] | null>(null);

export function FilterFields() {
  const view = wantedView.value;
  const change = (part: Partial<ListView>) => setQuery(queryOf({ ...view, ...part }), { replace: false });
  return (
    <>
      <select
        aria-label="Kind"
        value={view.kind ?? ""}
        onChange={({ currentTarget: { value } }) => change({ kind: kinds.find((kind) => kind === value) ?? null })}
      >
        <option value="">Any kind</option>
        {kinds.map((kind) => (
          <option key={kind} value={kind}>
            {kind === "SCHEDULE" ? "Run of a schedule" : kindWord(kind)}
          </option>
        ))}
      </select>
      <select
        aria-label="Waits for"
        value={view.waitingFor ?? ""}
        onChange={({ currentTarget: { value } }) =>
          change({ waitingFor: waitKinds.find((kind) => kind === value) ?? null })
        }
      >
        <option value="">Any wait</option>
        {waitKinds.map((kind) => (
          <option key={kind} value={kind}>
            Waits for {waitWords[kind]}
          </option>
        ))}
      </select>
      <CallableField name={view.callable} onChange={(callable) => change({ callable })} />
      <LabelField text={view.labels} onChange={(labels) => change({ labels })} />
      <select
        aria-label="Started within"
        value={view.period}
        onChange={({ currentTarget: { value } }) => change({ period: value as ListView["period"] })}
      >
        <option value="ALL">Any time</option>
        <option value="HOUR">Last hour</option>
        <option value="DAY">Last 24 hours</option>
        <option value="WEEK">Last 7 days</option>
      </select>
      <label class="tick">
        <input
          type="checkbox"
          checked={view.hidesChildren}
          onChange={({ currentTarget: { checked } }) => change({ hidesChildren: checked })}
        />{" "}
        Hide children
      </label>
      {view.context !== "" && (
        <button class="btn small one-conversation" type="button" onClick={() => change({ context: "" })}>
          One conversation <Icon name="close" small />
          <span class="sr">Show all</span>
        </button>
      )}
    </>
  );
}

interface TextFieldProps {
  readonly onChange: (text: string) => void;
}

function CallableField({ name, onChange }: TextFieldProps & { readonly name: string }) {
  const [text, setText] = useState(name);
  // Not after the next frame: text that somebody has typed by then would be lost.
  useLayoutEffect(() => setText(name), [name]);
  return (
    <>
      <input
        aria-label="May call"
        placeholder="Any callable"
        list="callable-names"
        autocomplete="off"
        spellcheck={false}
        value={text}
        onFocus={() => void readNames()}
        onInput={({ currentTarget: { value } }) => {
          setText(value);
          // One that was chosen from the list, or an emptied field, counts at once.
          if (value === "" || (names.peek() ?? []).includes(value)) onChange(value);
        }}
        onChange={({ currentTarget: { value } }) => onChange(value.trim())}
      />
      <datalist id="callable-names">
        {(names.value ?? []).map((known) => (
          <option key={known} value={known} />
        ))}
      </datalist>
    </>
  );
}

function LabelField({ text, onChange }: TextFieldProps & { readonly text: string }) {
  const [written, setWritten] = useState(text);
  useLayoutEffect(() => setWritten(text), [text]);
  const { problem } = labelsIn(text);
  return (
    <div class="labelled">
      <input
        aria-label="Labels"
        aria-invalid={problem !== null}
        aria-describedby={problem === null ? undefined : "label-problem"}
        placeholder="label=value"
        autocomplete="off"
        spellcheck={false}
        value={written}
        onInput={({ currentTarget: { value } }) => {
          setWritten(value);
          if (value === "") onChange("");
        }}
        onChange={({ currentTarget: { value } }) => onChange(value.trim())}
      />
      {problem !== null && (
        <span class="field-problem" id="label-problem">
          {problem}
        </span>
      )}
    </div>
  );
}

async function readNames(): Promise<void> {
  if (names.peek() !== null) return;
  names.value = [];
  const answer = await request(callableNames, {});
  if (!answer.ok) {
    // Asked again at the next visit of the field.
    names.value = null;
    return;
  }
  const { agents, tools, workflows } = answer.data;
  const all = [
    ...(tools?.nodes ?? []).map(({ name }) => name),
    ...(agents?.nodes ?? []).flatMap(({ name, toolName }) => [name, toolName]),
    ...(workflows?.nodes ?? []).map(({ name }) => name),
  ];
  names.value = [...new Set(all)].sort();
}
