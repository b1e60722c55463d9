/** To be written. */
import type { Route } from "../shell/route.ts";

export function DerivePage(_: { readonly route: Extract<Route, { view: "DERIVE" }> }) {
  return <div class="page" />;
}
