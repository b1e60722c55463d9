/** To be written. */
import type { ExecutionStore } from "./execution-model.ts";

export function Graph(_: { readonly store: ExecutionStore }) {
  return <div />;
}
