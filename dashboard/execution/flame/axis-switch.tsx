/** The switch between the units of the axis. */
import type { ExecutionStore } from "../store/execution-model.ts";
import { axes, axisWords, showAxis, shownAxis } from "./metric.ts";

export function AxisSwitch() {
  const shown = shownAxis();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has looks and a legend; these are toggles in a row
    <div class="seg axis-switch" role="group" aria-label="Axis">
      {axes.map((axis) => (
        <button key={axis} type="button" aria-pressed={axis === shown} onClick={() => showAxis(axis)}>
          {axisWords[axis]}
        </button>
      ))}
    </div>
  );
}

/** Where nothing was consumed there is one axis alone. */
export function RunAxis({ store }: { readonly store: ExecutionStore }) {
  const usage = store.head.value?.usage;
  const isPriced = usage !== undefined && usage.inputTokens + usage.outputTokens > 0;
  return isPriced || shownAxis() !== "TIME" ? <AxisSwitch /> : null;
}
