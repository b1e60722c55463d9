/**
 * The message of a client as the message that calls an agent or workflow of ours (W10): which parts can be read, and where the call
 * comes from (C23). Everything else is refused by the error that the protocol has for it, and nothing is started.
 */
import type { Message, Part } from "@a2a-js/sdk";
import { ContentTypeNotSupportedError, RequestMalformedError } from "@a2a-js/sdk/errors";
import * as z from "zod";
import { type InvocationMessage, identityKey, type MessagePart } from "../execution/commands/invocation-message.ts";
import { givenArtifacts, readArtifactUrl } from "../execution/events/artifact-record.ts";
import type { ExecutionView } from "../execution/views/execution-view.ts";
import {
  givesText,
  type OutputForm,
  outputFormFor,
  outputFormKey,
  storedOutputForm,
} from "../execution/views/output-form.ts";
import type { TaskValues } from "../execution/views/task-projection.ts";
import type { Json, JsonObject } from "../json/json.ts";
import type { A2aSession } from "./ports.ts";

const identityShape = z.looseObject({
  depth: z.int().min(0).max(1_000).optional(),
  ancestors: z.array(z.string().max(300)).max(100).optional(),
});

/** Nesting that a call is part of, as its sender says. */
export interface CallNesting {
  /** Depth of the run that the message starts; 0 for a sender that says nothing of any. */
  readonly depth: number;
  /** Keys of the runs above it, outermost first. */
  readonly ancestors: readonly string[];
}

/** Where the call comes from. Throws RequestMalformedError for metadata of ours that is not as we write it. */
export function nestingOf({ metadata }: Pick<Message, "metadata">): CallNesting {
  const given: unknown =
    metadata !== undefined && Object.hasOwn(metadata, identityKey) ? metadata[identityKey] : undefined;
  if (given === undefined) return { depth: 0, ancestors: [] };
  const parsed = identityShape.safeParse(given);
  if (!parsed.success) {
    const place = parsed.error.issues[0]?.path.join(".") ?? "";
    throw new RequestMalformedError(
      `Cannot read the metadata ${JSON.stringify(identityKey)}: required depth and ancestors as this software writes them, found another ${JSON.stringify(place)}`,
    );
  }
  const { ancestors = [], depth = 0 } = parsed.data;
  return { depth: depth + 1, ancestors };
}

/**
 * The message as a run takes it, with the form of results that its sender accepts. For a callee that takes data only, web addresses are
 * fetched here and become data.
 */
export async function invocationOf(
  message: Message,
  form: OutputForm,
  session: A2aSession,
): Promise<InvocationMessage> {
  const parts = message.parts.map((part) => readablePart(part, session));
  const { [outputFormKey]: _, ...sent } = (message.metadata ?? {}) as JsonObject;
  const metadata = form === "ANY" ? sent : { ...sent, [outputFormKey]: form };
  const read = await Promise.all(parts.map((part) => withoutLink(part, session)));
  return { messageId: message.messageId, role: "ROLE_USER", parts: read, metadata };
}

/** The form in which results are given. Throws ContentTypeNotSupportedError if none is accepted that is offered. */
export function acceptedForm(modes: readonly string[] | undefined): OutputForm {
  const form = outputFormFor(modes ?? []);
  if (form !== undefined) return form;
  const found = (modes ?? []).slice(0, 5).map((mode) => mode.slice(0, 100));
  throw new ContentTypeNotSupportedError(
    `Cannot give the result: required application/json or text/plain among acceptedOutputModes, found ${found.join(", ")}`,
  );
}

/** A task keeps the form of the message that began it. Throws ContentTypeNotSupportedError for an answer that takes the other one alone. */
export function assertSameForm(form: OutputForm, { callable }: ExecutionView, { message }: TaskValues): void {
  const stored = storedOutputForm(message);
  const given = stored !== "ANY" ? stored : givesText(callable) ? "TEXT" : "DATA";
  if (form === "ANY" || form === given) return;
  const mode = given === "TEXT" ? "text/plain" : "application/json";
  throw new ContentTypeNotSupportedError(
    `Cannot give the result: required ${mode} among acceptedOutputModes, as the message that began the task accepts it, found others`,
  );
}

/** Whether a part has to be fetched before the message can start anything. */
export function holdsLink({ parts }: Pick<Message, "parts">): boolean {
  return parts.some(({ content }) => content?.$case === "url" && isLink(content.value));
}

/** Throws ContentTypeNotSupportedError for a part that cannot be read here, without reading any. */
export function assertReadable(message: Message, session: A2aSession): void {
  for (const part of message.parts) readablePart(part, session);
}

function readablePart({ content, filename, mediaType }: Part, { served }: A2aSession): MessagePart {
  const named = { ...(filename !== "" && { filename }), ...(mediaType !== "" && { mediaType }) };
  switch (content?.$case) {
    case "text":
      if (mediaType !== "" && !/^text(\/|$)/i.test(mediaType)) throw unreadable("text of a type text/*", mediaType);
      return { text: content.value };
    case "data":
      if (mediaType !== "" && !isJsonType(mediaType)) throw unreadable("data of the type application/json", mediaType);
      return { data: (content.value ?? null) as Json, ...(mediaType !== "" && { mediaType }) };
    case "url":
      if (mediaType !== "" && !isJsonType(mediaType)) throw unreadable("files of the type application/json", mediaType);
      if (readArtifactUrl(content.value)?.owner === givenArtifacts) return { url: content.value, ...named };
      if (takesData(served) && isLink(content.value)) return { url: content.value, ...named };
      throw unreadable(
        takesData(served)
          ? "addresses of artifacts that were given to this deployment, or https addresses"
          : "addresses of artifacts that were given to this deployment",
        "another address",
      );
    case "raw":
      throw unreadable("text, structured data or addresses", "bytes");
    default:
      throw new RequestMalformedError("Cannot read a part: required text, data or url, found none of them");
  }
}

/** Whether the input is data: that of workflows, and of agents with an input schema. */
function takesData(served: A2aSession["served"]): boolean {
  return served.kind === "WORKFLOW" || served.callable.inputSchema !== undefined;
}

async function withoutLink(part: MessagePart, { clients }: A2aSession): Promise<MessagePart> {
  if (!("url" in part) || !isLink(part.url)) return part;
  const file = await clients.links.read(part.url);
  if (file.ok) return { data: file.value, mediaType: "application/json" };
  throw new RequestMalformedError(`Cannot read the file that a part names: ${file.finding}`);
}

function isLink(url: string): boolean {
  return /^https?:\/\//i.test(url);
}

function isJsonType(mediaType: string): boolean {
  return /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(mediaType.trim());
}

function unreadable(required: string, found: string): Error {
  return new ContentTypeNotSupportedError(
    `Cannot read a part of the message: required ${required}, found ${found.slice(0, 100)}`,
  );
}
