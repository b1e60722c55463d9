/** A value as JSON, for those who want all of it. Long ones are cut until more is asked for. */
import { InertText } from "../../parts/inert-text.tsx";

export function RawJson({ value }: { readonly value: unknown }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <pre class="json raw" tabIndex={0}>
      <InertText text={JSON.stringify(value, null, 2)} limit={8_000} />
    </pre>
  );
}
