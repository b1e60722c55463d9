/**
 * Keeps images, sounds, files and resources of results as artifacts of the execution that made the call (P19), in the bucket of all
 * artifacts: they have the same read rights and are removed with the execution. The content of the result keeps them too, so that it is
 * complete without the bucket: when another execution reuses it, when the bucket fails, and when none is bound.
 *
 * They are stored before the rows of the end of the call. A crash in between leaves an object that the next attempt removes, at the latest
 * the end of the execution (`retention.ts`), and never a row without its object.
 */
import { storedAudience } from "../../access/audience.ts";
import { areKeptLabels, maxArtifactLabelBytes } from "../../execution/events/artifact-record.ts";
import { type CarriedAttachment, carriedIn } from "../../execution/events/attachments.ts";
import {
  type AttachmentNotKept,
  isOfEarlierAttempt,
  type KeptAttachment,
  type KeptCall,
  keptMediaType,
  keptName,
  keptPrefix,
  mostKeptAttachments,
  notKeptWarning,
} from "../../execution/events/kept-attachment.ts";
import type { ArtifactFacts, ArtifactStore } from "../ports/artifact-store.ts";
import type { AttachmentPort, Call, Clock, Connection, FinalResult } from "../ports/ports.ts";
import type { CallingExecution } from "./input-delivery.ts";

/** How long the end of a step waits for its attachments to be stored. */
const keepsWithinMs = 10_000;

/** Artifacts of earlier attempts that are removed with one question. */
const mostListed = 200;

const tooMany = `required at most ${mostKeptAttachments} attachments of one result, found more`;
const noBase64 = "required data in base64, found something else";
const tooManyLabels = `required labels of at most ${maxArtifactLabelBytes} bytes, found more`;
const notTaken = "the bucket did not take it";
const notInTime = `the bucket did not take it within ${keepsWithinMs} ms`;

export interface AttachmentKeeperParts {
  readonly store: Pick<ArtifactStore, "list" | "put" | "remove">;
  readonly clock: Clock;
  /** The execution whose calls are made. */
  readonly from: () => CallingExecution;
  /** Labels of what the step gave (decision 085). */
  readonly outputLabels: (stepId: string) => readonly string[];
  /** Runs under a permit of the object: the platform counts requests to a bucket among its six connections (E10). */
  readonly awaitHeaders: Connection["awaitHeaders"];
}

export function attachmentKeeper(parts: AttachmentKeeperParts): AttachmentPort {
  const { from, store } = parts;
  return {
    keep(call, result) {
      const carried = carriedIn(result.result?.content).filter(({ attachment }) => attachment.kind !== "RESOURCE_LINK");
      const mayHaveLeft = result.kind === "SUCCEEDED" && call.attempt > 1;
      return carried.length === 0 && !mayHaveLeft ? undefined : keptResult(parts, call, result, carried);
    },
    discard(kept) {
      const { execution, tenant } = from();
      for (const { name } of kept) void removed(store, tenant, { owner: execution, name });
    },
  };
}

async function keptResult<Result extends FinalResult>(
  parts: AttachmentKeeperParts,
  call: Call,
  result: Result,
  carried: readonly CarriedAttachment[],
): Promise<Result> {
  const stop = new AbortController();
  const { promise: isStopped, resolve } = Promise.withResolvers<void>();
  const end = () => {
    stop.abort();
    resolve();
  };
  const stopTimer = parts.clock.after(keepsWithinMs, end);
  call.signal.addEventListener("abort", end, { once: true });
  if (call.signal.aborted) end();
  const kept: KeptAttachment[] = [];
  const reasons = new Map<number, string>();
  const named = { callableName: call.callable.name, callId: call.callId, attempt: call.attempt };
  const labels = carried.length === 0 ? [] : parts.outputLabels(call.stepId);
  const work = carried.slice(0, mostKeptAttachments).map(async (one) => {
    const outcome = areKeptLabels(labels)
      ? await keptOne(parts, named, { ...one, labels }, stop.signal)
      : tooManyLabels;
    if (typeof outcome !== "string") kept.push(outcome);
    else if (!stop.signal.aborted) reasons.set(one.attachment.position, outcome);
  });
  if (call.attempt > 1) work.push(earlierRemoved(parts, named, stop.signal));
  await Promise.race([Promise.all(work), isStopped]);
  stop.abort();
  stopTimer();
  call.signal.removeEventListener("abort", end);
  return withKept(result, carried, kept, reasons);
}

/** The artifact, or the reason for having none. An artifact that is stored after the end of the wait is removed again. Never rejects. */
async function keptOne(
  { awaitHeaders, from, store }: AttachmentKeeperParts,
  call: KeptCall,
  carried: CarriedAttachment & Required<Pick<ArtifactFacts, "labels">>,
  signal: AbortSignal,
): Promise<KeptAttachment | string> {
  const { attachment, labels } = carried;
  const calling = from();
  const { execution, tenant } = calling;
  const address = { owner: execution, name: keptName(call, attachment) };
  try {
    const outcome = await awaitHeaders(signal, async () => {
      const content = attachment.text ?? decodedBase64(carried.base64 ?? "");
      if (content === undefined) return noBase64;
      const description = attachment.name.slice(0, 500);
      const facts = { description, labels, mediaType: keptMediaType(attachment), ...storedAudience(calling) };
      return { ...(await store.put(tenant, address, content, facts)), position: attachment.position };
    });
    if (typeof outcome === "string" || !signal.aborted) return outcome;
    await removed(store, tenant, address);
    return notInTime;
  } catch {
    return notTaken;
  }
}

/**
 * Removes attachments of an attempt whose object was lost before its rows. Never rejects: one that cannot be removed goes with the
 * execution.
 */
async function earlierRemoved(
  { awaitHeaders, from, store }: AttachmentKeeperParts,
  call: KeptCall,
  signal: AbortSignal,
): Promise<void> {
  const { execution, tenant } = from();
  try {
    await awaitHeaders(signal, async () => {
      const known = await store.list(tenant, execution, keptPrefix(call), mostListed);
      const earlier = known.filter(({ name }) => isOfEarlierAttempt(call, name));
      await Promise.all(earlier.map(({ name }) => removed(store, tenant, { owner: execution, name })));
    });
  } catch {
    return;
  }
}

function withKept<Result extends FinalResult>(
  result: Result,
  carried: readonly CarriedAttachment[],
  kept: readonly KeptAttachment[],
  reasons: ReadonlyMap<number, string>,
): Result {
  if (carried.length === 0) return result;
  const positions = new Set(kept.map(({ position }) => position));
  const notKept = carried.flatMap(({ attachment: { name, position } }, at): AttachmentNotKept[] => {
    if (positions.has(position)) return [];
    const reason = at >= mostKeptAttachments ? tooMany : (reasons.get(position) ?? notInTime);
    return [{ name, position, reason }];
  });
  const warnings = [
    ...(result.warnings ?? []),
    ...(notKept.length === 0 ? [] : [notKeptWarning(notKept, carried.length)]),
  ];
  return {
    ...result,
    ...(kept.length === 0 ? {} : { kept: kept.toSorted((one, other) => one.position - other.position) }),
    ...(warnings.length === 0 ? {} : { warnings }),
  };
}

/** Whether it was removed. One that was not goes with the execution. */
async function removed(
  store: Pick<ArtifactStore, "remove">,
  tenant: string,
  address: Parameters<ArtifactStore["remove"]>[1],
): Promise<boolean> {
  try {
    await store.remove(tenant, address);
    return true;
  } catch {
    return false;
  }
}

/** Characters that are decoded at once; a multiple of four. */
const pieceCharacters = 65_536;

/** The bytes of standard base64, with or without its padding and line breaks, decoded in pieces. Undefined for anything else. */
function decodedBase64(given: string): Uint8Array | undefined {
  // A piece must not end within the four characters of three bytes.
  const base64 = given.replace(/[\t\n\f\r ]+/g, "");
  const bytes = new Uint8Array(Math.ceil((base64.length * 3) / 4));
  let size = 0;
  for (let at = 0; at < base64.length; at += pieceCharacters) {
    const piece = base64.slice(at, at + pieceCharacters);
    // Padding ends a piece for `atob`, wherever it stands in the whole.
    if (at + pieceCharacters < base64.length && piece.endsWith("=")) return undefined;
    try {
      const decoded = atob(piece);
      for (let index = 0; index < decoded.length; index += 1) bytes[size + index] = decoded.charCodeAt(index);
      size += decoded.length;
    } catch {
      return undefined;
    }
  }
  return bytes.subarray(0, size);
}
