/**
 * Fields of artifacts. Their facts come with the listing. Their content is read only if it is selected, and only as far as it can be shown
 * (E14).
 */

import { type ArtifactAddress, artifactUrl, givenArtifacts } from "../../execution/events/artifact-record.ts";
import type { ExecutionView } from "../../execution/views/execution-view.ts";
import type { Json } from "../../json/json.ts";
import {
  type Connection,
  connectionOf,
  cursorOfName,
  nameOfCursor,
  type PageArguments,
  pageSize,
} from "../base/connection.ts";
import type { GraphContext } from "../base/graph-context.ts";
import { nodeId } from "../base/node-id.ts";
import { requestError } from "../base/request-error.ts";
import type { ArtifactResolvers } from "../base/resolvers.generated.ts";
import type { Maybe } from "../base/schema.generated.ts";
import type { ArtifactSource } from "../base/sources.ts";
import { ownOrigin } from "../registry/own-origin.ts";
import { executionNamed } from "../registry/related-executions.ts";

const MAX_JSON_BYTES = 65_536;
const MAX_TEXT_CHARACTERS = 65_536;
/** Of a character in UTF-8, for each of its UTF-16 units. */
const MOST_BYTES_PER_CHARACTER = 3;

/** The artifact of this address. Null if there is none. */
export async function artifactNamed(address: ArtifactAddress, context: GraphContext): Promise<Maybe<ArtifactSource>> {
  const artifact = await context.clients.artifacts.head(address);
  return artifact && { owner: address.owner, artifact, stepId: stepOf(address, context) };
}

/** A page of the artifacts of `owner` in the order of their names; `stepId` says for which step each was stored. */
export async function artifactPage(
  owner: string,
  { after, first }: PageArguments,
  { clients }: GraphContext,
  stepId: (name: string) => Maybe<string>,
): Promise<Connection<ArtifactSource>> {
  const size = pageSize(first);
  const afterName = after === null || after === undefined ? undefined : nameOfCursor(after);
  const found = await clients.artifacts.list(owner, afterName, size + 1);
  const edges = found.slice(0, size).map((artifact) => ({
    cursor: cursorOfName(artifact.name),
    node: { owner, artifact, stepId: stepId(artifact.name) },
  }));
  return connectionOf(edges, after, found.length > edges.length);
}

/** The step for whose call the execution stored the artifact of this name. Null if it was none. */
export function storingStep({ artifacts }: Pick<ExecutionView, "artifacts">, name: string): Maybe<string> {
  return artifacts.find((artifact) => artifact.name === name)?.step;
}

function stepOf({ name, owner }: ArtifactAddress, { clients }: GraphContext): ArtifactSource["stepId"] {
  if (owner === givenArtifacts) return undefined;
  return async () => {
    const view = await clients.executions.read(owner, false);
    return view === null ? undefined : storingStep(view, name);
  };
}

export const artifactResolvers = {
  id: ({ artifact, owner }, _, context) => nodeId({ kind: "ARTIFACT", owner, name: artifact.name }, context),
  name: ({ artifact }) => artifact.name,
  description: ({ artifact }) => artifact.description,
  mediaType: ({ artifact }) => artifact.mediaType,
  byteSize: ({ artifact }) => artifact.byteSize,
  sha256: ({ artifact }) => artifact.sha256,
  address: (source) => artifactUrl(addressOf(source)),
  visibility: ({ artifact, owner }) => (owner === givenArtifacts ? (artifact.audience?.visibility ?? "TENANT") : null),
  createdAt: ({ artifact }) => artifact.storedAt,
  stepId: ({ stepId }) => (typeof stepId === "function" ? stepId() : stepId),
  execution: ({ owner }, _, context, info) => (owner === givenArtifacts ? null : executionNamed(owner, context, info)),
  json: (source, _, context) => jsonIn(source, context),
  text: (source, { maxCharacters }, context) => textIn(source, maxCharacters, context),
  downloadUrl: (source, _, context) => context.clients.artifacts.link(addressOf(source), ownOrigin(context)),
} satisfies ArtifactResolvers;

function addressOf({ artifact, owner }: ArtifactSource): ArtifactAddress {
  return { owner, name: artifact.name };
}

async function jsonIn(source: ArtifactSource, { clients }: GraphContext): Promise<Json> {
  const { byteSize, mediaType } = source.artifact;
  if (!isJsonType(mediaType) || byteSize > MAX_JSON_BYTES) return null;
  const bytes = await clients.artifacts.read(addressOf(source), MAX_JSON_BYTES);
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(required(bytes))) as Json;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return null;
    throw error;
  }
}

async function textIn(
  source: ArtifactSource,
  maxCharacters: number,
  { clients }: GraphContext,
): Promise<string | undefined> {
  if (maxCharacters < 0 || maxCharacters > MAX_TEXT_CHARACTERS) {
    const finding = `required maxCharacters from 0 to ${MAX_TEXT_CHARACTERS}, found ${maxCharacters}`;
    throw requestError("BAD_USER_INPUT", `Cannot read the text of an artifact: ${finding}`);
  }
  const { mediaType } = source.artifact;
  if (!isJsonType(mediaType) && !/^text\//i.test(mediaType)) return undefined;
  const bytes = await clients.artifacts.read(addressOf(source), maxCharacters * MOST_BYTES_PER_CHARACTER);
  // A character that the end of the part has cut is left out by `stream`.
  const text = new TextDecoder().decode(required(bytes), { stream: true });
  return text.slice(0, maxCharacters).toWellFormed();
}

function required(bytes: Uint8Array | undefined): Uint8Array {
  if (bytes !== undefined) return bytes;
  throw requestError("GONE", "Cannot read the artifact: required one that is kept, found that it was removed");
}

function isJsonType(mediaType: string): boolean {
  return /^(?:application\/json|[\w.-]+\/[\w.-]+\+json)\s*(?:;|$)/i.test(mediaType);
}
