/**
 * The parameters of requests as they must come over the wire, in both versions. The official transport reads leniently: what is missing
 * becomes empty, what has the wrong type is converted. Here it is refused, with every violation. Members that are not known are left alone.
 */
import * as z from "zod";
import type { Operation, ProtocolVersion } from "./operations.ts";

/** Characters of an id that others made. */
const maxIdCharacters = 255;
const maxParts = 100;

const id = z.string().min(1).max(maxIdCharacters);
const taskId = z.string().min(1).max(2_000);
const metadata = z.record(z.string(), z.unknown()).nullish();
const strings = z.array(z.string().max(2_000)).max(100).nullish();
const count = z.int().min(0).max(2_147_483_647).nullish();
const absentOr = <Shape extends z.ZodType>(shape: Shape) => z.union([shape, z.literal("")]).nullish();

const message = {
  messageId: id,
  contextId: absentOr(id),
  taskId: absentOr(taskId),
  metadata,
  extensions: strings,
  referenceTaskIds: strings,
};

const part10 = z
  .looseObject({
    text: z.string().optional(),
    raw: z.string().optional(),
    url: z.string().min(1).optional(),
    data: z.json().optional(),
    filename: z.string().nullish(),
    mediaType: z.string().nullish(),
    metadata,
  })
  .refine((part) => ["text", "raw", "url", "data"].filter((member) => part[member] !== undefined).length === 1, {
    error: "expected exactly one of text, raw, url and data",
  });

const push10 = {
  id: absentOr(id),
  url: z.string().min(1).max(2_000),
  token: z.string().max(4_096).nullish(),
  authentication: z
    .looseObject({ scheme: z.string().min(1).max(100), credentials: z.string().max(4_096).nullish() })
    .nullish(),
};

const send10 = z.looseObject({
  message: z.looseObject({
    ...message,
    role: z.union([z.literal("ROLE_USER"), z.literal(1)], { error: 'expected "ROLE_USER"' }),
    parts: z.array(part10).min(1).max(maxParts),
  }),
  configuration: z
    .looseObject({
      acceptedOutputModes: strings,
      taskPushNotificationConfig: z.looseObject(push10).nullish(),
      historyLength: count,
      returnImmediately: z.boolean().nullish(),
    })
    .nullish(),
  metadata,
});

const part03 = z.discriminatedUnion("kind", [
  z.looseObject({ kind: z.literal("text"), text: z.string(), metadata }),
  z.looseObject({ kind: z.literal("data"), data: z.record(z.string(), z.json()), metadata }),
  z.looseObject({
    kind: z.literal("file"),
    file: z.union([z.looseObject({ bytes: z.string() }), z.looseObject({ uri: z.string().min(1) })]),
    metadata,
  }),
]);

const push03 = z.looseObject({
  id: absentOr(id),
  url: push10.url,
  token: push10.token,
  authentication: z
    .looseObject({
      schemes: z.array(z.string().min(1).max(100)).min(1).max(1),
      credentials: z.string().max(4_096).nullish(),
    })
    .nullish(),
});

const send03 = z.looseObject({
  message: z.looseObject({
    ...message,
    role: z.literal("user"),
    parts: z.array(part03).min(1).max(maxParts),
  }),
  configuration: z
    .looseObject({
      acceptedOutputModes: strings,
      blocking: z.boolean().nullish(),
      historyLength: count,
      pushNotificationConfig: push03.nullish(),
    })
    .nullish(),
  metadata,
});

const task = { id: taskId };

const shapes: { readonly [Version in ProtocolVersion]: { readonly [Name in Operation["name"]]: z.ZodType } } = {
  "1.0": {
    SEND: send10,
    STREAM: send10,
    GET: z.looseObject({ ...task, historyLength: count }),
    LIST: z.looseObject({
      contextId: absentOr(id),
      status: z.union([z.string(), z.int()]).nullish(),
      pageSize: z.int().min(1).max(100).nullish(),
      pageToken: z.string().max(2_000).nullish(),
      historyLength: count,
      statusTimestampAfter: z.union([z.iso.datetime({ offset: true }), z.literal("")]).nullish(),
      includeArtifacts: z.boolean().nullish(),
    }),
    CANCEL: z.looseObject({ ...task, metadata }),
    SUBSCRIBE: z.looseObject(task),
    PUSH_SET: z.looseObject({ ...push10, taskId }),
    PUSH_GET: z.looseObject({ taskId, id }),
    PUSH_LIST: z.looseObject({ taskId, pageSize: count, pageToken: z.string().max(2_000).nullish() }),
    PUSH_DELETE: z.looseObject({ taskId, id }),
    EXTENDED_CARD: z.looseObject({}).nullish(),
  },
  "0.3": {
    SEND: send03,
    STREAM: send03,
    GET: z.looseObject({ ...task, historyLength: count }),
    LIST: z.never(),
    CANCEL: z.looseObject({ ...task, metadata }),
    SUBSCRIBE: z.looseObject(task),
    PUSH_SET: z.looseObject({ taskId, pushNotificationConfig: push03 }),
    PUSH_GET: z.looseObject({ ...task, pushNotificationConfigId: absentOr(id) }),
    PUSH_LIST: z.looseObject(task),
    PUSH_DELETE: z.looseObject({ ...task, pushNotificationConfigId: id }),
    EXTENDED_CARD: z.looseObject({}).nullish(),
  },
};

export interface ShapeViolation {
  /** Path of the member, such as `message.parts.0`. */
  readonly field: string;
  readonly description: string;
}

/** What is wrong with the parameters of an operation; empty if nothing is. */
export function shapeViolations(
  version: ProtocolVersion,
  { name }: Operation,
  params: unknown,
): readonly ShapeViolation[] {
  const parsed = shapes[version][name].safeParse(params);
  if (parsed.success) return [];
  return parsed.error.issues.slice(0, 20).map(({ message: description, path }) => {
    return { field: path.map(String).join(".") || "params", description };
  });
}
