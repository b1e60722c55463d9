import { useInbox, usePlanwright } from "@planwright/react";

/** The questions to people. One that was answered elsewhere disappears here too. */
export function Approvals() {
  const planwright = usePlanwright();
  const inbox = useInbox();
  if (inbox.value === undefined) return null;
  return inbox.value.map(({ id, prompt }) => (
    <fieldset key={id}>
      <legend>{prompt}</legend>
      <button type="button" onClick={() => planwright.answer(id, { accept: {} })}>
        Permit
      </button>
      <button type="button" onClick={() => planwright.answer(id, { decline: "" })}>
        Decline
      </button>
    </fieldset>
  ));
}
