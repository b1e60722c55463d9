/**
 * Artifacts of a deployment that serves itself: what R2 is for one on Cloudflare's network. One object for each folder of keys has its
 * artifacts in SQLite, in pieces, so that content and metadata are stored in one transaction, and a crash leaves all of it or nothing.
 *
 * Requests: `PUT /?key=` with the metadata in the header `planwright-metadata`, `GET /?key=&offset=&length=`, `DELETE /` with a list of
 * keys, and `GET /list?after=&limit=`. The binding beside this file speaks them; nobody else reaches this object.
 */
import { DurableObject } from "cloudflare:workers";

/** Well below what a row may hold. */
const pieceBytes = 1_000_000;

interface Row {
  readonly [column: string]: SqlStorageValue;
  readonly name: string;
  readonly size: number;
  readonly uploaded: number;
  readonly metadata: string;
}

export class ArtifactObject extends DurableObject {
  readonly #sql: SqlStorage;

  constructor(context: DurableObjectState, environment: unknown) {
    super(context, environment as never);
    this.#sql = context.storage.sql;
    this.#sql.exec(`CREATE TABLE IF NOT EXISTS artifact (
      id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, size INTEGER NOT NULL, uploaded INTEGER NOT NULL, metadata TEXT NOT NULL
    )`);
    this.#sql.exec(`CREATE TABLE IF NOT EXISTS piece (
      artifact INTEGER NOT NULL, at INTEGER NOT NULL, content BLOB NOT NULL, PRIMARY KEY (artifact, at)
    ) WITHOUT ROWID`);
  }

  override async fetch(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    const name = searchParams.get("key") ?? "";
    if (request.method === "PUT") return this.#put(name, request);
    if (request.method === "DELETE") return this.#delete(await request.json());
    if (pathname === "/list") return this.#list(searchParams.get("after") ?? "", Number(searchParams.get("limit")));
    return this.#get(name, request.method === "HEAD", searchParams);
  }

  async #put(name: string, request: Request): Promise<Response> {
    const content = new Uint8Array(await request.arrayBuffer());
    const metadata = decodeURIComponent(request.headers.get("planwright-metadata") ?? "{}");
    const isNew = request.headers.get("if-none-match") === "*";
    return this.ctx.storage.transactionSync(() => {
      if (isNew && this.#row(name) !== undefined) return new Response(null, { status: 412 });
      this.#remove(name);
      const [stored] = this.#sql
        .exec<Row & { readonly id: number }>(
          "INSERT INTO artifact (name, size, uploaded, metadata) VALUES (?, ?, ?, ?) RETURNING *",
          ...[name, content.byteLength, Date.now(), metadata],
        )
        .toArray();
      if (stored === undefined) throw new Error("The artifact was not stored");
      for (let at = 0; at * pieceBytes < content.byteLength; at++)
        this.#sql.exec(
          "INSERT INTO piece (artifact, at, content) VALUES (?, ?, ?)",
          ...[stored.id, at, content.slice(at * pieceBytes, (at + 1) * pieceBytes).buffer],
        );
      return Response.json(stored);
    });
  }

  #get(name: string, isHead: boolean, range: URLSearchParams): Response {
    const row = this.#row(name);
    if (row === undefined) return new Response(null, { status: 404 });
    const headers = { "planwright-row": encodeURIComponent(JSON.stringify(row)) };
    if (isHead) return new Response(null, { headers });
    const offset = Number(range.get("offset") ?? 0);
    const length = Number(range.get("length") ?? row.size - offset);
    return new Response(this.#content(row.id, offset, Math.min(row.size, offset + length)), { headers });
  }

  /** The bytes from `from` to before `to`, a piece at a time. */
  #content(artifact: number, from: number, to: number): ReadableStream<Uint8Array> {
    let position = from;
    return new ReadableStream<Uint8Array>(
      {
        pull: (controller) => {
          if (position >= to) {
            controller.close();
            return;
          }
          const at = Math.floor(position / pieceBytes);
          const [piece] = this.#sql
            .exec<{ content: ArrayBuffer }>("SELECT content FROM piece WHERE artifact = ? AND at = ?", artifact, at)
            .toArray();
          // Replaced or deleted while it is read.
          if (piece === undefined) {
            controller.error(new Error("The artifact has changed while it was read"));
            return;
          }
          const start = position - at * pieceBytes;
          const bytes = new Uint8Array(piece.content).slice(start, start + Math.min(pieceBytes - start, to - position));
          position += bytes.byteLength;
          controller.enqueue(bytes);
        },
      },
      { highWaterMark: 0 },
    );
  }

  #list(after: string, limit: number): Response {
    const rows = this.#sql
      .exec<Row>(
        "SELECT name, size, uploaded, metadata FROM artifact WHERE name > ? ORDER BY name LIMIT ?",
        after,
        limit + 1,
      )
      .toArray();
    return Response.json({ rows: rows.slice(0, limit), truncated: rows.length > limit });
  }

  #delete(names: readonly string[]): Response {
    this.ctx.storage.transactionSync(() => {
      for (const name of names) this.#remove(name);
    });
    return new Response(null, { status: 204 });
  }

  #remove(name: string): void {
    this.#sql.exec("DELETE FROM piece WHERE artifact IN (SELECT id FROM artifact WHERE name = ?)", name);
    this.#sql.exec("DELETE FROM artifact WHERE name = ?", name);
  }

  #row(name: string): (Row & { readonly id: number }) | undefined {
    return this.#sql.exec<Row & { readonly id: number }>("SELECT * FROM artifact WHERE name = ?", name).toArray()[0];
  }
}

export default { fetch: () => new Response(null, { status: 404 }) };
