/** Whether the page is live, behind or cut off, always in sight. */
import { connectionState } from "../api/connection-state.ts";
import { exact } from "../parts/numbers.ts";

export function ConnectionMark() {
  const state = connectionState.value;
  if (state.kind === "CATCHING_UP") {
    const { seen, total } = state;
    return (
      <span class="conn behind" role="status">
        {total !== null && <progress value={Math.min(seen, total)} max={total} aria-hidden="true" />}
        <span class="word">
          Catching up
          {/* Those who listen are told that it does, not every number. */}
          {total !== null && (
            <span aria-hidden="true">
              {" "}
              ({exact(Math.min(seen, total))} of {exact(total)})
            </span>
          )}
        </span>
      </span>
    );
  }
  if (state.kind === "RECONNECTING") {
    return (
      <span class="conn lost" role="status">
        <span class="dot" aria-hidden="true" />
        <span class="word">Reconnecting</span>
      </span>
    );
  }
  return (
    <span class={`conn${state.kind === "LIVE" ? "" : " idle"}`} role="status">
      <span class="dot" aria-hidden="true" />
      <span class="word">{state.kind === "LIVE" ? "Live" : state.kind === "PAUSED" ? "Paused" : "Not following"}</span>
    </span>
  );
}
