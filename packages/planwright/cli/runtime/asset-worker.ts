/** Static files of the package, as the platform serves assets: with their media types, and 304 for clients that have them already. */
interface Environment {
  readonly files: { fetch(request: Request): Promise<Response> };
  /** Version of the package, which all files share. */
  readonly version: string;
}

const mediaTypes: { readonly [ending: string]: string } = {
  html: "text/html; charset=utf-8",
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  json: "application/json",
  svg: "image/svg+xml",
  woff2: "font/woff2",
};

export default {
  async fetch(request: Request, { files, version }: Environment): Promise<Response> {
    const { pathname } = new URL(request.url);
    const etag = `"${version}"`;
    const file = await files.fetch(new Request(`http://files${pathname}`, { method: request.method }));
    const mediaType = mediaTypes[pathname.split(".").at(-1) ?? ""];
    // A folder is listed by the disk; nobody asks for that.
    if (!file.ok || mediaType === undefined) return new Response(null, { status: 404 });
    if (request.headers.get("if-none-match") === etag) return new Response(null, { status: 304, headers: { etag } });
    return new Response(file.body, {
      headers: { "content-type": mediaType, etag, "cache-control": "public, max-age=0, must-revalidate" },
    });
  },
};
