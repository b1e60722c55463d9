/**
 * The parameters of requests as they must come over the wire, in both versions. The official transport reads leniently: missing members
 * become empty, wrong types are converted, and other spellings of a name count too. Here wrong types are refused, with every violation, and
 * the transport gets checked members only: unknown ones are left out, and null counts as absent.
 */
import * as z from "zod";
import type { JsonObject } from "../json/json.ts";
import type { Operation, ProtocolVersion } from "./operations.ts";

/** Characters of an id that others made. */
const maxIdCharacters = 255;
const maxParts = 100;

const id = z.string().min(1).max(maxIdCharacters);
const taskId = z.string().min(1).max(2_000);
const maybe = <Shape extends z.ZodType>(shape: Shape) => shape.nullish().transform((value) => value ?? undefined);
const metadata = maybe(z.record(z.string(), z.unknown()));
const strings = maybe(z.array(z.string().max(2_000)).max(100));
const count = maybe(z.int().min(0).max(2_147_483_647));
const absentOr = <Shape extends z.ZodType>(shape: Shape) => maybe(z.union([shape, z.literal("")]));

const message = {
  messageId: id,
  contextId: absentOr(id),
  taskId: absentOr(taskId),
  metadata,
  extensions: strings,
  referenceTaskIds: strings,
};

const part10 = z
  .object({
    text: maybe(z.string()),
    raw: maybe(z.string()),
    url: maybe(z.string().min(1)),
    // A value that was parsed from JSON is JSON. The official reader takes null for none, too.
    data: maybe(z.unknown()),
    filename: maybe(z.string()),
    mediaType: maybe(z.string()),
    metadata,
  })
  .refine(({ data, raw, text, url }) => [text, raw, url, data].filter((member) => member !== undefined).length === 1, {
    error: "expected exactly one of text, raw, url and data, which is not null",
  });

const push10 = {
  id: absentOr(id),
  url: z.string().min(1).max(2_000),
  token: maybe(z.string().max(4_096)),
  authentication: z.object({ scheme: z.string().min(1).max(100), credentials: maybe(z.string().max(4_096)) }).nullish(),
};

const send10 = z.object({
  message: z.object({
    ...message,
    role: z.union([z.literal("ROLE_USER"), z.literal(1)], { error: 'expected "ROLE_USER"' }),
    parts: z.array(part10).min(1).max(maxParts),
  }),
  configuration: z
    .object({
      acceptedOutputModes: strings,
      taskPushNotificationConfig: maybe(z.object(push10)),
      historyLength: count,
      returnImmediately: maybe(z.boolean()),
    })
    .nullish(),
  metadata,
});

const file = { name: maybe(z.string()), mimeType: maybe(z.string()) };

const part03 = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("text"), text: z.string(), metadata }),
  z.object({ kind: z.literal("data"), data: z.record(z.string(), z.unknown()), metadata }),
  z.object({
    kind: z.literal("file"),
    file: z.union([z.object({ bytes: z.string(), ...file }), z.object({ uri: z.string().min(1), ...file })]),
    metadata,
  }),
]);

const push03 = z.object({
  id: absentOr(id),
  url: push10.url,
  token: push10.token,
  authentication: z
    .object({
      schemes: z.array(z.string().min(1).max(100)).min(1).max(1),
      credentials: maybe(z.string().max(4_096)),
    })
    .nullish(),
});

const send03 = z.object({
  message: z.object({
    ...message,
    role: z.literal("user"),
    parts: z.array(part03).min(1).max(maxParts),
  }),
  configuration: z
    .object({
      acceptedOutputModes: strings,
      blocking: maybe(z.boolean()),
      historyLength: count,
      pushNotificationConfig: maybe(push03),
    })
    .nullish(),
  metadata,
});

const task = { id: taskId };

const shapes: { readonly [Version in ProtocolVersion]: { readonly [Name in Operation["name"]]: z.ZodType } } = {
  "1.0": {
    SEND: send10,
    STREAM: send10,
    GET: z.object({ ...task, historyLength: count }),
    LIST: z.object({
      contextId: absentOr(id),
      status: maybe(z.union([z.string(), z.int()])),
      pageSize: maybe(z.int().min(1).max(100)),
      pageToken: maybe(z.string().max(2_000)),
      historyLength: count,
      statusTimestampAfter: absentOr(z.iso.datetime({ offset: true })),
      includeArtifacts: maybe(z.boolean()),
    }),
    CANCEL: z.object({ ...task, metadata }),
    SUBSCRIBE: z.object(task),
    PUSH_SET: z.object({ ...push10, taskId }),
    PUSH_GET: z.object({ taskId, id }),
    PUSH_LIST: z.object({ taskId, pageSize: count, pageToken: maybe(z.string().max(2_000)) }),
    PUSH_DELETE: z.object({ taskId, id }),
    EXTENDED_CARD: z.object({}).nullish(),
  },
  "0.3": {
    SEND: send03,
    STREAM: send03,
    GET: z.object({ ...task, historyLength: count }),
    LIST: z.never(),
    CANCEL: z.object({ ...task, metadata }),
    SUBSCRIBE: z.object(task),
    PUSH_SET: z.object({ taskId, pushNotificationConfig: push03 }),
    PUSH_GET: z.object({ ...task, pushNotificationConfigId: absentOr(id) }),
    PUSH_LIST: z.object(task),
    PUSH_DELETE: z.object({ ...task, pushNotificationConfigId: id }),
    EXTENDED_CARD: z.object({}).nullish(),
  },
};

export interface ShapeViolation {
  /** Path of the member, such as `message.parts.0`. */
  readonly field: string;
  readonly description: string;
}

export type ParsedParams =
  | { readonly ok: true; readonly params: JsonObject }
  /** Not empty. */
  | { readonly ok: false; readonly violations: readonly ShapeViolation[] };

/** The known parameters of an operation, or the problems of them. */
export function readParams(version: ProtocolVersion, { name }: Operation, params: unknown): ParsedParams {
  const parsed = shapes[version][name].safeParse(params);
  if (parsed.success) return { ok: true, params: (parsed.data ?? {}) as JsonObject };
  const violations = parsed.error.issues.slice(0, 20).map(({ message: description, path }) => {
    return { field: path.map(String).join(".") || "params", description };
  });
  return { ok: false, violations };
}
