/**
 * The public form of a failure that a remote agent caused: its text is shortened, and neither text nor data contains a secret.
 */
import { withSecretReplaced } from "../../catalog/without-secret.ts";
import type { AttemptResult } from "../../execution/events/attempt.ts";
import { isJsonObject, type Json, type JsonObject } from "../../json/json.ts";

/** Characters. */
const longestMessage = 600;
const longestDetails = 4_000;

/** `text` as it may be shown. Cut only after the secret is out: of one at the cut its beginning would be left. */
export function safeText(text: string, bearer: string | undefined, longest = longestMessage): string {
  return withSecretReplaced(text, bearer).slice(0, longest);
}

/** The attempt with a failure that may be shown, and with `errorData` among its details if that is small enough. */
export function withSafeFailure<Attempt extends AttemptResult>(
  attempt: Attempt,
  bearer: string | undefined,
  errorData?: Json,
): Attempt {
  if (attempt.kind !== "FAILED") return attempt;
  const { failure } = attempt;
  const details = isJsonObject(failure.details) ? failure.details : {};
  return {
    ...attempt,
    failure: {
      ...failure,
      message: safeText(failure.message, bearer),
      details: {
        ...safeData(details, bearer),
        ...safeData(errorData === undefined ? {} : { errorData }, bearer),
      },
    },
  };
}

/** Empty if it is too large, or would repeat the secret in a place that is no text, such as a name. */
function safeData(data: JsonObject, bearer: string | undefined): JsonObject {
  const cleaned = JSON.stringify(data, (_, value: unknown) =>
    typeof value === "string" ? withSecretReplaced(value, bearer) : value,
  );
  if (cleaned.length > longestDetails || withSecretReplaced(cleaned, bearer) !== cleaned) return {};
  return JSON.parse(cleaned) as JsonObject;
}
