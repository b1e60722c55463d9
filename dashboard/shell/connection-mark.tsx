/** Whether the page is live, behind or cut off, always in sight. */
import { useEffect, useState } from "preact/hooks";
import { connectionState, lostSince, nextTryAt, tryNow } from "../api/connection-state.ts";
import { countdown, exact } from "../parts/numbers.ts";

export function ConnectionMark() {
  const state = connectionState.value;
  if (state.kind === "CATCHING_UP") {
    const { seen, total } = state;
    return (
      <span class="conn behind" role="status">
        {total !== null && <progress value={Math.min(seen, total)} max={total} aria-hidden="true" />}
        <span class="word">
          Catching up
          {/* Screen readers announce that it does, not every number. */}
          {total !== null && (
            <span class="amount" aria-hidden="true">
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
        <LastHeard />
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

/** How long the page has been out of date. Not spoken again with every second. */
function LastHeard() {
  const [at, setAt] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setAt(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  const since = lostSince.value ?? at;
  const again = nextTryAt.value;
  return (
    <>
      <span class="heard" aria-hidden="true">
        last heard {countdown(Math.max(0, at - since))} ago
        {again === null ? ", trying now" : `, next try in ${countdown(Math.max(0, again - at))}`}
      </span>
      <button class="btn small" type="button" onClick={tryNow}>
        Try now
      </button>
    </>
  );
}
