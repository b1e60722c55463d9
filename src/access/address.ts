/**
 * To whom a question is addressed, and who may answer it. An address narrows: who answers has to reach the execution as well (`mayAccess`).
 * Nothing passes an address over, no scope either.
 */
import type { Accessor } from "./audience.ts";
import { maxGroupCharacters } from "./given-visibility.ts";

/** One subject, the callers of one group, or the callers whose credential names one scope. */
export type Addressee = { readonly subject: string } | { readonly group: string } | { readonly scope: string };

/** Who may answer a question, by the question itself. Both members are absent if everybody who reaches it may answer. */
export interface Address {
  /** Any of them may. 10 at most. */
  readonly addressees?: readonly Addressee[];
  /** Subjects that may not, because they started the execution or one that it derives from: four eyes. */
  readonly notBy?: readonly string[];
}

/** Why somebody may not answer a question that it reaches. */
export type AddressRefusal = "NOT_ADDRESSED" | "FOUR_EYES";

/** The name of a caller without a credential (`AUTH_MODE=none`). All such callers have the same one. */
export const unidentifiedSubject = "anonymous";

export const maxAddressees = 10;
/** Of a subject or group. */
export const maxAddresseeCharacters = maxGroupCharacters;

/** Every scope of the schema, as far as an address can name it. */
export const addressableScopes = [
  "REGISTRY_READ",
  "REGISTRY_WRITE",
  "EXECUTION_READ",
  "EXECUTION_READ_OWN",
  "EXECUTION_READ_ALL",
  "EXECUTION_START",
  "EXECUTION_CONTROL",
  "EXECUTION_CONTROL_OWN",
  "EXECUTION_CONTROL_ALL",
  "HUMAN_INPUT_RESPOND",
  "HUMAN_INPUT_RESPOND_OWN",
  "EVENT_SEND",
  "SCHEDULE_WRITE",
  "CREDENTIALS_ADMIN",
  "INDEX_ADMIN",
  "DEBUG_READ",
  "AUDIT_READ",
] as const;

/**
 * Why `accessor` may not answer a question with this address; undefined if it may. A credential for one thing speaks for its subject alone,
 * never for a group or a scope.
 *
 * @example
 * ```ts
 * const alice = { subject: "alice", groups: ["sales"], scopes: ["HUMAN_INPUT_RESPOND"] };
 * addressRefusal(alice, { addressees: [{ group: "sales" }] }); // undefined
 * addressRefusal(alice, { addressees: [{ group: "sales" }], notBy: ["alice"] }); // "FOUR_EYES"
 * ```
 */
export function addressRefusal(accessor: Accessor, { addressees, notBy }: Address): AddressRefusal | undefined {
  const { grant, subject } = accessor;
  // Also through a token that acts as somebody else.
  if (notBy?.some((starter) => starter === subject || starter === grant?.maker) === true) return "FOUR_EYES";
  if (addressees === undefined || addressees.some((addressee) => isMeant(accessor, addressee))) return undefined;
  return "NOT_ADDRESSED";
}

function isMeant({ grant, groups, scopes, subject }: Accessor, addressee: Addressee): boolean {
  if ("subject" in addressee) return addressee.subject === subject;
  if (grant !== undefined) return false;
  return "group" in addressee ? groups.includes(addressee.group) : scopes.includes(addressee.scope);
}

/** Whether no subject at all may answer: only subjects who may not are addressed. */
export function isUnanswerable({ addressees, notBy = [] }: Address): boolean {
  return (
    addressees?.every((addressee) => "subject" in addressee && notBy.includes(addressee.subject)) === true ||
    addressees?.length === 0
  );
}

/** A key for each addressee, equal for equal ones. The orders of an inbox are stored by these keys. */
export function addresseeKey(addressee: Addressee): string {
  if ("subject" in addressee) return `s:${addressee.subject}`;
  return "group" in addressee ? `g:${addressee.group}` : `r:${addressee.scope}`;
}

/** The keys of every addressee that means `accessor`. */
export function keysOfAccessor({ grant, groups, scopes, subject }: Accessor): readonly string[] {
  const ofCredential =
    grant === undefined ? [...groups.map((group) => `g:${group}`), ...scopes.map((scope) => `r:${scope}`)] : [];
  return [`s:${subject}`, ...new Set(ofCredential)];
}

/** In words, for people. */
export function addresseeText(addressee: Addressee): string {
  if ("subject" in addressee) return `the subject ${JSON.stringify(addressee.subject)}`;
  if ("group" in addressee) return `the group ${JSON.stringify(addressee.group)}`;
  return `callers with the scope ${addressee.scope}`;
}

/** Why an answer is refused, after "Cannot answer the request: ". */
export function refusalText(refusal: AddressRefusal, { addressees = [] }: Address): string {
  if (refusal === "FOUR_EYES")
    return "required a subject other than the one who started the execution (four eyes), found that one. Have somebody else answer it";
  const [first, ...others] = addressees.map(addresseeText);
  const all = others.length === 0 ? first : `${[first, ...others.slice(0, -1)].join(", ")} or ${others.at(-1)}`;
  return `required ${all}, found another caller. Have one of them answer it`;
}

/** The problem of the list of addressees, as in "required …, found …". Undefined if there is none. `given` has the shape of its type. */
export function addresseesFinding(given: readonly Addressee[]): string | undefined {
  if (given.length === 0 || given.length > maxAddressees)
    return `from 1 to ${maxAddressees} addressees, found ${given.length}`;
  const keys = given.map(addresseeKey);
  const repeated = given.find((addressee, at) => keys.indexOf(addresseeKey(addressee)) !== at);
  if (repeated !== undefined) return `each addressee once, found ${addresseeText(repeated).slice(0, 300)} again`;
  for (const addressee of given) {
    if ("scope" in addressee) {
      if (!(addressableScopes as readonly string[]).includes(addressee.scope))
        return `a scope of this software, found ${JSON.stringify(addressee.scope.slice(0, 100))}`;
      continue;
    }
    const name = "subject" in addressee ? addressee.subject : addressee.group;
    if (name.length === 0 || name.length > maxAddresseeCharacters)
      return `names from 1 to ${maxAddresseeCharacters} characters, found one of ${name.length}`;
  }
  return undefined;
}

/** Only the members of an address. */
export function addressOf({
  addressees,
  notBy,
}: { readonly [Member in keyof Address]?: Address[Member] | undefined }): Address {
  return { ...(addressees !== undefined && { addressees }), ...(notBy !== undefined && { notBy }) };
}
