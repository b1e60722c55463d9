/**
 * How an execution addresses its questions: approvals are for its approvers, and under four eyes not for the subjects who started it or an
 * execution that it derives from. The addressees of a question itself may narrow this, never widen it.
 */
import {
  type Address,
  type Addressee,
  addresseeText,
  addressOf,
  isUnanswerable,
  unidentifiedSubject,
} from "./address.ts";

export interface AnswerPolicy {
  /** Who may answer approvals. Absent for everybody who reaches the execution. */
  readonly approvers?: readonly Addressee[] | undefined;
  readonly isFourEyes: boolean;
  /** Subjects who started the execution, or an execution that it derives from. */
  readonly starters: readonly string[];
  /** The owner, where no other subject sees the execution (visibility OWN). Absent where others see it. */
  readonly owner?: string | undefined;
  /** Whether the owner cannot make an access token that acts as somebody else, so that no other subject reaches the execution at all. */
  readonly isOwnerAlone?: boolean | undefined;
}

/** The address of a question that permits something: a call, the plan, another call after one that was lost. */
export function approvalAddress({ approvers, isFourEyes, starters }: AnswerPolicy): Address {
  return addressOf({ addressees: approvers, notBy: isFourEyes ? starters : undefined });
}

/** The address of a question that a step asks. Only approvals have that of the execution. */
export function questionAddress(
  question: {
    readonly isApproval: boolean;
    readonly addressees?: readonly Addressee[] | undefined;
    readonly fourEyes: boolean;
  },
  policy: AnswerPolicy,
): Address {
  const { addressees, fourEyes, isApproval } = question;
  if (!isApproval) return addressOf({ addressees });
  const { approvers, isFourEyes } = policy;
  return approvalAddress({ ...policy, approvers: addressees ?? approvers, isFourEyes: isFourEyes || fourEyes });
}

/**
 * Why no subject could answer a question with this address in an execution of `policy`, as in "required …, found …". Undefined if one
 * could.
 */
export function unanswerableFinding(
  address: Address,
  { isOwnerAlone, owner }: Pick<AnswerPolicy, "isOwnerAlone" | "owner">,
): string | undefined {
  const { addressees, notBy } = address;
  if (notBy?.includes(unidentifiedSubject) === true)
    return "a starter whose subject is known, because of four eyes, found none (AUTH_MODE is none)";
  if (isUnanswerable(address)) return "an addressee who did not start the execution, because of four eyes, found none";
  if (owner === undefined) return undefined;
  const widen = "Start it with the visibility GROUP or TENANT";
  // Tokens of its owner are no way around four eyes.
  if (notBy?.includes(owner) === true)
    return `an execution that others see than the one who starts it, because of four eyes, found the visibility OWN. ${widen}`;
  const isForOthers = addressees?.every((addressee) => "subject" in addressee && addressee.subject !== owner) === true;
  if (isOwnerAlone !== true || !isForOthers) return undefined;
  const whom = addressees.map(addresseeText).join(", ").slice(0, 300);
  return `an addressee who sees the execution, found ${whom}, and the visibility OWN. ${widen}`;
}
