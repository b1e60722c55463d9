/** Checks of a message that do not depend on registrations. Paths start at the input of the mutation. */

import { type GivenVisibility, visibilityProblem } from "../../access/given-visibility.ts";
import { type Json, utf8Bytes } from "../../json/json.ts";
import { depthProblems } from "../../plan/compile/check-limits.ts";
import type { LimitSettings } from "../../plan/limits.ts";
import type { VariableDefinition } from "../../plan/turn-work.ts";
import { violations } from "../../schema/validator.ts";
import type { GraphContext } from "../base/graph-context.ts";
import { cannotTake, limitExceeded, type RequestProblem, shownName } from "../base/request-problem.ts";
import type { MessageOptionsInput, SendMessageInput } from "../base/schema.generated.ts";
import { approverProblems, optionProblems } from "../start/execution-options.ts";
import { givenNameProblems } from "./given-name.ts";

const maxTextCharacters = 100_000;
const maxVariableBytes = 65_536;
const maxNameCharacters = 128;
const maxTurns = 50;

/** Text, names of a new conversation, and options. */
export function messageProblems(
  { conversation, options, text }: SendMessageInput,
  context: GraphContext,
): readonly RequestProblem[] {
  const { appId, chatId } = conversation.start ?? {};
  const place = ["conversation", "start"];
  return [
    ...textProblems(text),
    ...givenNameProblems(chatId, [...place, "chatId"], maxNameCharacters),
    ...givenNameProblems(appId, [...place, "appId"], maxNameCharacters),
    ...optionProblems({ labels: options?.labels, waitMs: options?.waitMs, webhooks: options?.webhooks }, context),
    ...answererProblems({ conversation, options }, context),
    ...startProblems(conversation.start ?? {}, context),
    ...turnProblems(options?.maxTurns),
    ...tokenProblems(options, context),
    ...(options?.approval === "PLAN" ? [planApproval] : []),
  ];
}

/** The viewers of an existing conversation are not known here. */
function answererProblems(
  { conversation: { start }, options }: Pick<SendMessageInput, "conversation" | "options">,
  context: GraphContext,
): readonly RequestProblem[] {
  const { approvers, fourEyes } = options ?? {};
  const { group, visibility } = start ?? { visibility: "TENANT" as const, group: undefined };
  const given = { approvers, fourEyes, group, visibility };
  const said = Object.entries(given).filter(([, value]) => value !== undefined);
  return approverProblems(Object.fromEntries(said), context);
}

function startProblems(start: GivenVisibility, { caller }: GraphContext): readonly RequestProblem[] {
  const wrong = visibilityProblem(start, caller);
  return wrong === undefined ? [] : [cannotTake(["conversation", "start", wrong.member], wrong.finding)];
}

/**
 * An access token speaks in one conversation. It names no receivers, which would hear of the execution after the end of the token, and makes
 * no approval unnecessary that it may not give.
 */
function tokenProblems(options: SendMessageInput["options"], { caller }: GraphContext): readonly RequestProblem[] {
  if (caller.grant === undefined) return [];
  const { approval, webhooks } = options ?? {};
  const given = webhooks?.length ?? 0;
  const problems: RequestProblem[] = [];
  if (given > 0)
    problems.push(
      cannotTake(
        ["options", "webhooks"],
        `required none in a message that is sent with an access token, found ${given}`,
      ),
    );
  if (approval === "NEVER")
    problems.push(
      cannotTake(
        ["options", "approval"],
        "required DECLARED_DESTRUCTIVE or ALL_EFFECTS in a message that is sent with an access token, found NEVER",
      ),
    );
  return problems;
}

const planApproval = cannotTake(
  ["options", "approval"],
  "required one of NEVER, DECLARED_DESTRUCTIVE, ALL_EFFECTS, as nothing is planned in a conversation, found PLAN",
);

/** Bounds of a person's text: neither blank, which some providers refuse, nor too long, nor changed when it is stored. */
function textProblems(text: string): readonly RequestProblem[] {
  const path = ["text"];
  if (text.trim() === "") {
    const found = text === "" ? "none" : "nothing but white space";
    return [cannotTake(path, `required from 1 to ${maxTextCharacters} characters, found ${found}`)];
  }
  if (!text.isWellFormed()) return [cannotTake(path, "required well-formed Unicode, found half of a surrogate pair")];
  if (text.length <= maxTextCharacters) return [];
  return [limitExceeded("messageCharacters", maxTextCharacters, text.length, path)];
}

function turnProblems(turns: MessageOptionsInput["maxTurns"]): readonly RequestProblem[] {
  if (turns === null || turns === undefined || (turns >= 1 && turns <= maxTurns)) return [];
  return [cannotTake(["options", "maxTurns"], `required from 1 to ${maxTurns}, found ${turns}`)];
}

/** Bounds of variables; each must be one of `declared` that people set. Their depth is asked first, because measuring recurses. */
export function variableProblems(
  given: SendMessageInput["variables"],
  declared: readonly VariableDefinition[],
  settings: LimitSettings,
): readonly RequestProblem[] {
  if (given === null || given === undefined) return [];
  const path = ["variables"];
  const deep = depthProblems(given, settings, path);
  if (deep.length > 0) return deep;
  const bytes = utf8Bytes(JSON.stringify(given));
  if (bytes > maxVariableBytes) return [limitExceeded("variableBytes", maxVariableBytes, bytes, path)];
  return Object.entries<Json>(given).flatMap(([name, value]) => {
    const variable = declared.find((known) => known.name === name);
    if (variable?.trigger === null && variable.toolTrigger === undefined) {
      const [first] = variable.schema === undefined ? [] : violations(variable.schema, value);
      if (first === undefined) return [];
      return [
        cannotTake([...path, name], `required a value of the type that the manifest declares, found: ${first.message}`),
      ];
    }
    const found = variable === undefined ? "one that it does not declare" : `one that ${setterOf(variable)} sets`;
    const finding = `required a variable of the manifest that people set, found ${shownName(name)}, ${found}`;
    return [cannotTake([...path, name], finding)];
  });
}

function setterOf({ toolTrigger }: VariableDefinition): string {
  return toolTrigger === undefined ? "the text of an agent" : `the tool ${toolTrigger.toolName}`;
}
