/**
 * Problems of a request for human input beyond the input schema of `ask_person`: options of another kind, schemas that no answer could be
 * checked against, a default answer that would be refused. The same rules apply to a plan, where some values are not known yet, and to a
 * call whose arguments were resolved.
 */

import { type Addressee, addresseesFinding } from "../../access/address.ts";
import {
  type AnswerPolicy,
  approvalAddress,
  questionAddress,
  unanswerableFinding,
} from "../../access/answer-policy.ts";
import { isJsonArray, isJsonObject, type Json, ownValue, utf8Bytes } from "../../json/json.ts";
import { violations } from "../../schema/validator.ts";
import { answerSchema, type KnownArguments, knownArguments } from "../human-input-answer.ts";
import { humanInputCallableName } from "../human-input-callable.ts";
import type { Plan, PlanStep, ToolStep } from "../plan.ts";
import type { DraftStep } from "../plan-draft.ts";
import { leafSteps } from "../plan-scope.ts";
import type { PlanProblem } from "../problem.ts";
import { foreignSchema, invalidInput } from "../shape-problems.ts";

/** A default answer is stored in the row of its request. */
const maxDefaultBytes = 8_192;

export interface HumanInputFinding {
  /** Name of the argument with the problem. */
  readonly member: string;
  /** "expected …, found …". */
  readonly finding: string;
}

/** Problems of every step of `plan` that asks a person, each at its place. `answering` is the policy of the execution, if it is known. */
export function humanInputProblems(
  plan: Plan,
  drafts: ReadonlyMap<PlanStep, DraftStep>,
  answering?: AnswerPolicy,
): readonly PlanProblem[] {
  return leafSteps(plan).flatMap((step) => {
    const draft = drafts.get(step);
    if (step.policy.fourEyes === true && draft?.kind === "TOOL") {
      const finding = fourEyesFinding(step, answering);
      if (finding !== undefined)
        return [invalidInput([...draft.places.timeoutMs.slice(0, -1), "fourEyes"], `expected ${finding}`)];
    }
    if (step.callableName !== humanInputCallableName) return [];
    const place = draft?.kind === "TOOL" ? draft.places.arguments : [];
    const given = knownArguments(step.arguments);
    const findings = humanInputFindings(given);
    const unanswerable = findings.length > 0 || answering === undefined ? [] : unanswerableQuestion(given, answering);
    return [...findings, ...unanswerable].map(({ finding, member }) => invalidInput([...place, member], finding));
  });
}

/** Why the call of `step` cannot be permitted by a second person. Undefined if it can. */
function fourEyesFinding({ callableName }: ToolStep, answering: AnswerPolicy | undefined): string | undefined {
  if (callableName === humanInputCallableName)
    return "none, because the step asks a person: name fourEyes beside its prompt, found true";
  if (answering === undefined) return undefined;
  return unanswerableFinding(approvalAddress({ ...answering, isFourEyes: true }), answering);
}

/** The problems of the arguments of `ask_person`. Unknown values have none. */
export function humanInputFindings({ known, open }: KnownArguments): readonly HumanInputFinding[] {
  const schemaFindings = responseSchemaFindings({ known, open });
  const kindFindings = open.has("kind") ? [] : kindBound({ known, open });
  const isAnswerable = schemaFindings.length === 0 && kindFindings.length === 0;
  return [
    ...kindFindings,
    ...schemaFindings,
    ...expiryFindings({ known, open }, isAnswerable),
    ...addressFindings({ known, open }),
  ];
}

/** Options of one kind beside another. */
function kindBound({ known, open }: KnownArguments): readonly HumanInputFinding[] {
  const kind = ownValue(known, "kind") ?? "FORM";
  const has = (member: string) => open.has(member) || Object.hasOwn(known, member);
  const findings: HumanInputFinding[] = [];
  if (kind !== "CHOICE" && has("choices"))
    findings.push({ member: "choices", finding: `expected none, because kind is ${String(kind)} and not CHOICE` });
  if (kind === "CHOICE" && !has("choices"))
    findings.push({ member: "choices", finding: "expected choices, because kind is CHOICE, found none" });
  if (kind !== "FORM" && has("responseSchema"))
    findings.push({ member: "responseSchema", finding: `expected none, because kind is ${String(kind)} and not FORM` });
  return [...findings, ...choiceFindings({ known, open })];
}

/** The plan has to name who may answer: a value from elsewhere names no addressee. */
function addressFindings({ known, open }: KnownArguments): readonly HumanInputFinding[] {
  const findings: HumanInputFinding[] = [];
  for (const member of ["addressees", "fourEyes"]) {
    if (open.has(member))
      findings.push({ member, finding: "expected a value that stands in the plan, found a reference" });
  }
  const addressees = ownValue(known, "addressees");
  const finding = areAddressees(addressees) ? addresseesFinding(addressees) : undefined;
  if (finding !== undefined) findings.push({ member: "addressees", finding: `expected ${finding}` });
  if (ownValue(known, "fourEyes") === true && !open.has("kind") && ownValue(known, "kind") !== "APPROVAL")
    findings.push({ member: "fourEyes", finding: "expected none, because kind is not APPROVAL, found true" });
  return findings;
}

/** A question that no subject could answer, because of who starts the plan. */
function unanswerableQuestion({ known, open }: KnownArguments, policy: AnswerPolicy): readonly HumanInputFinding[] {
  if (open.has("kind")) return [];
  const given = ownValue(known, "addressees");
  const addressees = areAddressees(given) ? given : undefined;
  const fourEyes = ownValue(known, "fourEyes") === true;
  const address = questionAddress({ isApproval: ownValue(known, "kind") === "APPROVAL", addressees, fourEyes }, policy);
  const finding = unanswerableFinding(address, policy);
  if (finding === undefined) return [];
  return [{ member: addressees === undefined ? "fourEyes" : "addressees", finding: `expected ${finding}` }];
}

/** Other forms break the input schema. */
function areAddressees(given: Json | undefined): given is Json & readonly Addressee[] {
  return (
    isJsonArray(given) &&
    given.every((one) => isJsonObject(one) && Object.values(one).every((name) => typeof name === "string"))
  );
}

function choiceFindings({ known }: KnownArguments): readonly HumanInputFinding[] {
  const choices = ownValue(known, "choices");
  if (!isJsonArray(choices)) return [];
  const seen = new Set<Json>();
  const repeated = choices.find((choice) => seen.has(choice) || !seen.add(choice));
  if (repeated === undefined) return [];
  return [{ member: "choices", finding: `expected each choice once, found ${JSON.stringify(repeated)} twice` }];
}

function responseSchemaFindings({ known }: KnownArguments): readonly HumanInputFinding[] {
  const schema = ownValue(known, "responseSchema");
  if (schema === undefined || !isJsonObject(schema)) return [];
  const parsed = foreignSchema().safeParse(schema);
  if (!parsed.success)
    return [{ member: "responseSchema", finding: parsed.error.issues[0]?.message ?? "expected a JSON Schema" }];
  const type = ownValue(schema, "type");
  if (type === "object") return [];
  const found = type === undefined ? "none" : JSON.stringify(type);
  return [{ member: "responseSchema", finding: `expected a schema of type "object", found the type ${found}` }];
}

function expiryFindings({ known, open }: KnownArguments, isAnswerable: boolean): readonly HumanInputFinding[] {
  const member = "defaultResponse";
  if (open.has("onExpiry")) return [];
  const onExpiry = ownValue(known, "onExpiry") ?? "FAIL";
  const response = ownValue(known, member);
  // No answer is no permission.
  if (onExpiry === "ANSWER" && ownValue(known, "kind") === "APPROVAL")
    return [{ member: "onExpiry", finding: "expected FAIL or SKIP, because kind is APPROVAL, found ANSWER" }];
  if (open.has(member)) return [];
  if (onExpiry !== "ANSWER") {
    const finding = `expected none, because onExpiry is ${String(onExpiry)} and not ANSWER`;
    return response === undefined ? [] : [{ member, finding }];
  }
  if (response === undefined)
    return [{ member, finding: "expected the answer to take, because onExpiry is ANSWER, found none" }];
  const bytes = utf8Bytes(JSON.stringify(response));
  if (bytes > maxDefaultBytes)
    return [{ member, finding: `expected at most ${maxDefaultBytes} bytes, found ${bytes}` }];
  if (!isAnswerable || ["kind", "choices", "responseSchema"].some((name) => open.has(name))) return [];
  const schema = answerSchema(known);
  const [broken] = schema === undefined ? [] : violations(schema, response);
  if (broken === undefined) return [];
  const where = broken.instance === "" ? "" : ` at ${broken.instance}`;
  return [{ member, finding: `expected an answer that satisfies the schema${where}: ${broken.message}` }];
}
