import type { HumanInputResponseInput } from "@planwright/client";
import { useInbox, usePlanwright } from "@planwright/react";
import { useState } from "react";

/** The questions to people. One that was answered elsewhere disappears here too. */
export function Approvals() {
  const planwright = usePlanwright();
  const inbox = useInbox();
  const [problem, setProblem] = useState<string>();

  async function answer(id: string, response: HumanInputResponseInput) {
    const answered = await planwright.answer(id, response);
    setProblem(answered.ok ? undefined : answered.error.message);
  }

  const failure = problem ?? (inbox.status === "FAILED" ? inbox.error.message : undefined);
  return (
    <>
      {failure !== undefined && <p role="alert">{failure}</p>}
      {inbox.value?.map(({ id, prompt }) => (
        <fieldset key={id}>
          <legend>{prompt}</legend>
          <button type="button" onClick={() => answer(id, { accept: {} })}>
            Permit
          </button>
          <button type="button" onClick={() => answer(id, { decline: "" })}>
            Decline
          </button>
        </fieldset>
      ))}
    </>
  );
}
