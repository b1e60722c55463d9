/** To be written. */
import type { ExecutionStore } from "./execution-model.ts";

export function Chat(_: { readonly store: ExecutionStore }) {
  return <div />;
}
