/** What went wrong between the page and the API, in the words that people are shown. */

/** `code` is that of the API where it gave one; `OFFLINE` where no answer came. */
export interface Problem {
  readonly code: string;
  readonly message: string;
}

interface GraphError {
  readonly message: string;
  readonly extensions?: { readonly code?: unknown };
}

export const offline: Problem = {
  code: "OFFLINE",
  message: "The server does not answer. It is asked again as soon as it does.",
};

/** The problems in an answer of the API. */
export function problemsOf(errors: readonly GraphError[] | null | undefined): readonly Problem[] {
  return (errors ?? []).map(({ extensions, message }) => ({ code: String(extensions?.code ?? "UNKNOWN"), message }));
}

/** The problem that an answer without data of the API stands for, such as a refusal of credentials. */
export async function problemIn(response: Response): Promise<Problem> {
  const body: unknown = await response.json().catch(() => null);
  const errors = typeof body === "object" && body !== null && "errors" in body ? body.errors : null;
  const [first] = Array.isArray(errors) ? problemsOf(errors as readonly GraphError[]) : [];
  return (
    first ?? { code: `HTTP_${response.status}`, message: `The server answered with the status ${response.status}.` }
  );
}

/** Whether signing in would help. */
export function needsSignIn({ code }: Problem): boolean {
  return code === "UNAUTHENTICATED" || code === "HTTP_401";
}
