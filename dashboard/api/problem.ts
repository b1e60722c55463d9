/** A problem between the page and the API, in the words that people are shown. */

/** `code` is that of the API where it gave one; `OFFLINE` where no answer came. */
export interface Problem {
  readonly code: string;
  readonly message: string;
  /** How long the server wants to be left alone, milliseconds. Absent where it did not say. */
  readonly retryAfterMs?: number;
}

interface GraphError {
  readonly message: string;
  readonly extensions?: { readonly code?: unknown };
}

export const offline: Problem = {
  code: "OFFLINE",
  message: "The server does not answer. It is asked again until it does.",
};

/** A mutation is not repeated: it may have been done. */
export const offlineMeanwhile: Problem = {
  code: "OFFLINE",
  message: "The server did not answer, so that it is not known whether it did this. Nothing is sent again by itself.",
};

/** A page that waits longer than this would look dead. */
const longestWaitMs = 60_000;

/** The problems in an answer of the API. */
export function problemsOf(errors: readonly GraphError[] | null | undefined): readonly Problem[] {
  return (errors ?? []).map(({ extensions, message }) => ({ code: String(extensions?.code ?? "UNKNOWN"), message }));
}

/** The problem that an answer without data of the API stands for, such as a refusal of credentials. */
export async function problemIn(response: Response): Promise<Problem> {
  const body: unknown = await response.json().catch(() => null);
  const errors = typeof body === "object" && body !== null && "errors" in body ? body.errors : null;
  const [first] = Array.isArray(errors) ? problemsOf(errors as readonly GraphError[]) : [];
  const problem = first ?? {
    code: `HTTP_${response.status}`,
    message: `The server answered with the status ${response.status}.`,
  };
  const seconds = Number.parseInt(response.headers.get("retry-after") ?? "", 10);
  return seconds > 0 ? { ...problem, retryAfterMs: Math.min(longestWaitMs, seconds * 1_000) } : problem;
}

/** Whether the same question may be answered a little later. */
export function passes({ code }: Problem): boolean {
  return ["OFFLINE", "UNAVAILABLE", "RATE_LIMITED", "HTTP_429"].includes(code) || code.startsWith("HTTP_5");
}

/** Milliseconds to wait before the `attempt`th time that something is tried again, from 1: half a second to five. */
export function pauseBefore(attempt: number, { retryAfterMs }: Problem = offline): number {
  // A little apart from others that lost the same server.
  return Math.max(
    retryAfterMs ?? 0,
    Math.min(5_000, 500 * 2 ** Math.min(attempt - 1, 8)) * (0.7 + Math.random() * 0.3),
  );
}

/** Whether signing in would help. */
export function needsSignIn({ code }: Problem): boolean {
  return code === "UNAUTHENTICATED" || code === "HTTP_401";
}
