/** The meaning of the textures of the timeline. Rows state the same in words. */

export function TimelineLegend() {
  return (
    <div class="legend" aria-hidden="true">
      <Entry look="st-succeeded">ran</Entry>
      <Entry look="st-running">running</Entry>
      <Entry look="st-running child">running in a child execution</Entry>
      <Entry look="st-failed">attempt failed</Entry>
      <Entry look="st-cancelled cut">cancelled</Entry>
      <Entry look="backoff">backing off</Entry>
      <Entry look="wait">waiting for a person, timer or remote task</Entry>
      <Entry look="queue">queued for a permit</Entry>
    </div>
  );
}

function Entry({ children, look }: { readonly look: string; readonly children: string }) {
  return (
    <span>
      <span class={`bar ${look}`} />
      {children}
    </span>
  );
}
