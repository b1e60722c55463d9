/** The request of one question, the same for what runs before the page does and for the page. */
import type { Operation } from "./operation.ts";

export const endpoint = "/graphql";

export function bodyOf<Result, Variables>(operation: Operation<Result, Variables>, variables: Variables): string {
  return JSON.stringify({ query: operation, variables });
}

/** `proof` are the headers that prove who asks. */
export function post(body: string, proof: Readonly<Record<string, string>>, signal?: AbortSignal): Promise<Response> {
  return fetch(endpoint, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json", ...proof },
    body,
    ...(signal !== undefined && { signal }),
  });
}
