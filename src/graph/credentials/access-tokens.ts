/**
 * Access tokens: creating one for an execution or a conversation, and revoking all of one. Invariant: a token permits no more than its maker
 * may do with that thing, and is not stored.
 */
import { audienceOf, coversScope, grantedAction, holdsScope, mayAccess, reachOf } from "../../access/audience.ts";
import { isAccessorName } from "../../access/given-visibility.ts";
import { type GrantAction, type GrantedThing, scopeOfAction } from "../../access/grant.ts";
import { conversationName } from "../../json/object-name.ts";
import { audienceOfExecution } from "../access/visible-executions.ts";
import type { GraphContext } from "../base/graph-context.ts";
import { nodeNamed } from "../base/node-id.ts";
import type {
  AccessTokenTargetInput,
  CreateAccessTokenInput,
  RevokeAccessTokensInput,
} from "../base/schema.generated.ts";
import { generalError, notFound, type UserErrorSource } from "../base/user-errors.ts";

/** Minutes that a token lives. */
const lifeMinutes = { usual: 60, maximum: 1_440 };
const maxSubjectCharacters = 255;
/** As long as the API lets the name of a conversation be. */
const maxChatIdCharacters = 128;

export interface CreateAccessTokenAnswer {
  readonly token: string | undefined;
  /** Unix milliseconds. */
  readonly expiresAt: number | undefined;
  readonly errors: readonly UserErrorSource[];
}

export interface RevokeAccessTokensAnswer {
  readonly errors: readonly UserErrorSource[];
}

/** A thing that a token can be for. `isVouched`: it exists, and the caller reaches it. */
type Target = {
  readonly thing: GrantedThing;
  readonly isVouched: boolean;
  /** Who owns it, if the caller reaches it. */
  readonly owner?: string;
  /** Whether the caller may control the thing, so that it may end the tokens of others. */
  readonly isControlled: boolean;
};

/** Creates a token. Wrong input is refused before any object is called. */
export async function createAccessToken(
  input: CreateAccessTokenInput,
  context: GraphContext,
): Promise<CreateAccessTokenAnswer> {
  const { caller, clients, now } = context;
  const actions = [...new Set(input.actions)];
  const minutes = input.minutes ?? lifeMinutes.usual;
  const subject = input.subject ?? caller.subject;
  const problems = [
    ...actionProblems(actions, input.target, context),
    minutes >= 1 && minutes <= lifeMinutes.maximum
      ? undefined
      : problem("minutes", `required from 1 to ${lifeMinutes.maximum} minutes, found ${minutes}`),
    subjectProblem(subject, context),
  ].filter((found) => found !== undefined);
  if (problems.length > 0) return refused(problems);
  const target = await targetOf(input.target, actions, context);
  if (target === undefined) return refused([unknownTarget(input.target)]);
  const { thing, isVouched, owner } = target;
  const expiresAt = Math.min(now() + minutes * 60_000, caller.validUntil ?? Number.POSITIVE_INFINITY);
  const grant = { thing, actions, isVouched, ...(subject !== caller.subject && { maker: caller.subject }) };
  const token = await clients.credentials.createAccessToken({
    subject,
    ...(owner !== undefined && { owner }),
    grant,
    expiresAt,
    madeWith: caller.credential,
  });
  return { token, expiresAt, errors: [] };
}

/**
 * Ends every token for the thing that exists if the caller may control it, and those that act for the caller otherwise. A conversation that
 * the caller may not see gets the answer of one that does not exist yet.
 */
export async function revokeAccessTokens(
  { target: given }: RevokeAccessTokensInput,
  context: GraphContext,
): Promise<RevokeAccessTokensAnswer> {
  const target = await targetOf(given, ["READ"], context);
  if (target === undefined) return { errors: [unknownTarget(given)] };
  const { thing, isControlled, owner } = target;
  const { caller, clients } = context;
  await clients.credentials.revokeAccessTokens(thing, isControlled ? undefined : caller.subject, owner);
  return { errors: [] };
}

function actionProblems(
  actions: readonly GrantAction[],
  target: AccessTokenTargetInput,
  { caller }: GraphContext,
): readonly (UserErrorSource | undefined)[] {
  return [
    actions.length === 0 ? problem("actions", "required one action at least, found none") : undefined,
    actions.includes("SEND") && target.executionId !== undefined
      ? problem("actions", "required SEND for a conversation only, found it for an execution")
      : undefined,
    ...actions
      .filter((action) => !holdsScope(caller.scopes, scopeOfAction[action]))
      .map((action) =>
        problem(
          "actions",
          `required actions that the caller may do, found ${action}, which needs ${scopeOfAction[action]}`,
        ),
      ),
  ];
}

function subjectProblem(subject: string, { caller }: GraphContext): UserErrorSource | undefined {
  if (subject.length < 1 || subject.length > maxSubjectCharacters)
    return problem("subject", `required a subject of 1 to ${maxSubjectCharacters} characters, found ${subject.length}`);
  if (subject === caller.subject) return undefined;
  if (!isAccessorName(subject))
    return problem(
      "subject",
      "required a subject without control characters and halves of characters, found one with them",
    );
  if (coversScope(caller.scopes, "CREDENTIALS_ADMIN")) return undefined;
  return problem(
    "subject",
    "required the caller's own subject, or the scope CREDENTIALS_ADMIN for another, found another",
  );
}

/** The thing that is meant, if the caller may do each action with it. A conversation that does not exist yet may be named by its `chatId`. */
async function targetOf(
  { chatId, conversationId, executionId }: AccessTokenTargetInput,
  actions: readonly GrantAction[],
  context: GraphContext,
): Promise<Target | undefined> {
  const { caller, clients } = context;
  const may = (audience: Parameters<typeof mayAccess>[1]) =>
    actions.every((action) => mayAccess(caller, audience, grantedAction(action)));
  if (executionId != null) {
    const name = await nodeNamed(executionId, "EXECUTION", context);
    const view = name && (await clients.executions.read(name.execution, false));
    if (view == null || !may(audienceOfExecution(view))) return undefined;
    const { owner } = audienceOfExecution(view);
    const isControlled = mayAccess(caller, audienceOfExecution(view), "CONTROL");
    return { thing: { kind: "EXECUTION", execution: view.execution }, isVouched: true, owner, isControlled };
  }
  const conversation =
    chatId == null
      ? (await nodeNamed(conversationId ?? "", "CONVERSATION", context))?.conversation
      : conversationName(caller.tenant, chatId);
  if (conversation === undefined || (chatId != null && (chatId === "" || chatId.length > maxChatIdCharacters)))
    return undefined;
  const existing = await clients.conversations.read(conversation);
  const thing = { kind: "CONVERSATION", conversation } as const;
  if (existing !== undefined) {
    const { owner } = audienceOf(existing);
    const isControlled = mayAccess(caller, audienceOf(existing), "CONTROL");
    return may(audienceOf(existing)) ? { thing, isVouched: true, owner, isControlled } : undefined;
  }
  // Somebody else may begin it: then the token reaches no further than its maker.
  const reachesOthers = actions.every((action) => reachOf(caller, grantedAction(action)) !== "OWN");
  // It may be there and hidden, unless nothing is hidden from the caller.
  const isControlled = reachOf(caller, "READ") === "ALL" && reachOf(caller, "CONTROL") === "ALL";
  return chatId == null || !reachesOthers ? undefined : { thing, isVouched: false, isControlled };
}

function unknownTarget({ chatId, executionId }: AccessTokenTargetInput): UserErrorSource {
  if (executionId != null) return notFound("the execution", ["input", "target", "executionId"]);
  return notFound("the conversation", ["input", "target", chatId == null ? "conversationId" : "chatId"]);
}

function problem(member: keyof CreateAccessTokenInput, finding: string): UserErrorSource {
  return generalError("INVALID_INPUT", `Cannot create the access token: ${finding}`, ["input", member]);
}

function refused(errors: readonly UserErrorSource[]): CreateAccessTokenAnswer {
  return { token: undefined, expiresAt: undefined, errors };
}
