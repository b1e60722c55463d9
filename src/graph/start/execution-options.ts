/**
 * The options that all ways to start an execution have in common, as far as they have nothing to do with its plan. Every problem is
 * reported, none is corrected silently.
 */
import { type Addressee, addresseesFinding } from "../../access/address.ts";
import { type AnswerPolicy, approvalAddress, unanswerableFinding } from "../../access/answer-policy.ts";
import type { Visibility } from "../../access/audience.ts";
import { visibilityProblem } from "../../access/given-visibility.ts";
import { mayActAsOthers } from "../../access/grant.ts";
import type { StartRequest } from "../../execution/commands/start-request.ts";
import type { GraphContext } from "../base/graph-context.ts";
import type { RequestProblem } from "../base/request-problem.ts";
import type { AddresseeInput, ExecutionOptionsInput, LabelInput, LocationHint } from "../base/schema.generated.ts";
import { givenFlowRules } from "../flow-rules/flow-rule-input.ts";
import { givenWebhooks, webhookProblems } from "../registry/webhook-input.ts";

const MAX_WAIT_MS = 25_000;
const MAX_CONTEXT_ID = 255;
const MAX_LABELS = 16;
const MAX_LABEL_KEY = 64;
const MAX_LABEL_VALUE = 256;

/** The options of every execution, for all kinds of requests. */
export type ExecutionSettings = Pick<
  StartRequest,
  | "approval"
  | "approvers"
  | "contextId"
  | "fingerprint"
  | "flowRules"
  | "fourEyes"
  | "givenTitle"
  | "group"
  | "idempotencyKey"
  | "inDoubt"
  | "inputLabels"
  | "labels"
  | "starters"
  | "visibility"
  | "webhooks"
>;

/** Settings that hold where the request is silent. */
export type DefaultSettings = Pick<
  StartRequest,
  | "approval"
  | "approvers"
  | "contextId"
  | "flowRules"
  | "fourEyes"
  | "givenTitle"
  | "group"
  | "inDoubt"
  | "inputLabels"
  | "labels"
  | "starters"
  | "visibility"
>;

const builtInSettings: DefaultSettings = {
  approval: "DECLARED_DESTRUCTIVE",
  contextId: null,
  inDoubt: "FAIL",
  labels: [],
};

/** The settings of an execution; `inherited` are those of the execution that it derives from. */
export function executionSettings(
  options: ExecutionOptionsInput,
  idempotencyKey: string | undefined,
  fingerprint: string,
  inherited: DefaultSettings = builtInSettings,
): ExecutionSettings {
  const { inputLabels } = inherited;
  // Rules of an execution only narrow, so that those of the source hold beside those of the request.
  const flowRules = [...(inherited.flowRules ?? []), ...givenFlowRules(options.flowRules)];
  return {
    approval: options.approval ?? inherited.approval,
    contextId: options.contextId ?? inherited.contextId,
    fingerprint,
    ...(inherited.givenTitle !== undefined && { givenTitle: inherited.givenTitle }),
    idempotencyKey: idempotencyKey ?? null,
    inDoubt: options.inDoubt ?? inherited.inDoubt,
    labels: options.labels?.map(({ key, value }) => ({ key, value })) ?? inherited.labels,
    ...(inputLabels !== undefined && { inputLabels }),
    ...(flowRules.length > 0 && { flowRules }),
    ...answering(options, inherited),
    webhooks: givenWebhooks(options.webhooks),
    ...givenOrInherited(options, inherited),
  };
}

/** Four eyes of the source stay in force for every request, and also exclude its starter. */
function answering(
  { approvers: given, fourEyes }: ExecutionOptionsInput,
  inherited: DefaultSettings,
): Pick<StartRequest, "approvers" | "fourEyes" | "starters"> {
  const approvers = given == null ? inherited.approvers : given.map(givenAddressee);
  return {
    ...(approvers !== undefined && { approvers }),
    ...((fourEyes === true || inherited.fourEyes === true) && { fourEyes: true }),
    ...(inherited.starters !== undefined && { starters: inherited.starters }),
  };
}

/** `@oneOf` has made sure that exactly one member is given. */
function givenAddressee({ group, scope, subject }: AddresseeInput): Addressee {
  if (subject !== undefined) return { subject };
  return group === undefined ? { scope: scope ?? "" } : { group };
}

type AnsweringOptions = Pick<ExecutionOptionsInput, "approval" | "approvers" | "fourEyes" | "group" | "visibility">;

/** The policy by which an execution with these options addresses its questions. `inherited` are the settings of its source. */
export function answerPolicy(
  options: AnsweringOptions,
  { caller, settings }: Pick<GraphContext, "caller" | "settings">,
  inherited: DefaultSettings = builtInSettings,
): AnswerPolicy {
  const { approvers, fourEyes, starters = [] } = answering(options, inherited);
  const isFourEyes = fourEyes === true || settings.fourEyes;
  const { visibility = settings.defaultVisibility } = givenOrInherited(options, inherited);
  const own = visibility === "OWN" ? { owner: caller.subject, isOwnerAlone: !mayActAsOthers(caller) } : {};
  return { approvers, isFourEyes, starters: [...new Set([...starters, caller.subject])], ...own };
}

/** The problems of the approvers and four eyes of an execution. `inherited` are the settings of its source. */
export function approverProblems(
  options: AnsweringOptions,
  context: Pick<GraphContext, "caller" | "settings">,
  inherited: DefaultSettings = builtInSettings,
): readonly RequestProblem[] {
  const refused = (member: string, finding: string): RequestProblem => ({
    kind: "INVALID_INPUT",
    message: `Cannot use the option ${member}: required ${finding}`,
    path: ["options", member],
  });
  const policy = answerPolicy(options, context, inherited);
  const wrong = options.approvers == null ? undefined : addresseesFinding(policy.approvers ?? []);
  if (wrong !== undefined) return [refused("approvers", wrong)];
  const { approvers, fourEyes } = answering(options, inherited);
  const approval = options.approval ?? inherited.approval;
  // A requirement of the deployment alone may never matter: a step that needs it says so then.
  const isAskedFor = approvers !== undefined || fourEyes === true || approval === "PLAN" || approval === "ALL_EFFECTS";
  const unanswerable = unanswerableFinding(approvalAddress(policy), isAskedFor ? policy : {});
  if (unanswerable === undefined) return [];
  return [refused(policy.approvers === undefined ? "fourEyes" : "approvers", unanswerable)];
}

/** Nothing where neither says it: the deployment decides then. */
function givenOrInherited(
  { group, visibility }: ExecutionOptionsInput,
  inherited: DefaultSettings,
): Pick<StartRequest, "group" | "visibility"> {
  if (visibility == null) return visibilityMembers(inherited);
  return visibilityMembers({ visibility, ...(visibility === "GROUP" && { group: group ?? undefined }) });
}

function visibilityMembers({
  group,
  visibility,
}: {
  readonly group?: string | undefined;
  readonly visibility?: Visibility | undefined;
}) {
  return { ...(visibility !== undefined && { visibility }), ...(group !== undefined && { group }) };
}

/** How the request is to be answered. */
export function startOptions({ location, waitMs }: ExecutionOptionsInput, withValues: boolean): StartOptions {
  return { location: location ?? undefined, waitMs: waitMs ?? 0, withValues };
}

/**
 * The problems of the options. Paths start at the input of the mutation. Throws FORBIDDEN for webhooks of a caller who may not read
 * executions.
 */
export function optionProblems(options: ExecutionOptionsInput, context: GraphContext): readonly RequestProblem[] {
  const problems: RequestProblem[] = [...webhookProblems(options.webhooks, context)];
  const refuse = (member: string, finding: string, place: readonly string[] = []) => {
    const message = `Cannot use the option ${member}: ${finding}`;
    problems.push({ kind: "INVALID_INPUT", message, path: ["options", member, ...place] });
  };
  const { waitMs, contextId, labels } = options;
  if (typeof waitMs === "number" && (waitMs < 0 || waitMs > MAX_WAIT_MS)) {
    refuse("waitMs", `required from 0 to ${MAX_WAIT_MS}, found ${waitMs}`);
  }
  if (typeof contextId === "string" && (contextId.length === 0 || contextId.length > MAX_CONTEXT_ID)) {
    refuse("contextId", `required from 1 to ${MAX_CONTEXT_ID} characters, found ${contextId.length}`);
  }
  if (labels !== null && labels !== undefined)
    refuseLabels(labels, (finding, place) => refuse("labels", finding, place));
  const wrong = visibilityProblem(options, context.caller);
  if (wrong !== undefined) refuse(wrong.member, wrong.finding);
  return [...problems, ...approverProblems(options, context)];
}

function refuseLabels(
  labels: readonly LabelInput[],
  refuse: (finding: string, place?: readonly string[]) => void,
): void {
  if (labels.length > MAX_LABELS) refuse(`required at most ${MAX_LABELS} labels, found ${labels.length}`);
  const seen = new Set<string>();
  for (const [position, { key, value }] of labels.entries()) {
    const place = [String(position)];
    if (key.length === 0 || key.length > MAX_LABEL_KEY) {
      refuse(`required a key from 1 to ${MAX_LABEL_KEY} characters, found ${key.length}`, [...place, "key"]);
    }
    if (value.length > MAX_LABEL_VALUE) {
      refuse(`required a value of at most ${MAX_LABEL_VALUE} characters, found ${value.length}`, [...place, "value"]);
    }
    if (seen.has(key)) refuse(`required each key once, found ${JSON.stringify(key)} again`, [...place, "key"]);
    seen.add(key);
  }
}

/** Members that only say how the request is to be answered. */
export interface StartOptions {
  readonly location: LocationHint | undefined;
  readonly waitMs: number;
  /** Whether the answer shows documents. */
  readonly withValues: boolean;
}
