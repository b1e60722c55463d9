/** Names of tenants, as credentials give them. They become names of objects and parts of sealed ids. */

const MAX_CHARACTERS = 255;

/** Whether `text` can name a tenant: 1 to 255 characters, none of which is a control character or half of one. */
export function isTenantName(text: unknown): text is string {
  return typeof text === "string" && text.length > 0 && text.length <= MAX_CHARACTERS && !/[\p{Cc}\p{Cs}]/u.test(text);
}
