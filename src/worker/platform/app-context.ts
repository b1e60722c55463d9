/** The common parts of the app's handlers: the environment, the settings read from it, and the shape of a refusal. */

import type { Settings } from "../settings/settings.ts";
import type { Environment } from "./environment.ts";

/** The handlers of the requests of an isolate. */
export interface AnyRequestHandler {
  fetch(request: Request, environment: Environment, context?: ExecutionContext): Response | Promise<Response>;
}

export interface AppContext {
  readonly Bindings: Environment;
  readonly Variables: {
    readonly settings: Settings;
    /** Called with the operation of the protocol that a request asks for. */
    readonly onOperation: (operation: string) => void;
    /** The `traceparent` of the platform's own span. Undefined where none is recorded. */
    readonly platformTrace: () => string | undefined;
  };
}

/**
 * The shape of GraphQL errors, so that clients read every refusal alike.
 *
 * @example
 * ```ts
 * errorBody("FORBIDDEN", "Cannot …"); // { errors: [{ message: "Cannot …", extensions: { code: "FORBIDDEN" } }] }
 * ```
 */
export function errorBody(code: string, message: string) {
  return { errors: [{ message, extensions: { code } }] };
}
