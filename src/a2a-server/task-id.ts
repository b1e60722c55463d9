/**
 * Ids of tasks: the name of the execution and whose task it is, sealed. Invariant (E1): an id that this deployment did not make, or made
 * for another tenant, subject or agent, names nothing and reaches no other object.
 */
import { hashOfParts } from "../json/effect-key.ts";
import type { A2aSession } from "./ports.ts";

type Owner = Pick<A2aSession, "caller" | "served" | "clients">;

/** The id under which the caller knows `execution`. The same every time. */
export function taskIdOf(execution: string, session: Owner): Promise<string> {
  return session.clients.identity.seal(JSON.stringify(["task", execution, ownerOf(session)]));
}

/** The execution that `id` names for this caller at this agent. Undefined if it names none. */
export async function executionOfTask(id: string, session: Owner): Promise<string | undefined> {
  const content = await session.clients.identity.open(id);
  if (content === undefined) return undefined;
  const [kind, execution, owner] = JSON.parse(content) as readonly unknown[];
  return kind === "task" && owner === ownerOf(session) && typeof execution === "string" ? execution : undefined;
}

function ownerOf({ caller, served }: Owner): string {
  return hashOfParts([caller.tenant, caller.subject, served.kind, served.callable.name]).slice(0, 32);
}
