/** How to run it: who is asked first, limits, labels. The deployment decides options that nobody sets. */
import { CopyButton } from "../../parts/copy-button.tsx";
import { ChoiceField } from "../../parts/field.tsx";
import { duration, exact, money } from "../../parts/numbers.ts";
import { registry } from "../registry.ts";
import type { OptionsDraft } from "./draft.ts";
import { useOpenPanel } from "./open-panel.ts";
import { keyFor } from "./run-key.ts";
import { limitEntries, type ParsedOptions } from "./run-options-input.ts";

export interface OptionsPanelProps {
  readonly options: OptionsDraft;
  readonly onChange: (changes: Partial<OptionsDraft>) => void;
  /** The text for options that nobody sets: "Defaults of the deployment". */
  readonly otherwise?: string;
  readonly parsed: ParsedOptions;
  /** The composed request, for its idempotency key. */
  readonly composed: unknown;
  /** Whether the order of a plan can be chosen. */
  readonly hasSchedule: boolean;
}

const approvals = [
  ["", "Before calls that say they destroy data (default)"],
  ["NEVER", "Never"],
  ["ALL_EFFECTS", "Before every call that may have an effect"],
  ["PLAN", "Once for the whole plan, before its first call"],
] as const;

const schedules = [
  ["", "As the plan says (default)"],
  ["SEQUENTIAL", "One after another"],
  ["DATAFLOW", "As soon as their inputs exist"],
] as const;

const policies = [
  ["", "Fail the step (default)"],
  ["RETRY", "Call again with the same key"],
  ["ASK", "Ask a person"],
] as const;

const inUnit = { "": exact, TIME: duration, MONEY: money } as const;
const unitWords = { TIME: "such as 30 s, 10 min", MONEY: "in dollars" } as const;

export function OptionsPanel({
  composed,
  hasSchedule,
  onChange,
  options,
  otherwise = "Defaults of the deployment",
  parsed,
}: OptionsPanelProps) {
  const defaults = registry.value.defaultLimits;
  const key = keyFor(JSON.stringify(composed));
  const wrong = parsed.ok ? null : parsed;
  const panel = useOpenPanel(wrong !== null);
  return (
    <details class="panel options" ref={panel}>
      <summary>
        <h2>Options</h2>
        <span class="soft fine">{summaryOf(options) || otherwise}</span>
      </summary>
      <div class="fields">
        <ChoiceField
          id="o-approval"
          label="A person approves"
          choices={approvals}
          value={options.approval}
          onChoice={(approval) => onChange({ approval })}
        />
        {hasSchedule && (
          <ChoiceField
            id="o-schedule"
            label="Order of calls"
            choices={schedules}
            value={options.schedule}
            onChoice={(schedule) => onChange({ schedule })}
          />
        )}
        <ChoiceField
          id="o-doubt"
          label="If the answer of a call is lost"
          choices={policies}
          value={options.inDoubt}
          onChoice={(inDoubt) => onChange({ inDoubt })}
        />
        {limitEntries.map(({ label, name, unit }) => {
          const standard = defaults?.[name] ?? null;
          const shown = standard === null ? "no limit" : inUnit[unit](standard);
          return (
            <div key={name} class="field">
              <label for={`o-${name}`}>
                {label} {unit !== "" && <span class="soft">{unitWords[unit]}</span>}
              </label>
              <input
                id={`o-${name}`}
                inputMode={unit === "TIME" ? "text" : unit === "MONEY" ? "decimal" : "numeric"}
                autocomplete="off"
                value={options.limits[name] ?? ""}
                placeholder={shown}
                aria-invalid={wrong?.place === name}
                onInput={({ currentTarget: { value } }) => onChange({ limits: { ...options.limits, [name]: value } })}
              />
              {wrong?.place === name && <span class="wrong">{wrong.message}</span>}
            </div>
          );
        })}
        <div class="field wide">
          <label for="o-labels">Labels</label>
          <textarea
            id="o-labels"
            rows={2}
            class="mono"
            placeholder="team: search"
            value={options.labels}
            aria-invalid={wrong?.place === "labels"}
            onInput={({ currentTarget: { value } }) => onChange({ labels: value })}
          />
          <span class="hint">One a line: key, colon, value.</span>
          {wrong?.place === "labels" && <span class="wrong">{wrong.message}</span>}
        </div>
        <div class="field wide">
          <span class="label">Idempotency key</span>
          <span class="key-line">
            <code class="clip">{key}</code>
            <CopyButton text={key} what="idempotency key" />
          </span>
          <span class="hint">Made for what stands here now. Starting twice under it starts one execution.</span>
        </div>
      </div>
    </details>
  );
}

function summaryOf({ approval, labels, limits, schedule }: OptionsDraft): string {
  const set = Object.values(limits).filter((text) => text.trim() !== "").length;
  const parts = [
    approval === "" ? null : approvals.find(([name]) => name === approval)?.[1],
    schedule === "" ? null : schedules.find(([name]) => name === schedule)?.[1],
    set === 0 ? null : `${set} ${set === 1 ? "limit" : "limits"} set`,
    labels.trim() === "" ? null : "labelled",
  ].filter((part) => part !== null);
  return parts.join(" · ");
}
