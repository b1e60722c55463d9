/** To be written. */
import type { Route } from "../shell/route.ts";

export function RegistryPage(_: { readonly route: Extract<Route, { view: "REGISTRY" }> }) {
  return <div class="page" />;
}
