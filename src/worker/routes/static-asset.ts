/**
 * Files among the static assets of the deployment, readable only through a handler that names them. They hold nothing of any tenant, so they
 * need no credential.
 */
import type { Context } from "hono";
import type { AppContext } from "../platform/app-context.ts";

/** Headers of every file: browsers use its own type only, and send no referrer to other sites. */
const fileHeaders = { "referrer-policy": "no-referrer", "x-content-type-options": "nosniff" };

/**
 * The file at the path `file` of the assets with `headers`, or 304 if the client has it. If there is none, the answer for an unknown path,
 * which must not be cached: the next deployment may have the file.
 */
export async function staticAsset(
  context: Context<AppContext>,
  file: string,
  headers: { readonly [name: string]: string },
): Promise<Response> {
  const { env, req } = context;
  const known = req.header("if-none-match");
  const asset = await env.ASSETS?.fetch(new URL(file, req.url), {
    method: req.method,
    headers: known === undefined ? {} : { "if-none-match": known },
  });
  if (asset === undefined || (asset.status !== 200 && asset.status !== 304)) {
    context.header("cache-control", "no-store");
    return context.notFound();
  }
  const response = new Response(asset.body, asset);
  for (const [name, value] of Object.entries({ ...fileHeaders, ...headers })) response.headers.set(name, value);
  return response;
}
