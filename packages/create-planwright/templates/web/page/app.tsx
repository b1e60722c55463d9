import { usePlanwright } from "@planwright/react";
import { useState } from "react";
import { Approvals } from "./approvals";
import { bookingPlan } from "./booking-plan";
import { Run } from "./run";

/** Starts a run with the typed text, and shows it live. */
export function App() {
  const planwright = usePlanwright();
  const [id, setId] = useState<string>();
  const [problem, setProblem] = useState<string>();

  async function book(form: FormData) {
    const run = await planwright.run(bookingPlan(Number(form.get("people")), String(form.get("title"))));
    setProblem(run.ok ? undefined : run.error.message);
    if (run.ok) setId(run.value.execution.id);
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
      {id !== undefined && <Run id={id} />}
      <Approvals />
    </main>
  );
}
