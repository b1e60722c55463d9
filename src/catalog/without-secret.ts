/** Text and values from outside may repeat what we sent. This keeps a secret value out of messages and of what is kept. */
import { isJsonArray, isJsonObject, type Json, objectOf } from "../plan/json.ts";

/** A shorter beginning of a secret tells nothing. */
const leastTelling = 4;
/** A shorter secret is looked for in messages only: it would be found in the words of every other result. */
const leastSought = 8;

/** `text`, cut at 1,000 characters, with every occurrence of `secret` replaced. */
export function withoutSecret(text: string, secret: string | null): string {
  return withSecretReplaced(text, secret).slice(0, 1_000);
}

/** `text` with every occurrence of `secret` replaced, as it is and as JSON writes it. White space around a secret is never sent. */
export function withSecretReplaced(text: string, secret: string | null): string {
  const sent = sentSecret(secret);
  if (sent === "") return text;
  return text.replaceAll(sent, "[secret]").replaceAll(JSON.stringify(sent).slice(1, -1), "[secret]");
}

/** As `withSecretReplaced`, for a text that may have been cut within a secret: its beginning at the end of the text is left out. */
export function withSecretCutOut(text: string, secret: string | null): string {
  const clean = withSecretReplaced(text, secret);
  const sent = sentSecret(secret);
  for (let length = sent.length - 1; length >= leastTelling; length--) {
    if (clean.endsWith(sent.slice(0, length))) return clean.slice(0, -length);
  }
  return clean;
}

/** `value` with every occurrence of `secret` replaced in its texts and in the names of its members; the same value if there is none. */
export function withSecretReplacedIn<Value extends Json>(value: Value, secret: string | null): Value {
  if (sentSecret(secret).length < leastSought) return value;
  return replacedIn(value, secret) as Value;
}

function replacedIn(value: Json, secret: string | null): Json {
  if (typeof value === "string") return withSecretReplaced(value, secret);
  if (isJsonArray(value)) {
    const items = value.map((item) => replacedIn(item, secret));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value);
  const replaced = entries.map(
    ([key, member]) => [withSecretReplaced(key, secret), replacedIn(member, secret)] as const,
  );
  const isSame = replaced.every(([key, member], at) => key === entries[at]?.[0] && member === entries[at]?.[1]);
  return isSame ? value : objectOf(replaced);
}

function sentSecret(secret: string | null): string {
  return secret?.trim() ?? "";
}
