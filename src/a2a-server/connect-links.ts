/**
 * The link by which the caller connects a credential that its task waits for. It is for the subject that began the task, and for callers
 * who may connect for the tenant. Each answer has a new link, which works for fifteen minutes. It is stored in no row and sent in no push
 * notification.
 */
import type { ExecutionView } from "../execution/views/execution-view.ts";
import type { HumanInputRequest } from "../plan/human-input.ts";
import type { A2aSession } from "./ports.ts";

/** The request as the caller is shown it. */
export async function withConnectLink<Request extends HumanInputRequest>(
  request: Request,
  subject: string,
  { caller, clients }: A2aSession,
): Promise<Request> {
  const { connect } = request;
  const mayForTenant = caller.scopes.includes("REGISTRY_WRITE");
  if (connect === undefined || (caller.subject !== subject && !mayForTenant)) return request;
  return { ...request, link: await clients.connections.url(connect, mayForTenant) };
}

/** The view with the links of everything that is open. */
export async function withConnectLinks(view: ExecutionView, session: A2aSession): Promise<ExecutionView> {
  const isOpen = ({ connect, status }: ExecutionView["humanInputs"][number]) =>
    connect !== undefined && status === "PENDING";
  if (!view.humanInputs.some(isOpen)) return view;
  const humanInputs = await Promise.all(
    view.humanInputs.map((input) => (isOpen(input) ? withConnectLink(input, view.subject, session) : input)),
  );
  return { ...view, humanInputs };
}
