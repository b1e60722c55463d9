/** Which view an address means, and the addresses of views. */
import type { Place } from "./location.ts";

export type Route =
  | { readonly view: "EXECUTIONS" }
  | { readonly view: "EXECUTION"; readonly executionId: string }
  | { readonly view: "DERIVE"; readonly executionId: string }
  | { readonly view: "COMPARE" }
  | { readonly view: "INBOX"; readonly requestId: string | null }
  | { readonly view: "CONVERSATIONS"; readonly conversationId: string | null }
  | { readonly view: "RUN" }
  | { readonly view: "REGISTRY"; readonly entry: { readonly kind: string; readonly name: string } | null }
  | { readonly view: "SCHEDULES" }
  | { readonly view: "USAGE" }
  | { readonly view: "UNKNOWN" };

/** UNKNOWN for every address that the Worker does not serve the page at. */
export function routeOf({ path, query }: Place): Route {
  const parts = path === "/" ? [] : path.split("/").slice(1).map(decoded);
  const [view, first, second] = parts;
  if (parts.length > 3 || parts.includes("")) return { view: "UNKNOWN" };
  if (view === undefined) return { view: "EXECUTIONS" };
  if (view === "executions" && first !== undefined && second === undefined) {
    return { view: query.get("view") === "derive" ? "DERIVE" : "EXECUTION", executionId: first };
  }
  if (view === "inbox" && second === undefined) return { view: "INBOX", requestId: first ?? null };
  if (view === "conversations" && second === undefined) return { view: "CONVERSATIONS", conversationId: first ?? null };
  if (view === "compare" && first === undefined) return { view: "COMPARE" };
  if (view === "run" && first === undefined) return { view: "RUN" };
  if (view === "registry" && first === undefined) return { view: "REGISTRY", entry: null };
  if (view === "registry" && first !== undefined && second !== undefined) {
    return { view: "REGISTRY", entry: { kind: first, name: second } };
  }
  if (view === "schedules" && first === undefined) return { view: "SCHEDULES" };
  if (view === "usage" && first === undefined) return { view: "USAGE" };
  return { view: "UNKNOWN" };
}

const titles: Readonly<Record<Route["view"], string>> = {
  EXECUTIONS: "Executions",
  EXECUTION: "Execution",
  DERIVE: "Retry or fork",
  COMPARE: "Compare two runs",
  INBOX: "Inbox",
  CONVERSATIONS: "Conversations",
  RUN: "Run",
  REGISTRY: "Registry",
  SCHEDULES: "Schedules",
  USAGE: "Usage",
  UNKNOWN: "Nothing here",
};

/** The name of a route's view, on the tab of the browser and for a screen reader. */
export function titleOf(route: Route): string {
  if (route.view === "REGISTRY" && route.entry !== null) return `${route.entry.name} in the registry`;
  return titles[route.view];
}

export function executionAddress(executionId: string, query: Readonly<Record<string, string>> = {}): string {
  const text = new URLSearchParams(query).toString();
  return `/executions/${encodeURIComponent(executionId)}${text === "" ? "" : `?${text}`}`;
}

/** Of two runs side by side. Without `right` it is to be chosen. */
export function compareAddress(left: string, right: string | null = null): string {
  return `/compare?${new URLSearchParams({ left, ...(right !== null && { right }) }).toString()}`;
}

export function conversationAddress(conversationId: string): string {
  return `/conversations/${encodeURIComponent(conversationId)}`;
}

/** The editor of plans, with the plan of an execution, or with one that is given. */
export function editorAddress(plan: { readonly of: string } | { readonly document: unknown }): string {
  const brought = "of" in plan ? { of: plan.of } : { document: JSON.stringify(plan.document) };
  return `/run?${new URLSearchParams({ as: "plan", ...brought }).toString()}`;
}

export function inboxAddress(requestId: string): string {
  return `/inbox/${encodeURIComponent(requestId)}`;
}

export function registryAddress(kind: "agent" | "tool" | "server" | "workflow" | "manifest", name: string): string {
  return `/registry/${kind}/${encodeURIComponent(name)}`;
}

/** A part of an address that may hold anything. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
