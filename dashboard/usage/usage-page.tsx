/** To be written. */
import type { Route } from "../shell/route.ts";

export function UsagePage(_: { readonly route: Extract<Route, { view: "USAGE" }> }) {
  return <div class="page" />;
}
