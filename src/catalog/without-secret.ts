/** Keeps a secret out of messages and of stored values. Text and values from outside may repeat the request that they answer. */
import { isJsonArray, isJsonObject, type Json, objectOf } from "../json/json.ts";
import { secretForms } from "./secret-forms.ts";

/** A shorter beginning of a secret reveals nothing. */
const leastTelling = 4;
/** A shorter beginning of an encoded secret is found at the end of ordinary texts. */
const leastTellingEncoded = 8;
/** A shorter secret is looked for in messages only: it would be found in the words of every other result. */
const leastSought = 8;

/**
 * `text`, cut at 1,000 characters, with every occurrence of `secret` replaced.
 *
 * @example
 * ```ts
 * withoutSecret("refused: Bearer s3cr3t-token", "s3cr3t-token"); // "refused: Bearer [secret]"
 * ```
 */
export function withoutSecret(text: string, secret: string | undefined): string {
  return withSecretReplaced(text, secret).slice(0, 1_000);
}

/** `text` with every occurrence of `secret` replaced, in each form that `secretForms` knows. White space around a secret is never sent. */
export function withSecretReplaced(text: string, secret: string | undefined): string {
  const sought = soughtIn(secret);
  return sought === undefined ? text : text.replace(sought.pattern, "[secret]");
}

/**
 * As `withSecretReplaced`, for a text that may have been cut within a secret: its beginning at the end of the text is left out, also before a
 * quotation mark that closes the cut part.
 */
export function withSecretCutOut(text: string, secret: string | undefined): string {
  const sought = soughtIn(secret);
  if (sought === undefined) return text;
  const clean = text.replace(sought.pattern, "[secret]");
  const mark = clean.endsWith('"') ? '"' : "";
  const [whole, quoted] = [clean, clean.slice(0, clean.length - mark.length)].map(
    (end) => end.length - Math.max(...sought.forms.map((form) => cutLength(end, form, form === sought.sent))),
  );
  if (whole !== undefined && whole < clean.length) return clean.slice(0, whole);
  return clean.slice(0, quoted) + mark;
}

/** How many characters at the end of `text` are the beginning of `form`. 0 if they are too few to reveal anything. */
function cutLength(text: string, form: string, isAsSent: boolean): number {
  const least = isAsSent ? leastTelling : leastTellingEncoded;
  for (let length = form.length - 1; length >= least; length--) {
    if (text.endsWith(form.slice(0, length))) return length;
  }
  return 0;
}

/** `value`, which is JSON by its content, without any of `secrets`. Callees may repeat parts of the request in their own descriptions. */
export function withoutSecrets<Value>(value: Value, secrets: readonly string[]): Value {
  return secrets.reduce((cleaned, secret) => withSecretReplacedIn(cleaned as Json, secret) as Value, value);
}

/** `value` with every occurrence of `secret` replaced in its texts and in the names of its members; the same value if there is none. */
export function withSecretReplacedIn<Value extends Json>(value: Value, secret: string | undefined): Value {
  const sought = soughtIn(secret);
  if (sought === undefined || sought.sent.length < leastSought || !isContained(value, sought)) return value;
  return replacedIn(value, sought) as Value;
}

/** Asked first, because nearly no value holds its secret and a copy of a large one costs more than everything else that is done with it. */
function isContained(value: Json, sought: Sought): boolean {
  if (typeof value === "string") return value.length >= sought.shortest && value.search(sought.pattern) !== -1;
  if (isJsonArray(value)) return value.some((item) => isContained(item, sought));
  if (!isJsonObject(value)) return false;
  for (const key of Object.keys(value))
    if (isContained(key, sought) || isContained(value[key] as Json, sought)) return true;
  return false;
}

function replacedIn(value: Json, sought: Sought): Json {
  if (typeof value === "string")
    return value.length < sought.shortest ? value : value.replace(sought.pattern, "[secret]");
  if (isJsonArray(value)) {
    const items = value.map((item) => replacedIn(item, sought));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value);
  const replaced = entries.map(
    ([key, member]) => [replacedIn(key, sought) as string, replacedIn(member, sought)] as const,
  );
  const isSame = replaced.every(([key, member], at) => key === entries[at]?.[0] && member === entries[at]?.[1]);
  return isSame ? value : objectOf(replaced);
}

interface Sought {
  readonly sent: string;
  readonly forms: readonly string[];
  readonly shortest: number;
  /** Literals only, so it takes linear time. */
  readonly pattern: RegExp;
}

/** Undefined for no secret. */
function soughtIn(secret: string | undefined): Sought | undefined {
  const sent = secret?.trim() ?? "";
  if (sent === "") return undefined;
  const forms = secretForms(sent);
  const pattern = new RegExp(forms.map((form) => form.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&")).join("|"), "g");
  return { sent, forms, shortest: Math.min(...forms.map(({ length }) => length)), pattern };
}
