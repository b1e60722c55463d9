/**
 * The binding `ARTIFACTS` over `artifact-object.ts`: as much of an R2 bucket as Planwright uses. A key is `t/{tenant}/{owner}/{name}`; all
 * keys of one owner are in one object. The runtime makes the binding from this module, so its classes see what they would see of R2.
 */

interface Objects {
  idFromName(name: string): unknown;
  get(id: unknown): { fetch(address: string, init?: RequestInit): Promise<Response> };
}

interface Row {
  readonly name: string;
  readonly size: number;
  readonly uploaded: number;
  readonly metadata: string;
}

interface Metadata {
  readonly httpMetadata?: object;
  readonly customMetadata?: object;
}

interface PutOptions extends Metadata {
  readonly onlyIf?: Headers;
  readonly sha256?: string;
}

class Bucket {
  readonly #objects: Objects;

  constructor(objects: Objects) {
    this.#objects = objects;
  }

  async put(key: string, value: Uint8Array, options: PutOptions = {}): Promise<object | null> {
    const { customMetadata = {}, httpMetadata = {}, onlyIf } = options;
    const { folder, name } = placeOf(key);
    const metadata = encodeURIComponent(JSON.stringify({ httpMetadata, customMetadata }));
    const response = await this.#ask(folder, `/?key=${encodeURIComponent(name)}`, {
      method: "PUT",
      body: value as Uint8Array<ArrayBuffer>,
      headers: {
        "planwright-metadata": metadata,
        ...(onlyIf?.get("if-none-match") === "*" && { "if-none-match": "*" }),
      },
    });
    return response.status === 412 ? null : objectOf(folder, (await response.json()) as Row);
  }

  async head(key: string): Promise<object | null> {
    const { folder, name } = placeOf(key);
    const response = await this.#ask(folder, `/?key=${encodeURIComponent(name)}`, { method: "HEAD" });
    return rowIn(folder, response);
  }

  async get(key: string, options: { readonly range?: { readonly offset: number; readonly length: number } } = {}) {
    const { folder, name } = placeOf(key);
    const { range } = options;
    const part = range === undefined ? "" : `&offset=${range.offset}&length=${range.length}`;
    const response = await this.#ask(folder, `/?key=${encodeURIComponent(name)}${part}`);
    const found = rowIn(folder, response);
    return found === null ? null : { ...found, body: response.body };
  }

  async list({
    limit = 1_000,
    prefix = "",
    startAfter = "",
  }: {
    limit?: number;
    prefix?: string;
    startAfter?: string;
  }) {
    const { folder } = placeOf(prefix);
    const after = startAfter.startsWith(prefix) ? startAfter.slice(prefix.length) : "";
    const response = await this.#ask(folder, `/list?after=${encodeURIComponent(after)}&limit=${limit}`);
    const { rows, truncated } = (await response.json()) as { rows: readonly Row[]; truncated: boolean };
    return { objects: rows.map((row) => objectOf(folder, row)), truncated };
  }

  async delete(keys: string | readonly string[]): Promise<void> {
    const places = (typeof keys === "string" ? [keys] : keys).map(placeOf);
    for (const [folder, inFolder] of Map.groupBy(places, (place) => place.folder)) {
      const body = JSON.stringify(inFolder.map(({ name }) => name));
      await this.#ask(folder, "/", { method: "DELETE", body });
    }
  }

  async #ask(folder: string, path: string, init?: RequestInit): Promise<Response> {
    const object = this.#objects.get(this.#objects.idFromName(folder));
    const response = await object.fetch(`http://artifacts${path}`, init);
    if (response.ok || response.status === 404 || response.status === 412) return response;
    throw new Error(`Cannot use the artifacts of this deployment: HTTP ${response.status}`);
  }
}

/** A name may hold slashes; the folder ends with the third. */
function placeOf(key: string): { readonly folder: string; readonly name: string } {
  const [, folder = "", name = ""] = /^((?:[^/]*\/){3})(.*)$/s.exec(key) ?? [];
  return { folder, name };
}

function rowIn(folder: string, response: Response) {
  const header = response.headers.get("planwright-row");
  return response.status === 404 || header === null ? null : objectOf(folder, JSON.parse(decodeURIComponent(header)));
}

function objectOf(folder: string, { metadata, name, size, uploaded }: Row) {
  return { key: folder + name, size, uploaded: new Date(uploaded), ...(JSON.parse(metadata) as Metadata) };
}

export default function makeBinding({ objects }: { readonly objects: Objects }): Bucket {
  return new Bucket(objects);
}
