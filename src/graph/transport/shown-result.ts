/** A result as it goes over the wire, without the members of errors and extensions that are for the HTTP layer only. */
import { type ExecutionResult, type FormattedExecutionResult, GraphQLError, type GraphQLFormattedError } from "graphql";

export function shownResult({ data, errors, extensions }: ExecutionResult): FormattedExecutionResult {
  const { http: _, ...shown } = extensions ?? {};
  return {
    ...(data === undefined ? {} : { data }),
    ...(errors === undefined || errors.length === 0 ? {} : { errors: shownErrors(errors) }),
    ...(Object.keys(shown).length === 0 ? {} : { extensions: shown }),
  };
}

const texts = new WeakMap<ExecutionResult, string>();

/** The same as JSON, made once: the results of a subscription are shared by all who watch the same. */
export function shownText(result: ExecutionResult): string {
  const known = texts.get(result);
  if (known !== undefined) return known;
  const text = JSON.stringify(shownResult(result));
  texts.set(result, text);
  return text;
}

/** Errors with message, place, path and the stable members of their extensions. */
export function shownErrors(errors: readonly GraphQLError[]): readonly GraphQLFormattedError[] {
  return errors.map((error) => {
    const { extensions = {}, ...formatted } = error instanceof GraphQLError ? error.toJSON() : error;
    const { http: _, unexpected: __, ...shown } = extensions;
    return { ...formatted, extensions: shown };
  });
}
