/** Text from outside may repeat what we sent. This keeps a secret value out of messages. */

/** `text`, cut at 1,000 characters, with every occurrence of `secret` replaced. */
export function withoutSecret(text: string, secret: string | null): string {
  const clean = secret === null || secret === "" ? text : text.replaceAll(secret, "[secret]");
  return clean.slice(0, 1_000);
}
