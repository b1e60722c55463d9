import { useExecution } from "@planwright/react";

/** One run and its steps, as they are now. */
export function Run({ id }: { readonly id: string }) {
  const execution = useExecution(id);
  if (execution.status === "FAILED") return <p role="alert">{execution.error.message}</p>;
  if (execution.value === undefined) return <p>…</p>;
  const { status, steps } = execution.value;
  return (
    <section>
      <h2>{status}</h2>
      <ol>
        {steps.map((step) => (
          <li key={step.stepId}>
            {step.stepId}: {step.status} {step.failure?.message}
          </li>
        ))}
      </ol>
    </section>
  );
}
