/** Text from outside may repeat what we sent. This keeps a secret value out of messages and of what is kept. */

/** `text`, cut at 1,000 characters, with every occurrence of `secret` replaced. */
export function withoutSecret(text: string, secret: string | null): string {
  return withSecretReplaced(text, secret).slice(0, 1_000);
}

/** `text` with every occurrence of `secret` replaced, as it is and as JSON writes it. White space around a secret is never sent. */
export function withSecretReplaced(text: string, secret: string | null): string {
  const sent = secret?.trim() ?? "";
  if (sent === "") return text;
  return text.replaceAll(sent, "[secret]").replaceAll(JSON.stringify(sent).slice(1, -1), "[secret]");
}
