/** The monthly budget of language models, and how much of it is used: counts, a bar, and the reservations of calls under way. */
import { exact, money, short } from "../parts/numbers.ts";
import type { UsageOfDaysQuery } from "./usage.generated.ts";

type Budget = NonNullable<NonNullable<UsageOfDaysQuery["viewer"]>["tenant"]["modelBudget"]>;

interface Measure {
  readonly label: string;
  readonly used: number;
  readonly reserved: number;
  readonly most: number | null;
  readonly write: (value: number) => string;
}

export function ModelBudget({ budget }: { readonly budget: Budget }) {
  const measures: readonly Measure[] = [
    {
      label: "Cost",
      used: budget.costMicros,
      reserved: budget.reservedCostMicros,
      most: budget.maxCostMicros,
      write: money,
    },
    {
      label: "Tokens",
      used: budget.inputTokens + budget.outputTokens,
      reserved: budget.reservedTokens,
      most: budget.maxTokens,
      write: short,
    },
    {
      label: "Calls",
      used: budget.modelCalls,
      reserved: budget.reservedModelCalls,
      most: budget.maxModelCalls,
      write: exact,
    },
  ];
  const month = new Date(budget.since).toLocaleDateString("en-GB", { month: "long", timeZone: "UTC" });
  return (
    <section class="panel budget" aria-labelledby="budget">
      <h2 id="budget">Model budget of {month}</h2>
      <dl>
        {measures.map((measure) => (
          <div key={measure.label}>
            <dt>{measure.label}</dt>
            <dd>
              <Amount {...measure} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Amount({ label, most, reserved, used, write }: Measure) {
  const words = most === null ? `${write(used)}, no bound` : `${write(used)} of ${write(most)}`;
  const held = reserved > 0 ? `, ${write(reserved)} held by calls on their way` : "";
  return (
    <>
      {words}
      {held}
      {most !== null && <progress value={Math.min(used + reserved, most)} max={most} aria-label={`${label} used`} />}
    </>
  );
}
