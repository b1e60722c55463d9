/** The way into the past of an execution: to its latest event, from where one goes back. */
import { Icon } from "../parts/icon.tsx";
import { setQuery } from "../shell/location.ts";
import type { ExecutionStore } from "./store/execution-model.ts";

export function GoBack({ store }: { readonly store: ExecutionStore }) {
  // The past of a run is made of all of its log.
  const isWhole = store.logLength.value > 0 && store.window.value === null;
  return (
    <button
      class="btn small"
      type="button"
      disabled={!isWhole}
      onClick={() => setQuery({ at: String(store.log.at(-1)?.sequence ?? 1) }, { replace: false })}
    >
      <Icon name="retry" small /> Go back in time
    </button>
  );
}
