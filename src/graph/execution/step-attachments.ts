/** Attachments of a step, read from its content when they are asked for, each with the artifact that holds it. */
import { attachmentsIn } from "../../execution/events/attachments.ts";
import { contentIn } from "../../plan/result-text.ts";
import type { AnswerRoot } from "../base/answer-bytes.ts";
import type { GraphContext } from "../base/graph-context.ts";
import { optionalPayload } from "../base/payload.ts";
import { requestError } from "../base/request-error.ts";
import type { ToolStepAttachmentsArgs } from "../base/schema.generated.ts";
import type { StepAttachmentSource, StepSource } from "../base/sources.ts";

const longestList = 100;

/** Undefined for a step without a result. */
export async function stepAttachments(
  source: StepSource,
  { afterPosition, first = longestList }: ToolStepAttachmentsArgs,
  context: GraphContext,
  root: AnswerRoot,
): Promise<readonly StepAttachmentSource[] | undefined> {
  if (first < 0 || first > longestList) {
    const finding = `required first from 0 to ${longestList}, found ${first}. Ask for the rest with afterPosition`;
    throw requestError("BAD_USER_INPUT", `Cannot list the attachments of a step: ${finding}`);
  }
  const found = await attachmentsOf(source, context, root);
  return found?.filter(({ position }) => position > (afterPosition ?? -1)).slice(0, first);
}

/** Undefined for a step without a result. */
export async function attachmentCount(
  source: StepSource,
  context: GraphContext,
  root: AnswerRoot,
): Promise<number | undefined> {
  return (await attachmentsOf(source, context, root))?.length;
}

const read = new WeakMap<StepSource, ReturnType<typeof attachmentsRead>>();

/** Read once for the list and its count. */
function attachmentsOf(
  source: StepSource,
  context: GraphContext,
  root: AnswerRoot,
): ReturnType<typeof attachmentsRead> {
  const attachments = read.get(source) ?? attachmentsRead(source, context, root);
  read.set(source, attachments);
  return attachments;
}

async function attachmentsRead(
  { step, view }: StepSource,
  { clients }: GraphContext,
  root: AnswerRoot,
): Promise<readonly StepAttachmentSource[] | undefined> {
  const content = optionalPayload(clients.executions, view.execution, step.content);
  if (!content) return undefined;
  const found = attachmentsIn(contentIn(await content.read(root)));
  const kept = new Map(
    view.artifacts.flatMap((stored) =>
      stored.step === step.id && stored.position !== undefined ? [[stored.position, stored] as const] : [],
    ),
  );
  return found.map((attachment) => {
    const artifact = kept.get(attachment.position);
    return {
      ...attachment,
      artifact: artifact && { owner: view.execution, artifact, stepId: step.id },
    };
  });
}
