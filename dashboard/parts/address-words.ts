/** To whom a question is addressed, and why the viewer may not answer it, in words. */
import { madeVisible } from "./inert-text.tsx";

export interface AddressFacts {
  readonly addressees: readonly {
    readonly subject: string | null;
    readonly group: string | null;
    readonly scope: string | null;
  }[];
  readonly fourEyes: boolean;
  /** `NOT_ADDRESSED` or `FOUR_EYES`; a newer server may know others. Null if the viewer may answer. */
  readonly refusal: string | null;
}

/** "the group finance or mira". Null for everybody who may see the question. */
export function addresseeWords({ addressees }: Pick<AddressFacts, "addressees">): string | null {
  const words = addressees.map(({ group, scope, subject }) => {
    if (subject !== null) return madeVisible(subject);
    return group === null ? `callers with the scope ${scope}` : `the group ${madeVisible(group)}`;
  });
  const last = words.at(-1);
  if (last === undefined) return null;
  return words.length === 1 ? last : `${words.slice(0, -1).join(", ")} or ${last}`;
}

/** A sentence about who may answer. Null if everybody may who sees the question. */
export function addressSentence(facts: AddressFacts): string | null {
  const to = addresseeWords(facts);
  const not = facts.fourEyes ? "Who started the execution may not answer." : null;
  return [to === null ? null : `Addressed to ${to}.`, not].filter((part) => part !== null).join(" ") || null;
}

/** Why the viewer may not answer. Null if it may. */
export function refusalWords(facts: AddressFacts): string | null {
  switch (facts.refusal) {
    case null:
      return null;
    case "FOUR_EYES":
      return "You started the execution, so somebody else has to answer";
    case "NOT_ADDRESSED":
      return `This is for ${addresseeWords(facts) ?? "others"} to answer`;
    default:
      return "You may read this and not answer it";
  }
}
