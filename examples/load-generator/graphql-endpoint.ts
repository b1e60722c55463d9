/** GraphQL over HTTP, as the generator needs it: an answer, or the code of what went wrong. Nothing is thrown for a failed request. */

export type Answered<Data> =
  | { readonly kind: "DATA"; readonly data: Data }
  /** `code` is `HTTP_503`, `NETWORK`, `TIMEOUT`, or what the server says. */
  | { readonly kind: "FAILED"; readonly code: string; readonly message: string };

interface Body<Data> {
  readonly data?: Data | null;
  readonly errors?: readonly { readonly message: string; readonly extensions?: { readonly code?: string } }[];
}

/** After this long an answer is not waited for any more. */
const timeoutMs = 30_000;

export class GraphqlEndpoint {
  readonly url: string;
  readonly token: string | null;

  constructor(url: string, token: string | null) {
    this.url = url;
    this.token = token;
  }

  async send<Data>(query: string, variables: object): Promise<Answered<Data>> {
    const credential = this.token === null ? {} : { authorization: `Bearer ${this.token}` };
    try {
      const response = await fetch(this.url, {
        method: "POST",
        headers: { "content-type": "application/json", accept: "application/json", ...credential },
        body: JSON.stringify({ query, variables }),
        signal: AbortSignal.timeout(timeoutMs),
      });
      const body = (await response.json().catch(() => null)) as Body<Data> | null;
      const error = body?.errors?.[0];
      if (error !== undefined) {
        return { kind: "FAILED", code: error.extensions?.code ?? "GRAPHQL", message: error.message };
      }
      if (body?.data != null) return { kind: "DATA", data: body.data };
      return { kind: "FAILED", code: `HTTP_${response.status}`, message: "no GraphQL answer" };
    } catch (error) {
      const isTimeout = error instanceof Error && error.name === "TimeoutError";
      return { kind: "FAILED", code: isTimeout ? "TIMEOUT" : "NETWORK", message: String(error) };
    }
  }

  /** Throws unless there is data. */
  async ask<Data>(query: string, variables: object): Promise<Data> {
    const answer = await this.send<Data>(query, variables);
    if (answer.kind === "DATA") return answer.data;
    throw new Error(`Cannot ask ${this.url}: ${answer.code} ${answer.message}`);
  }
}

/** Whether the same request can be answered a moment later: nobody was reached, or somebody who could not say. */
export function isPassing(code: string): boolean {
  return ["NETWORK", "TIMEOUT", "UNAVAILABLE", "INTERNAL_SERVER_ERROR"].includes(code) || /^HTTP_5/.test(code);
}
