/** Fields of a question to a person. */
import { type Addressee, addressRefusal } from "../../access/address.ts";
import type { ExecutionView } from "../../execution/views/execution-view.ts";
import { isJsonObject, type Json, type JsonSchema } from "../../json/json.ts";
import { isAboutCall } from "../../plan/human-input.ts";
import { answerRoot } from "../base/answer-bytes.ts";
import type { GraphContext } from "../base/graph-context.ts";
import { nodeId } from "../base/node-id.ts";
import { framedPayload, optionalPayload } from "../base/payload.ts";
import type { HumanInputRequestResolvers } from "../base/resolvers.generated.ts";
import type { Maybe, Scope, Addressee as ShownAddressee } from "../base/schema.generated.ts";
import { selectsDocuments } from "../base/selected-fields.ts";
import type { HumanInputSource } from "../base/sources.ts";
import { ownOrigin } from "../registry/own-origin.ts";
import { argumentSources } from "./argument-sources.ts";

/** The whole question. The inbox hands a listed one only if nothing but `inboxFields` was selected. */
function wholeOf(source: HumanInputSource) {
  if ("request" in source) return source.request;
  throw new Error("Cannot answer a field of a question from the inbox: the field is missing in inboxFields");
}

function factsOf(source: HumanInputSource) {
  return "request" in source ? source.request : source.listed;
}

export const humanInputResolvers = {
  id: (source, _, context) => {
    const { execution } = source;
    return nodeId({ kind: "HUMAN_INPUT", execution, requestId: factsOf(source).requestId }, context);
  },
  kind: (source) => factsOf(source).kind,
  status: (source) => factsOf(source).status,
  purpose: (source) => factsOf(source).purpose,
  prompt: (source) => factsOf(source).prompt,
  context: (source, _, { clients }) => optionalPayload(clients.executions, source.execution, wholeOf(source).arguments),
  callableName: async (source, _, context) => {
    if ("listed" in source) return source.listed.callableName;
    const { purpose, step } = source.request;
    if (step === null || !isAboutCall(purpose)) return null;
    return (await viewOf(source, context))?.steps.find(({ id }) => id === step)?.callableName ?? null;
  },
  argumentSources: async (source, _, context, info) => {
    const { arguments: shown, purpose, step: asking } = wholeOf(source);
    if (asking === null || !isAboutCall(purpose)) return [];
    const view = await viewOf(source, context);
    const step = view?.steps.find(({ id }) => id === asking);
    if (!view || step === undefined) return [];
    const root = answerRoot(context, info);
    return argumentSources(view, step, shown ?? step.input, context.clients.executions, info, root);
  },
  flows: (source) => wholeOf(source).flows ?? [],
  responseSchema: async (source, _, context, info) => {
    const { responseSchema } = wholeOf(source);
    if (responseSchema === null) return null;
    return schemaIn(
      await framedPayload(context.clients.executions, source.execution, responseSchema).read(answerRoot(context, info)),
    );
  },
  connectUrl: async (source, _, context) => {
    const { connect, link, status } = wholeOf(source);
    const { caller, clients } = context;
    const { grant } = caller;
    if (status !== "PENDING") return null;
    // A permission is an answer: a token that may only watch would let another person permit it with an account of its own.
    if (link !== undefined) return grant === undefined || grant.actions.includes("ANSWER") ? link : null;
    // A connection serves every execution of its subject, and outlives a token for one.
    if (connect === undefined || grant !== undefined) return null;
    const mayForTenant = caller.scopes.includes("REGISTRY_WRITE");
    const isOwn = (await viewOf(source, context))?.subject === caller.subject;
    return isOwn || mayForTenant ? clients.secrets.connectUrl(connect, ownOrigin(context), mayForTenant) : null;
  },
  ui: (source) => factsOf(source).ui,
  response: (source, _, { clients }) => optionalPayload(clients.executions, source.execution, wholeOf(source).response),
  respondedBy: (source) => factsOf(source).respondedBy,
  reason: (source) => wholeOf(source).reason,
  createdAt: (source) => factsOf(source).createdAt,
  expiresAt: (source) => factsOf(source).expiresAt,
  resolvedAt: (source) => factsOf(source).resolvedAt,
  stepId: (source) => factsOf(source).step,
  onExpiry: (source) => ("request" in source ? source.request.onExpiry.kind : source.listed.onExpiry),
  onDecline: (source) => factsOf(source).onDecline,
  addressees: (source) => (factsOf(source).addressees ?? []).map(shownAddressee),
  fourEyes: (source) => factsOf(source).notBy !== undefined,
  refusal: (source, _, { caller }) => addressRefusal(caller, factsOf(source)) ?? null,
  execution: async (source, _, { clients }, info) => {
    const known = "view" in source ? source.view : undefined;
    const view = known ?? (await clients.executions.read(source.execution, selectsDocuments(info)));
    return view === null ? null : { kind: "VIEW", view };
  },
} satisfies HumanInputRequestResolvers;

/** Rows hold no scope that is unknown here, because it is checked before they are written. */
function shownAddressee(addressee: Addressee): ShownAddressee {
  const none = { subject: null, group: null, scope: null };
  return "scope" in addressee ? { ...none, scope: addressee.scope as Scope } : { ...none, ...addressee };
}

function schemaIn(document: Json): JsonSchema {
  if (typeof document === "boolean" || isJsonObject(document)) return document;
  throw new Error("Cannot read the schema of an answer: it is no schema");
}

/** Executions that were read for questions which came without theirs, once for each. */
const reads = new WeakMap<HumanInputSource, Promise<Maybe<ExecutionView>>>();

function viewOf(source: HumanInputSource, { clients }: GraphContext): Promise<Maybe<ExecutionView>> {
  if ("view" in source && source.view !== undefined) return Promise.resolve(source.view);
  const known = reads.get(source);
  if (known !== undefined) return known;
  const read = clients.executions.read(source.execution, false);
  reads.set(source, read);
  return read;
}
