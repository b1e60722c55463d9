/** The caller is known but lacks the scope for its request. The response has HTTP status 403 for every method. */
import type { A2aScope } from "./ports.ts";

export class MissingScope extends Error {
  readonly scope: A2aScope;

  constructor(scope: A2aScope) {
    super(`Cannot serve the request: required the scope ${scope}, which the caller does not hold`);
    this.scope = scope;
  }
}
