/**
 * Stored artifacts as executions know them: name, size, digest. Their bytes lie outside of the journal, per tenant, with the execution
 * that stored them or, if a caller gave them before any execution, by themselves.
 */

export interface ArtifactRecord {
  /** File name, unique within its owner. */
  readonly name: string;
  /** A description of its content. Null for none. */
  readonly description: string | null;
  readonly mediaType: string;
  readonly byteSize: number;
  /** Hex SHA-256 of the content. */
  readonly sha256: string;
}

/** Bytes that the labels of an artifact may take as JSON: a bucket keeps little beside the content. */
export const maxArtifactLabelBytes = 1_200;

/** Whether labels can be kept with an artifact. */
export function areKeptLabels(labels: readonly string[]): boolean {
  return JSON.stringify(labels).length <= maxArtifactLabelBytes;
}

/** The event with which an execution records an artifact. */
export interface ArtifactStored {
  readonly kind: "ArtifactStored";
  /** The step for whose call it was stored. Null if none was. */
  readonly step: string | null;
  readonly artifact: ArtifactRecord;
  /** Position of the attachment of the step's result that it holds. Absent for all else, and in rows of 0.7.0. */
  readonly position?: number;
}

/** Owner of artifacts that were given before any execution. Names of executions are hashes, so none has this one. */
export const givenArtifacts = "given";

/** How many artifacts a tenant may have been given at a time, and of how many bytes together. 0 for no cap. */
export interface GivenArtifactCaps {
  readonly maxArtifacts: number;
  readonly maxBytes: number;
  /** Of one subject. Absent, as 0, for no cap of its own. */
  readonly maxArtifactsPerSubject?: number;
  readonly maxBytesPerSubject?: number;
}

/** The cap that one more would pass; `found` counts it in. */
export interface GivenArtifactLimit {
  readonly limit: "givenArtifacts" | "givenArtifactBytes" | "givenArtifactsPerSubject" | "givenArtifactBytesPerSubject";
  readonly maximum: number;
  readonly found: number;
}

/** How messages point at a stored artifact: `artifact://{owner}/{name}`, the tenant being that of the reader. */
export interface ArtifactAddress {
  /** Name of the object of an execution, or `given`. */
  readonly owner: string;
  readonly name: string;
}

/**
 * The form in which messages carry the address.
 *
 * @example
 * ```ts
 * artifactUrl({ owner: "given", name: "report 1.pdf" }); // "artifact://given/report%201.pdf"
 * ```
 */
export function artifactUrl({ name, owner }: ArtifactAddress): string {
  return `artifact://${owner}/${encodeURIComponent(name)}`;
}

/**
 * Undefined for anything that `artifactUrl` did not make.
 *
 * @example
 * ```ts
 * readArtifactUrl("artifact://given/report%201.pdf"); // { owner: "given", name: "report 1.pdf" }
 * readArtifactUrl("https://example.com/report.pdf"); // undefined
 * ```
 */
export function readArtifactUrl(url: string): ArtifactAddress | undefined {
  const match = /^artifact:\/\/([0-9a-z]+)\/([^/?#]+)$/.exec(url);
  if (match?.[1] === undefined || match[2] === undefined) return undefined;
  try {
    return { owner: match[1], name: decodeURIComponent(match[2]) };
  } catch {
    return undefined;
  }
}
