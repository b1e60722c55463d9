import { usePlanwright } from "@planwright/react";
import { useState } from "react";
import { Approvals } from "./approvals";
import { bookingPlan } from "./booking-plan";
import { Run } from "./run";

/** Starts a run with the typed text, and shows it live. */
export function App() {
  const planwright = usePlanwright();
  // The run stands in the address, so that a reload shows it again.
  const [id, setId] = useState(location.hash.slice(1));
  const [problem, setProblem] = useState<string>();

  async function book(form: FormData) {
    const run = await planwright.run(bookingPlan(Number(form.get("people")), String(form.get("title"))));
    setProblem(run.ok ? undefined : run.error.message);
    if (!run.ok) return;
    location.hash = run.value.execution.id;
    setId(run.value.execution.id);
  }

  return (
    <main>
      <h1>Book a room</h1>
      <form action={book}>
        <label>
          People <input name="people" type="number" min="1" defaultValue="10" required />
        </label>
        <label>
          Title <input name="title" defaultValue="Planning" required />
        </label>
        <button type="submit">Book</button>
      </form>
      {problem !== undefined && <p role="alert">{problem}</p>}
      {id !== "" && <Run id={id} />}
      <Approvals />
    </main>
  );
}
