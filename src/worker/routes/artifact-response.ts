/**
 * The content of an artifact as an HTTP response, with ranges. The caller who stored it chose its media type, so a browser must not show
 * it: it is a download, its type is not sniffed, and if opened as a page it would have neither scripts nor an origin.
 */
import type { ArtifactStore, StoredArtifactRecord } from "../../durable/ports/artifact-store.ts";
import type { ArtifactAddress } from "../../execution/events/artifact-record.ts";
import { requestedRange } from "./byte-range.ts";

/** The answer to GET or HEAD. Null if there is no such artifact. */
export async function artifactResponse(
  { headers, method }: Request,
  store: ArtifactStore,
  tenant: string,
  address: ArtifactAddress,
): Promise<Response | null> {
  const record = await store.head(tenant, address);
  if (record === undefined) return null;
  const shared = headersOf(record);
  const tag = shared.etag;
  if (isKnown(headers.get("if-none-match"), tag)) return new Response(null, { status: 304, headers: shared });
  const isStale = headers.has("if-range") && headers.get("if-range") !== tag;
  const range = method === "HEAD" || isStale ? null : requestedRange(headers.get("range"), record.byteSize);
  if (range === "UNSATISFIABLE") {
    const { "content-type": _, "content-disposition": __, ...rest } = shared;
    return new Response(null, { status: 416, headers: { ...rest, "content-range": `bytes */${record.byteSize}` } });
  }
  const length = range?.length ?? record.byteSize;
  const sized = { ...shared, "content-length": String(length) };
  if (method === "HEAD") return new Response(null, { headers: sized });
  const content = await store.read(tenant, address, range ?? undefined);
  if (content === undefined) return null;
  if (range === null) return new Response(content.body, { headers: sized });
  const contentRange = `bytes ${range.offset}-${range.offset + range.length - 1}/${record.byteSize}`;
  return new Response(content.body, { status: 206, headers: { ...sized, "content-range": contentRange } });
}

/** Whether the caller has the content of this tag (RFC 9110 §13.1.2). */
function isKnown(header: string | null, tag: string): boolean {
  const known = (header ?? "").split(",").map((one) => one.trim().replace(/^W\//, ""));
  return known.includes(tag) || header?.trim() === "*";
}

function headersOf({ mediaType, name, sha256 }: StoredArtifactRecord) {
  return {
    "accept-ranges": "bytes",
    "cache-control": "private, no-cache",
    "content-disposition": disposition(name),
    "content-security-policy": "sandbox; default-src 'none'; frame-ancestors 'none'",
    "content-type": mediaType,
    "cross-origin-resource-policy": "same-origin",
    etag: `"${sha256}"`,
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
  };
}

/** RFC 6266: a name in ASCII for old clients, and the real one. */
function disposition(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
