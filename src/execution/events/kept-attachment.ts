/**
 * Attachments of results that are kept as artifacts of the execution, beside the content, which holds them to the letter (R23). The name of
 * such an artifact says call, attempt and position: the same attempt stores the same one however often, a late answer writes over no other.
 */

import { hashOfParts } from "../../json/effect-key.ts";
import type { ArtifactRecord, ArtifactStored } from "./artifact-record.ts";
import type { Attachment } from "./attachments.ts";
import { isMediaType } from "./media-type.ts";
import type { StepWarning } from "./step-warning.ts";

/** Attachments of one result that are kept. Their bytes are bounded by those of an answer. */
export const mostKeptAttachments = 64;

/** An artifact that holds an attachment. */
export interface KeptAttachment extends ArtifactRecord {
  /** That of the attachment. */
  readonly position: number;
}

/** An attachment whose bytes stand in the content alone. */
export interface AttachmentNotKept {
  readonly name: string;
  readonly position: number;
  /** Second half of a sentence. */
  readonly reason: string;
}

/** The call whose result is kept. */
export interface KeptCall {
  readonly callableName: string;
  readonly callId: string;
  readonly attempt: number;
}

/** How the names of all artifacts begin that attempts of the call have kept. */
export function keptPrefix({ callId, callableName }: Pick<KeptCall, "callId" | "callableName">): string {
  const shown = callableName.replace(/[^A-Za-z0-9_-]/g, "_").slice(0, 64);
  return `result_${shown}_${hashOfParts(["result", callId]).slice(0, 16)}_`;
}

/** File name of the artifact that holds the attachment. */
export function keptName(call: KeptCall, attachment: Attachment): string {
  return `${keptPrefix(call)}${call.attempt}_${attachment.position}${extensionOf(attachment)}`;
}

/** Whether an artifact of this name was kept by an attempt of the call before this one. */
export function isOfEarlierAttempt(call: KeptCall, name: string): boolean {
  const prefix = keptPrefix(call);
  return name.startsWith(prefix) && Number.parseInt(name.slice(prefix.length), 10) < call.attempt;
}

/** The media type under which the attachment is kept: a callee may write anything. */
export function keptMediaType({ mediaType, text }: Attachment): string {
  if (mediaType !== undefined && isMediaType(mediaType)) return mediaType;
  return text === undefined ? "application/octet-stream" : "text/plain;charset=utf-8";
}

/**
 * The rows of the kept attachments. They are in one transaction with the end of the step, so that none belongs to a result that does not
 * count.
 */
export function attachmentsStored(step: string, kept: readonly KeptAttachment[]): readonly ArtifactStored[] {
  return kept.map(({ position, ...artifact }) => ({ kind: "ArtifactStored", step, artifact, position }));
}

/** The step's warnings about attachments that were not kept. */
export function notKeptWarning(notKept: readonly AttachmentNotKept[], total: number): StepWarning {
  const [first] = notKept;
  const rest = notKept.length > 1 ? ` (and ${notKept.length - 1} more)` : "";
  const example =
    first === undefined ? "" : `: ${JSON.stringify(first.name.slice(0, 100))} because ${first.reason}${rest}`;
  return {
    code: "ATTACHMENTS_NOT_KEPT",
    message: `Kept ${total - notKept.length} of ${total} attachments as artifacts, the others in the content of the step alone${example}`,
    details: {
      kept: total - notKept.length,
      total,
      notKept: notKept.slice(0, 20).map(({ position, reason }) => ({ position, reason })),
    },
  };
}

/** The file extension, by the name or the media type. Empty if neither has a plain one. */
function extensionOf({ mediaType, name }: Attachment): string {
  const named = /\.([A-Za-z0-9]{1,8})$/.exec(name)?.[1];
  const subtype = /^[a-z]+\/([a-z0-9]{1,8})(?:$|[+;\s])/i.exec(mediaType ?? "")?.[1];
  const extension = named ?? (subtype === "plain" ? "txt" : subtype);
  return extension === undefined ? "" : `.${extension.toLowerCase()}`;
}
