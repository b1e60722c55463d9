/** The client of Planwright itself: starts a plan, follows it through any number of connections, and answers what it asks. */
import { createClient, type Execution, type PlanInput } from "@planwright/client";

export async function runPlan(url: string, token: () => string, plan: PlanInput): Promise<Execution> {
  const planwright = createClient({ url, token });
  const started = await planwright.run(plan);
  if (!started.ok) throw new Error(`${started.error.kind}: ${started.error.message}`);
  const { id } = started.value.execution;
  for await (const item of planwright.watch(id)) {
    if (item.kind === "DISCONNECTED") console.log(`Waiting for the deployment: ${item.error.message}`);
    if (item.kind === "FAILED") throw new Error(item.error.message);
    if (item.kind !== "EVENTS") continue;
    for (const event of item.events) {
      console.log(event.sequence, event.type, event.stepId ?? "");
      if (event.__typename === "StepWaiting" && event.request !== null) {
        await planwright.answer(event.request.id, { accept: {} });
      }
    }
  }
  const finished = await planwright.finished(id);
  if (!finished.ok) throw new Error(finished.error.message);
  return finished.value;
}
