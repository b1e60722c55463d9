/**
 * The message of one call of an agent or a workflow, ours or remote (W8–W10). Parameters of a callable with both modes become an artifact
 * of the calling execution. An artifact that was named is passed on by its address, so its content goes through no row and no model (W9,
 * R16).
 *
 * A remote callee receives the same message with two differences: the address of an artifact is replaced by one that it can fetch, and the
 * parameters are sent as data beside the artifact made of them.
 */

import { audienceOf, type Confinement, storedAudience } from "../../access/audience.ts";
import { givenInput, payloadArtifact } from "../../execution/callables/dual-mode.ts";
import { type InvocationMessage, invocationMessage } from "../../execution/commands/invocation-message.ts";
import {
  type ArtifactAddress,
  type ArtifactRecord,
  areKeptLabels,
  artifactUrl,
  givenArtifacts,
  maxArtifactLabelBytes,
  readArtifactUrl,
} from "../../execution/events/artifact-record.ts";
import type { Failure } from "../../json/failure.ts";
import { type Json, type JsonObject, objectOf, ownValue } from "../../json/json.ts";
import type { DualMode } from "../../plan/callable.ts";
import type { ArtifactStore } from "../ports/artifact-store.ts";
import type { ExecutionOptions } from "../ports/execution-options.ts";
import type { Call } from "../ports/ports.ts";
import { artifactNotFound, readArtifactJson } from "./artifact-json.ts";
import { identityOf } from "./call-identity.ts";

/** The options of the deployment that a delivery uses. */
export type DeliveryOptions = Pick<ExecutionOptions, "artifacts" | "artifactLink" | "maxResponseBytes">;

/** The execution that calls: its tenant, the name of its object, and who may see it. */
export interface CallingExecution {
  readonly tenant: string;
  readonly execution: string;
  readonly subject: string;
  readonly visibility?: Confinement["visibility"];
  readonly group?: string | undefined;
}

export type Delivery =
  | {
      readonly ok: true;
      readonly message: InvocationMessage;
      /** Content of the artifact that was made for parameters, for one of ours that need not read it then. Undefined if none was. */
      readonly payload: Json | undefined;
    }
  /** Nothing was sent. */
  | { readonly ok: false; readonly failure: Failure };

interface DeliveryOf {
  readonly call: Call;
  readonly from: CallingExecution;
  readonly options: DeliveryOptions;
  /** Whether the callee is no run of ours. */
  readonly isRemote: boolean;
  /** Labels of the arguments, for the artifact that is made of them (decision 085). */
  readonly argumentLabels: (stepId: string) => readonly string[];
  /** Whether it is one of ours that has an input schema, and so takes data alone. */
  readonly isTyped?: boolean;
}

/**
 * Stores the content that the message refers to and makes the message. A repetition gives the same message. Rejects only if the store does.
 */
export async function deliver(delivery: DeliveryOf): Promise<Delivery> {
  const { call } = delivery;
  const input = givenInput(call.callable, call.arguments);
  if (input === undefined) return delivered(delivery, textOf(delivery));
  if (!input.ok) return input;
  const { dualMode } = call.callable;
  const { artifacts } = delivery.options;
  if (dualMode === undefined || artifacts === undefined) return { ok: false, failure: noArtifacts(call) };
  return input.input.kind === "PARAMETERS"
    ? deliverParameters(delivery, dualMode, artifacts, input.input.payload)
    : deliverArtifact(delivery, artifacts, input.input.reference);
}

/** The text for a callee that takes text. A callee of ours gets the rest of its arguments as data; a remote one gets nothing else. */
function textOf({ call, isRemote, isTyped }: DeliveryOf): { readonly text: string | null; readonly data: Json } {
  const { arguments: given, callable } = call;
  const text = ownValue(given, "text");
  if (isTyped === true || typeof text !== "string" || (callable.kind !== "AGENT" && !isRemote))
    return { text: null, data: given };
  const rest = Object.entries(given).filter(([name, value]) => name !== "text" && value !== null);
  return { text, data: rest.length === 0 ? null : objectOf(rest) };
}

async function deliverParameters(
  delivery: DeliveryOf,
  dualMode: DualMode,
  artifacts: ArtifactStore,
  payload: JsonObject,
): Promise<Delivery> {
  const { call, from, isRemote } = delivery;
  const labels = delivery.argumentLabels(call.stepId);
  if (!areKeptLabels(labels)) return { ok: false, failure: tooManyLabels(call) };
  const { description, name } = payloadArtifact(dualMode, call.callId);
  const address = { owner: from.execution, name };
  const facts = { description, labels, mediaType: "application/json", ...storedAudience(from) };
  const record = await artifacts.put(from.tenant, address, JSON.stringify(payload), facts);
  call.onArtifact(record);
  const url = await addressFor(delivery, address);
  const artifact = url === undefined ? null : { url, ...partOf(record) };
  return { ...delivered(delivery, { data: isRemote ? payload : null, artifact }), payload };
}

async function deliverArtifact(delivery: DeliveryOf, artifacts: ArtifactStore, reference: string): Promise<Delivery> {
  const { from, options } = delivery;
  for (const address of addressesOf(reference, from.execution)) {
    const artifact = await readArtifactJson(
      artifacts,
      from.tenant,
      address,
      options.maxResponseBytes,
      audienceOf(from),
    );
    if (!artifact.ok && artifact.failure.code === "ARTIFACT_NOT_FOUND") continue;
    if (!artifact.ok) return artifact;
    const url = await addressFor(delivery, address);
    if (url === undefined) return { ok: false, failure: noAddress(delivery.call) };
    return delivered(delivery, { artifact: { url, ...partOf(artifact.record) } });
  }
  return { ok: false, failure: artifactNotFound(reference) };
}

/** The possible meanings of a reference, in the order of the search: an address, an artifact of this execution, a given one. */
function addressesOf(reference: string, execution: string): readonly ArtifactAddress[] {
  const address = readArtifactUrl(reference);
  if (address !== undefined) return [address];
  return [execution, givenArtifacts].map((owner) => ({ owner, name: reference }));
}

/** The address that the callee can read. Undefined if there is none, because this deployment does not know its own. */
async function addressFor(
  { from, isRemote, options }: DeliveryOf,
  address: ArtifactAddress,
): Promise<string | undefined> {
  return isRemote ? options.artifactLink(from.tenant, address) : artifactUrl(address);
}

function partOf({ mediaType, name }: Pick<ArtifactRecord, "mediaType" | "name">) {
  return { name, mediaType };
}

function delivered(
  { call }: DeliveryOf,
  parts: Partial<Pick<Parameters<typeof invocationMessage>[0], "text" | "data" | "artifact">>,
): Extract<Delivery, { readonly ok: true }> {
  const { artifact = null, data = null, text = null } = parts;
  return {
    ok: true,
    payload: undefined,
    message: invocationMessage({ messageId: call.callId, text, data, artifact, identity: identityOf(call) }),
  };
}

function noArtifacts({ callable }: Call): Failure {
  const message = `Cannot call ${callable.name}: required a bucket for artifacts, found that this deployment has bound none`;
  return { code: "INTERNAL", message, retryable: false, details: null };
}

function tooManyLabels({ callable }: Call): Failure {
  const message = `Cannot call ${callable.name}: required arguments whose labels take at most ${maxArtifactLabelBytes} bytes, found more`;
  return { code: "LIMIT_EXCEEDED", message, retryable: false, details: null };
}

function noAddress({ callable }: Call): Failure {
  const message = `Cannot call ${callable.name}: required an address at which the agent can fetch the artifact, found that this deployment does not know its own`;
  return { code: "INTERNAL", message, retryable: false, details: null };
}
