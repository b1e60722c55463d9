/** What handlers of the app share: the environment, the settings read from it, and the shape of a refusal. */
import type { Environment } from "./environment.ts";
import type { Settings } from "./settings.ts";

export interface AppContext {
  readonly Bindings: Environment;
  readonly Variables: { readonly settings: Settings };
}

/** The shape of GraphQL errors, so that clients read every refusal alike. */
export function errorBody(code: string, message: string) {
  return { errors: [{ message, extensions: { code } }] };
}
