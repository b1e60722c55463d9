/**
 * The dashboard: one page at the address of each of its views, and the files that it loads. It is built among the static assets and holds
 * nothing of any tenant: it reads everything from the API, with the credential of its user.
 */
import type { Handler, Hono } from "hono";
import type { AppContext } from "../platform/app-context.ts";
import { staticAsset } from "./static-asset.ts";

/** Addresses of views. The page finds out by itself which one it is at. */
const viewPaths = [
  "/",
  "/executions/:id",
  "/compare",
  "/conversations",
  "/conversations/:id",
  "/inbox",
  "/inbox/:id",
  "/run",
  "/registry",
  "/registry/:kind/:name",
  "/schedules",
  "/usage",
];

/** The form of the build's file names: a name, the hash of the content, an extension. Bounded, because anybody may send a name. */
const builtName = /^[A-Za-z0-9_-]{1,80}-[A-Za-z0-9_-]{8,32}\.(?:js|css|svg|woff2)$/;

/** The page shows text of models, tools and strangers. If such text got into the page as markup, it could run and send nothing. */
const contentSecurityPolicy = [
  // All kinds that are not named below: frames, workers, plugins, media.
  "default-src 'none'",
  // No inline script or handler, and none of another origin.
  "script-src 'self'",
  // No style in the markup: it could show false content, or reveal content. The page itself sets styles by script.
  "style-src 'self'",
  // The address of an image of another origin could carry data that a model was made to write there.
  "img-src 'self' data:",
  "font-src 'self'",
  // The API of this deployment alone, so that neither contents nor a credential can be sent elsewhere.
  "connect-src 'self'",
  "manifest-src 'self'",
  // No element can give relative addresses another meaning, or send a form away from the page.
  "base-uri 'none'",
  "form-action 'none'",
  // No other page can put this one into a frame and have its buttons pressed.
  "frame-ancestors 'none'",
  // No text becomes markup or code by script, and no code can declare that it may.
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");

const headers = {
  "content-security-policy": contentSecurityPolicy,
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=()",
};

/** Adds the routes to the app. Hono answers HEAD by the handlers of GET. */
export function dashboardRoutes(app: Hono<AppContext>): void {
  for (const path of viewPaths) app.get(path, view);
  app.get("/assets/:file", file);
}

/** Asked for again each time, so that a deployment is seen at once; the files that it names are kept. */
const view: Handler<AppContext> = (context) => {
  if (!context.var.settings.dashboard) return context.notFound();
  return staticAsset(context, "/dashboard/index.html", { ...headers, "cache-control": "no-cache" });
};

/** A file never changes under its name. One that is gone belongs to a page of an earlier deployment. */
const file: Handler<AppContext> = (context) => {
  const name = context.req.param("file") ?? "";
  if (!context.var.settings.dashboard || !builtName.test(name)) return context.notFound();
  const kept = "public, max-age=31536000, immutable";
  return staticAsset(context, `/dashboard/assets/${name}`, { ...headers, "cache-control": kept });
};
