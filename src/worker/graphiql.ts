/**
 * GraphiQL, a page to try the API, where the deployment says so. The page lies among the static assets that `scripts/pages.mjs`
 * makes, because it is larger than the Worker; nobody reads an asset but through this handler.
 */
import type { Handler } from "hono";
import type { AppContext } from "./app-context.ts";

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

export const graphiql: Handler<AppContext> = async (context) => {
  const { env, req, var: variables } = context;
  const file = files.get(req.path);
  if (!variables.settings.graphiql || file === undefined || env.ASSETS === undefined) return context.notFound();
  const asset = await env.ASSETS.fetch(new URL(file, req.url));
  const response = new Response(asset.body, asset);
  response.headers.set("content-security-policy", contentSecurityPolicy);
  response.headers.set("referrer-policy", "no-referrer");
  response.headers.set("x-content-type-options", "nosniff");
  response.headers.set("cache-control", "no-cache");
  return response;
};
