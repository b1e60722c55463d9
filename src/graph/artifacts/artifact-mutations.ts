/**
 * Room `graph/artifacts`: the API of artifacts. It owns creating and deleting those that belong to no execution (this file), the checks of
 * input (`artifact-input.ts`), and the fields of all artifacts (`artifact-resolvers.ts`).
 *
 * It leaves to others: the content of artifacts is behind the `ArtifactClient`, `durable/tenant` stores which artifacts a tenant has,
 * `worker/routes` receives and sends content over HTTP.
 *
 * Invariants:
 *
 * - Creating or deleting twice is no error; a name has one content.
 * - Content is read only if it is selected, and only as far as it can be shown.
 */
import { givenConfinement, visibilityProblem } from "../../access/given-visibility.ts";
import { type GivenArtifactLimit, givenArtifacts } from "../../execution/events/artifact-record.ts";
import type { GraphContext } from "../base/graph-context.ts";
import { nodeNamed } from "../base/node-id.ts";
import type { ArtifactContent } from "../base/ports.ts";
import { shownName } from "../base/request-problem.ts";
import type { ArtifactContentInput, CreateArtifactInput, DeleteArtifactInput } from "../base/schema.generated.ts";
import type { ArtifactSource } from "../base/sources.ts";
import { generalError, notFound, type UserErrorSource } from "../base/user-errors.ts";
import { artifactRefusal } from "./artifact-input.ts";

export interface CreateArtifactPayload {
  readonly artifact: ArtifactSource | undefined;
  readonly errors: readonly UserErrorSource[];
}

/** Stores an artifact. The size of a request bounds its content. */
export async function createArtifact(
  { content, description, group, name, visibility }: CreateArtifactInput,
  { caller, clients, settings }: GraphContext,
): Promise<CreateArtifactPayload> {
  const refused = (error: UserErrorSource): CreateArtifactPayload => ({ artifact: undefined, errors: [error] });
  const { mediaType, text } = contentOf(content);
  const confinement = givenConfinement({ visibility, group }, settings.defaultVisibility);
  const audience = { owner: caller.subject, ...confinement };
  const facts: Omit<ArtifactContent, "content"> = { audience, description: description ?? null, mediaType };
  const wrong = visibilityProblem({ visibility, group }, caller);
  if (wrong !== undefined)
    return refused(
      generalError("INVALID_INPUT", `Cannot take ${wrong.member}: ${wrong.finding}`, ["input", wrong.member]),
    );
  const refusal = artifactRefusal({ ...facts, name });
  if (refusal !== undefined) {
    const path = refusal.member === "mediaType" ? ["content", "text", "mediaType"] : [refusal.member];
    return refused(generalError("INVALID_INPUT", refusal.message, ["input", ...path]));
  }
  const answer = await clients.artifacts.create(name, { ...facts, content: text });
  if (answer.kind === "STORED")
    return { artifact: { owner: givenArtifacts, artifact: answer.artifact, stepId: undefined }, errors: [] };
  if (answer.kind === "LIMIT_EXCEEDED") {
    const { limit, maximum, found } = answer;
    const message = givenLimitMessage(name, answer);
    return refused({ code: "LIMIT_EXCEEDED", message, path: ["input"], limit, maximum, found });
  }
  const found =
    "found an artifact of this name that the caller does not see, or with other content, description, media type or visibility";
  const message = `Cannot store the artifact ${shownName(name)}: required a name that is free, ${found}`;
  return refused(generalError("INVALID_INPUT", message, ["input", "name"]));
}

const wordsOfLimit = {
  givenArtifacts: ["given artifacts of the tenant", "MAX_GIVEN_ARTIFACTS"],
  givenArtifactBytes: ["bytes of given artifacts of the tenant", "MAX_GIVEN_ARTIFACT_BYTES"],
  givenArtifactsPerSubject: ["given artifacts of the subject", "MAX_GIVEN_ARTIFACTS_PER_SUBJECT"],
  givenArtifactBytesPerSubject: ["bytes of given artifacts of the subject", "MAX_GIVEN_ARTIFACT_BYTES_PER_SUBJECT"],
} as const satisfies { readonly [Limit in GivenArtifactLimit["limit"]]: readonly [string, string] };

/** Why no further artifact is accepted, and the remedy. */
export function givenLimitMessage(name: string, { limit, maximum, found }: GivenArtifactLimit): string {
  const [what, setting] = wordsOfLimit[limit];
  const required = `required at most ${maximum} ${what} (${setting}), found ${found} with this one`;
  return `Cannot store the artifact ${shownName(name)}: ${required}. Delete some with deleteArtifact, or raise the setting`;
}

export interface DeleteArtifactPayload {
  readonly deletedId: string | undefined;
  readonly errors: readonly UserErrorSource[];
}

/** Deletes an artifact that was given. Those of an execution are kept and removed with it. */
export async function deleteArtifact(
  { artifactId }: DeleteArtifactInput,
  context: GraphContext,
): Promise<DeleteArtifactPayload> {
  const path = ["input", "artifactId"];
  const refused = (error: UserErrorSource): DeleteArtifactPayload => ({ deletedId: undefined, errors: [error] });
  const name = await nodeNamed(artifactId, "ARTIFACT", context);
  if (name === undefined) return refused(notFound("the artifact", path));
  if (name.owner !== givenArtifacts) {
    const message =
      "Cannot delete the artifact: required one that was given, found one that is removed with its execution";
    return refused(generalError("INVALID_INPUT", message, path));
  }
  const isDeleted = await context.clients.artifacts.remove(name.name);
  return isDeleted ? { deletedId: artifactId, errors: [] } : refused(notFound("the artifact", path));
}

/** `@oneOf` has made sure that exactly one member is given. */
function contentOf({ json, text }: ArtifactContentInput): { readonly text: string; readonly mediaType: string } {
  if (text === undefined) return { text: JSON.stringify(json), mediaType: "application/json" };
  return { text: text.text, mediaType: text.mediaType ?? "text/plain; charset=utf-8" };
}
