/** One step of the earlier execution: how it ended, whether it is reused or called again, and the possible effect of a repeated call. */
import { useState } from "preact/hooks";
import { Icon, type IconName } from "../parts/icon.tsx";
import { madeVisible } from "../parts/inert-text.tsx";
import type { FieldProblem } from "../parts/schema-form/field-problem.ts";
import { Status } from "../parts/status.tsx";
import { callableIcons } from "../run/registry.ts";
import { ChangedArguments } from "./changed-arguments.tsx";
import type { EarlierStep } from "./derive-steps.ts";
import { EarlierOutput } from "./earlier-output.tsx";

export interface DeriveRowProps {
  readonly step: EarlierStep;
  readonly fate: "REUSED" | "REPEATED" | null;
  readonly isFirst: boolean;
  readonly onFirst: () => void;
  /** Whether its arguments can be changed. */
  readonly isChangeable: boolean;
  readonly changed: Readonly<Record<string, unknown>> | undefined;
  readonly onChange: (changed: Readonly<Record<string, unknown>> | undefined) => void;
  /** Whether the text of the arguments can be read. */
  readonly onReadable: (isReadable: boolean) => void;
  readonly problems: readonly FieldProblem[];
  /** Whether calling it again has to be permitted. */
  readonly isInDoubt: boolean;
  readonly isPermitted: boolean;
  readonly onPermit: (isPermitted: boolean) => void;
}

const effects: Readonly<Record<string, readonly [IconName, string]>> = {
  READ_ONLY: ["eye", "changes nothing"],
  IDEMPOTENT: ["retry", "safe to repeat"],
  KEYED: ["key", "new key: its effect may happen again"],
  UNSAFE: ["warn", "its effect may happen again"],
};

export function DeriveRow(props: DeriveRowProps) {
  const { fate, isFirst, onFirst, problems, step } = props;
  const [isOpen, setOpen] = useState(false);
  const effect = step.effectClass === null ? undefined : effects[step.effectClass];
  // Problems are shown for every state of the step: arguments of a reused step cannot be changed.
  const isChangeable = props.isChangeable && (fate === "REPEATED" || props.changed !== undefined);
  const isShown = isChangeable && (isOpen || problems.length > 0);
  return (
    <li class={`derive-row${fate === "REUSED" ? " reused" : ""}`} style={{ "--level": step.level }}>
      <div class="derive-line">
        {step.level === 1 ? (
          <input
            type="radio"
            name="from-step"
            aria-label={`Start from ${madeVisible(step.stepId)}`}
            checked={isFirst}
            onChange={onFirst}
          />
        ) : (
          <span />
        )}
        <Status status={step.status} bare />
        <Icon name={callableIcons[step.kind] ?? "tool"} />
        <span class="name clip">{madeVisible(step.stepId)}</span>
        <span class="soft clip">{step.callableName === step.stepId ? "" : madeVisible(step.callableName ?? "")}</span>
        <span class="derive-fate">
          {fate === "REUSED" && <span class="tag ok">reused</span>}
          {fate === "REPEATED" && <span class="tag">will run</span>}
          {fate === "REPEATED" && effect !== undefined && (
            <span class={`tag${step.effectClass === "UNSAFE" ? " warn" : ""}`}>
              <Icon name={effect[0]} small />
              {effect[1]}
            </span>
          )}
          {isChangeable && (
            <button class="btn quiet small" type="button" aria-expanded={isShown} onClick={() => setOpen(!isOpen)}>
              Arguments<span class="sr"> of {step.stepId}</span>
              {props.changed !== undefined && ", changed"}
            </button>
          )}
        </span>
        {fate === "REUSED" && step.nodeId !== null && <EarlierOutput nodeId={step.nodeId} stepId={step.stepId} />}
      </div>
      {props.isInDoubt && (
        <label class="tick derive-doubt">
          <input
            type="checkbox"
            checked={props.isPermitted}
            onChange={({ currentTarget }) => props.onPermit(currentTarget.checked)}
          />
          <span>
            Call <b>{madeVisible(step.stepId)}</b> again although it may have had its effect already, which could then
            happen twice.
          </span>
        </label>
      )}
      {isShown && (
        <ChangedArguments
          step={step}
          changed={props.changed}
          onChange={props.onChange}
          onReadable={props.onReadable}
          problems={problems}
        />
      )}
    </li>
  );
}
