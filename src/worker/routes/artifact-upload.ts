/**
 * `PUT /artifacts?name=…`, with `description`, `visibility` and `group` as those of `createArtifact`: content that is larger than a request of
 * the API may be, or that is no text. It is held in memory once, because its digest must be known before it is stored; its size is bounded
 * while it is read.
 */

import type { Visibility } from "../../access/audience.ts";
import { givenConfinement, visibilityProblem } from "../../access/given-visibility.ts";
import { givenArtifacts } from "../../execution/events/artifact-record.ts";
import { artifactRefusal } from "../../graph/artifacts/artifact-input.ts";
import { givenLimitMessage } from "../../graph/artifacts/artifact-mutations.ts";
import type { Caller } from "../../graph/base/graph-context.ts";
import { nodeId } from "../../graph/base/node-id.ts";
import type { CreateArtifactResult } from "../../graph/base/ports.ts";
import { createArtifact } from "../clients/artifact-client.ts";
import { errorBody } from "../platform/app-context.ts";
import type { Environment } from "../platform/environment.ts";
import type { Isolate } from "../request/isolate.ts";
import type { Settings } from "../settings/settings.ts";

const unstored = { "cache-control": "no-store" };

/** Stores the body of the request as an artifact of `caller`. */
export async function uploadArtifact(
  request: Request,
  caller: Caller,
  settings: Settings,
  environment: Environment,
  isolate: Isolate,
): Promise<Response> {
  const { searchParams } = new URL(request.url);
  const name = searchParams.get("name") ?? "";
  const description = searchParams.get("description");
  const mediaType = request.headers.get("content-type") ?? "application/octet-stream";
  const refusal = artifactRefusal({ name, description, mediaType });
  if (refusal !== undefined) return refused(400, "BAD_USER_INPUT", refusal.message);
  const [visibility, group] = [searchParams.get("visibility"), searchParams.get("group")];
  if (!isVisibility(visibility)) {
    const found = JSON.stringify(visibility.slice(0, 100));
    return refused(400, "BAD_USER_INPUT", `Cannot take visibility: required OWN, GROUP or TENANT, found ${found}`);
  }
  const wrong = visibilityProblem({ visibility, group }, caller);
  if (wrong !== undefined) return refused(400, "BAD_USER_INPUT", `Cannot take ${wrong.member}: ${wrong.finding}`);
  const { maxArtifactBytes } = settings;
  const content = await boundedBody(request, maxArtifactBytes);
  if (content === undefined) {
    const message = `Cannot store the artifact: required at most ${maxArtifactBytes} bytes, found more`;
    return refused(413, "REQUEST_TOO_LARGE", message);
  }
  const audience = { owner: caller.subject, ...givenConfinement({ visibility, group }, settings.defaultVisibility) };
  const facts = { audience, description, mediaType };
  const answer = await createArtifact(environment, caller, name, content, facts, settings.givenArtifacts);
  return answered(answer, name, caller, isolate, settings);
}

function isVisibility(given: string | null): given is Visibility | null {
  return given === null || given === "OWN" || given === "GROUP" || given === "TENANT";
}

async function answered(
  answer: CreateArtifactResult,
  name: string,
  caller: Caller,
  isolate: Isolate,
  settings: Settings,
): Promise<Response> {
  if (answer.kind === "TAKEN") {
    const found =
      "found an artifact of this name that the caller does not see, or with other content, description, media type or visibility";
    const message = `Cannot store the artifact ${JSON.stringify(name)}: required a name that is free, ${found}`;
    return refused(409, "CONFLICT", message);
  }
  if (answer.kind === "LIMIT_EXCEEDED") return refused(409, "LIMIT_EXCEEDED", givenLimitMessage(name, answer));
  const { audience, byteSize, description, mediaType, sha256, storedAt } = answer.artifact;
  const identity = isolate.identity(settings);
  const id = await nodeId({ kind: "ARTIFACT", owner: givenArtifacts, name }, { clients: { identity }, caller });
  const createdAt = new Date(storedAt).toISOString();
  const visibility = audience?.visibility ?? "TENANT";
  const shown = { id, name, description, mediaType, byteSize, sha256, visibility, createdAt };
  return Response.json(shown, {
    status: answer.isNew ? 201 : 200,
    headers: { ...unstored, location: `/artifacts/${id}` },
  });
}

function refused(status: number, code: string, message: string): Response {
  return Response.json(errorBody(code, message), { status, headers: unstored });
}

/**
 * The whole body, in memory that is taken once where its size is announced. Undefined if it is larger than `maximum` bytes; a body that is
 * announced as larger is not read.
 */
async function boundedBody({ body, headers }: Request, maximum: number): Promise<Uint8Array | undefined> {
  const announced = Number(headers.get("content-length") ?? 0);
  if (announced > maximum) return undefined;
  let content = new Uint8Array(Number.isSafeInteger(announced) ? Math.max(0, announced) : 0);
  let size = 0;
  for await (const part of body ?? []) {
    const needed = size + part.byteLength;
    if (needed > maximum) return undefined;
    if (needed > content.byteLength) content = enlarged(content, Math.min(maximum, Math.max(needed, 2 * size)));
    content.set(part, size);
    size = needed;
  }
  return content.subarray(0, size);
}

function enlarged(content: Uint8Array, byteLength: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(byteLength);
  larger.set(content);
  return larger;
}
