/** The caller proved who it is, and may not do what it asks for. Answered with HTTP status 403, whatever the method. */
import type { A2aScope } from "./ports.ts";

export class MissingScope extends Error {
  readonly scope: A2aScope;

  constructor(scope: A2aScope) {
    super(`Cannot serve the request: required the scope ${scope}, which the caller does not hold`);
    this.scope = scope;
  }
}
