/**
 * The input of a run of a callable, read from the message or from the artifact that the message names. The run itself checks it against the
 * schema of the callable (W15, C21), for every kind of caller. A run with unusable input is stored too, as FAILED.
 */

import type { Audience } from "../../access/audience.ts";
import { givenConfinement } from "../../access/given-visibility.ts";
import { presentParameters } from "../../execution/callables/dual-mode.ts";
import type { StartRequest } from "../../execution/commands/start-request.ts";
import {
  type ArtifactAddress,
  type ArtifactRecord,
  givenArtifacts,
  readArtifactUrl,
} from "../../execution/events/artifact-record.ts";
import type { ExecutionEvent } from "../../execution/events/event.ts";
import { endedBy } from "../../execution/settle/finish.ts";
import type { Failure } from "../../json/failure.ts";
import { isJsonObject, type Json } from "../../json/json.ts";
import { labelSetOf, labelsFrom, pinnedLabels, unionOf, untrustedLabel } from "../../plan/labels/label.ts";
import type { PinnedLabel } from "../../plan/value-flow.ts";
import { violations } from "../../schema/validator.ts";
import { type ArtifactJson, readArtifactJson } from "../calls/artifact-json.ts";
import type { StoredArtifactRecord } from "../ports/artifact-store.ts";
import type { ExecutionOptions } from "../ports/execution-options.ts";

/** The input that came. */
export interface Entry {
  /** Undefined if there is none, or if it could not be read. */
  readonly input: Json | undefined;
  /** The artifact that holds it, if it was stored for this run. */
  readonly stored: ArtifactRecord | undefined;
  /** Why the run cannot begin. Absent if it can. */
  readonly failure: Failure | undefined;
  /** The labels of the input, with those of the artifact that it was read from. Absent where these are those of the request. */
  readonly inputLabels?: readonly PinnedLabel[];
}

type EntryOptions = Pick<ExecutionOptions, "artifacts" | "maxResponseBytes">;

/** Rejects only if an artifact could not be asked for; then nothing is stored, and the same request may come again. */
export async function entryOf(request: StartRequest, options: EntryOptions): Promise<Entry> {
  const { input } = request;
  switch (input.kind) {
    case "NONE":
      return { input: undefined, stored: undefined, failure: undefined };
    case "VALUE":
      return checked(request, input.value);
    case "ARTIFACT": {
      const address = readArtifactUrl(input.url);
      if (address === undefined) return refused("required the address of a stored artifact, found another one");
      if (options.artifacts === undefined)
        return refused("required a bucket for artifacts, found that this deployment has bound none");
      const artifact = await readArtifactJson(
        options.artifacts,
        request.tenant,
        address,
        options.maxResponseBytes,
        audienceOfStart(request),
      );
      const stored = address.owner === request.execution ? recordIn(artifact) : undefined;
      if (!artifact.ok) return { input: undefined, stored, failure: artifact.failure };
      return { ...checked(request, artifact.value), stored, ...withContent(request, address, artifact.record) };
    }
  }
}

function audienceOfStart({ group, subject, visibility }: StartRequest): Audience {
  return { owner: subject, ...givenConfinement({ visibility, group }, "TENANT") };
}

/** The records beside the start of a run: the artifact that was stored for it, and its end if it cannot begin. */
export function entryEvents({ failure, stored }: Entry): readonly ExecutionEvent[] {
  const artifact = stored === undefined ? [] : [{ kind: "ArtifactStored", step: null, artifact: stored } as const];
  return failure === undefined ? artifact : [...artifact, endedBy(failure)];
}

/** The labels of the request and of what another execution made the artifact of (decision 085). What nobody knows them of is untrusted. */
function withContent(
  { execution, inputLabels }: StartRequest,
  { name, owner }: ArtifactAddress,
  { labels }: StoredArtifactRecord,
): Pick<Entry, "inputLabels"> {
  // It was made of the request itself, or given by a caller.
  if (owner === execution || owner === givenArtifacts) return {};
  const given = inputLabels === undefined ? labelsFrom(["CALLER"], "the request") : labelSetOf(inputLabels);
  const content = labelsFrom(labels ?? [untrustedLabel], `the artifact ${name}`);
  const joined = unionOf([given, content]);
  return joined.size === given.size ? {} : { inputLabels: pinnedLabels(joined) };
}

/** Without the time of storing, which is that of the row. */
function recordIn({ record }: ArtifactJson): ArtifactRecord | undefined {
  if (record === null) return undefined;
  const { byteSize, description, mediaType, name, sha256 } = record;
  return { name, description, mediaType, byteSize, sha256 };
}

function checked({ callable }: StartRequest, given: Json): Entry {
  const schema = callable?.inputSchema ?? null;
  const value = schema !== null && isJsonObject(given) ? presentParameters(schema, given) : given;
  const broken = schema === null ? [] : violations(schema, value);
  if (broken.length === 0) return { input: value, stored: undefined, failure: undefined };
  const message = `Cannot run ${callable?.name}: required an input that satisfies its input schema, found: ${broken[0]?.message ?? "another input"}`;
  const details = broken.map((violation) => ({ ...violation }));
  return { input: value, stored: undefined, failure: { code: "INPUT_INVALID", message, retryable: false, details } };
}

function refused(finding: string): Entry {
  const message = `Cannot take the artifact as input: ${finding}`;
  return {
    input: undefined,
    stored: undefined,
    failure: { code: "INPUT_INVALID", message, retryable: false, details: null },
  };
}
