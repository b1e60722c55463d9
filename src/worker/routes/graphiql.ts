/**
 * GraphiQL, a page to try the API, if the deployment enables it. The page is a static asset made by `scripts/build/pages.mjs`, because it is
 * larger than the Worker; assets are read only through this handler.
 */
import type { Handler } from "hono";
import type { AppContext } from "../platform/app-context.ts";
import { staticAsset } from "./static-asset.ts";

export const graphiqlPath = "/graphiql";

const files = new Map([
  [graphiqlPath, "/graphiql/page.html"],
  [`${graphiqlPath}/page.css`, "/graphiql/page.css"],
  [`${graphiqlPath}/page.js`, "/graphiql/page.js"],
]);

/** The page may run its own script, with the editor's workers made by it, and talk to this deployment. Nothing else. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src blob:",
  // The editor writes its styles into the page.
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self' data:",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

export const graphiql: Handler<AppContext> = (context) => {
  const file = files.get(context.req.path);
  if (!context.var.settings.graphiql || file === undefined) return context.notFound();
  return staticAsset(context, file, { "content-security-policy": contentSecurityPolicy, "cache-control": "no-cache" });
};
