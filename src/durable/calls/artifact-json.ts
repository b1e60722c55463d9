/**
 * Reads a stored artifact as JSON, within a size limit. Workflows take such artifacts as input; the caller and the run itself check them
 * (C21).
 */
import { type Audience, mayGoInto } from "../../access/audience.ts";
import { ResponseTooLarge } from "../../catalog/fetch-failure.ts";
import type { ArtifactAddress } from "../../execution/events/artifact-record.ts";
import type { Failure } from "../../json/failure.ts";
import { type Json, jsonDepth } from "../../json/json.ts";
import { boundsText, isWithin } from "../../json/json-count.ts";
import { maxDocumentJson, maxValueDepth } from "../../plan/limits.ts";
import type { ArtifactStore, StoredArtifactRecord } from "../ports/artifact-store.ts";
import { cappedBody } from "./guarded-fetch.ts";

export type ArtifactJson =
  | { readonly ok: true; readonly value: Json; readonly record: StoredArtifactRecord }
  /** ARTIFACT_NOT_FOUND without a record, or INPUT_INVALID for one that is too large, too deep, of too many values or no JSON. */
  | { readonly ok: false; readonly failure: Failure; readonly record: StoredArtifactRecord | null };

/** Rejects only if the store does. `maxBytes` bounds the read. An artifact that must not go into `reader` is not found. */
export async function readArtifactJson(
  store: ArtifactStore,
  tenant: string,
  address: ArtifactAddress,
  maxBytes: number,
  reader: Audience,
): Promise<ArtifactJson> {
  const content = await store.read(tenant, address, undefined);
  const { audience } = content?.record ?? {};
  const isHidden = audience !== undefined && !mayGoInto(reader, audience);
  if (isHidden) await content?.body.cancel();
  if (content === undefined || isHidden) return { ok: false, failure: artifactNotFound(address.name), record: null };
  const refusal = (finding: string): ArtifactJson => {
    const message = `Cannot take the artifact ${JSON.stringify(address.name)} as input: ${finding}`;
    const failure: Failure = { code: "INPUT_INVALID", message, retryable: false, details: null };
    return { ok: false, failure, record: content.record };
  };
  const { byteSize } = content.record;
  if (byteSize > maxBytes) {
    await content.body.cancel();
    return refusal(`required at most ${maxBytes} bytes, found ${byteSize}`);
  }
  try {
    const text = await new Response(cappedBody(content.body, maxBytes, undefined)).text();
    if (!isWithin(text, maxDocumentJson)) return refusal(`required ${boundsText(maxDocumentJson)}, found more`);
    const value = JSON.parse(text) as Json;
    if (jsonDepth(value, maxValueDepth + 1) > maxValueDepth)
      return refusal(`required at most ${maxValueDepth} objects and arrays within one another, found more`);
    return { ok: true, value, record: content.record };
  } catch (error) {
    if (error instanceof SyntaxError) return refusal("required JSON, found something else");
    if (error instanceof ResponseTooLarge) return refusal(`required at most ${maxBytes} bytes, found more`);
    throw error;
  }
}

export function artifactNotFound(name: string): Failure {
  const message = `Cannot take the artifact ${JSON.stringify(name.slice(0, 300))} as input: required one that is stored, found none`;
  return { code: "ARTIFACT_NOT_FOUND", message, retryable: false, details: null };
}
