/**
 * Who the page acts as. The credential is kept for this tab alone (`sessionStorage`), is sent in a header and stands in no address.
 * Deployments without credentials, and those where something in front of them signs people in, need none.
 */
import { batch, signal } from "@preact/signals";
import { type Credential, credentialKey, headersOf, storedCredential } from "./stored-credential.ts";

export const credential = signal<Credential | null>(storedCredential());

/** Why the API refused the credential last, until it accepts one. Null while nothing is refused. */
export const refusal = signal<string | null>(null);

/** Counts sign-ins, so that refused requests can be tried again. */
export const signIns = signal(0);

/**
 * Says that the credential of the `signIn`th sign-in was refused, unless somebody has signed in since: requests that were under way
 * then are refused late, and say nothing of the new credential. Gives whether it counts.
 */
export function refuse(why: string, signIn: number): boolean {
  if (signIn !== signIns.peek()) return false;
  // One request of many says it; the others say the same.
  refusal.value ??= why;
  return true;
}

export function signIn(given: Credential): void {
  batch(() => {
    credential.value = given;
    refusal.value = null;
    signIns.value += 1;
  });
  try {
    sessionStorage.setItem(credentialKey, JSON.stringify(given));
  } catch {
    // Storage may be closed to the page; the credential then lasts until it is reloaded.
  }
}

/** Forgets the credential and all that was read with it: the page begins anew. */
export function signOut(): void {
  credential.value = null;
  try {
    // Drafts too, because they may contain private text.
    sessionStorage.clear();
  } catch {
    // Nothing was stored then.
  }
  // To the home of the page: the next person may have no right to know of the open view.
  location.assign("/");
}

/** Headers that prove who asks. Empty without a credential. */
export function credentialHeaders(): Record<string, string> {
  // Untracked: a request within an effect is repeated after a sign-in, not after every change of the credential.
  return headersOf(credential.peek());
}
