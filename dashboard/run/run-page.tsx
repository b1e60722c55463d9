/** To be written. */
import type { Route } from "../shell/route.ts";

export function RunPage(_: { readonly route: Extract<Route, { view: "RUN" }> }) {
  return <div class="page" />;
}
