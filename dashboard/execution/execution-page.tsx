/** To be written. */
import type { Route } from "../shell/route.ts";

export function ExecutionPage(_: { readonly route: Extract<Route, { view: "EXECUTION" }> }) {
  return <div class="page" />;
}
