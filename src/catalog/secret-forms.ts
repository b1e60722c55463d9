/**
 * The forms in which a secret that a callee was sent is recognised in its answer: as it is, and as the usual encodings write it. Only encodings
 * that work letter by letter or byte by byte are known; a secret that was split, reversed, compressed or encrypted is not found.
 */

/** A shorter secret is looked for as it is and as JSON writes it only: its encodings would be found in the words of other results. */
const leastEncoded = 8;

/** Every form of `sent`, the longest first, so that no form is found within a longer one. */
export function secretForms(sent: string): readonly string[] {
  const forms = new Set([sent, jsonForm(sent), jsonForm(jsonForm(sent)), jsonForm(sent).replaceAll("/", "\\/")]);
  if (sent.length >= leastEncoded) for (const form of encodedForms(sent)) forms.add(form);
  return [...forms].toSorted((left, right) => right.length - left.length);
}

function jsonForm(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function encodedForms(sent: string): readonly string[] {
  const bytes = new TextEncoder().encode(sent);
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0"));
  const percent = encodeURIComponent(sent);
  const strictPercent = percent.replace(/[!'()*]/g, percentByte);
  const everyByte = `%${hex.join("%")}`;
  const base64 = [0, 1, 2].map((before) => base64Within(bytes, before));
  return [
    ...[percent, strictPercent].flatMap((form) => [form, form.replace(/%../g, (byte) => byte.toLowerCase())]),
    ...[percent, strictPercent].map((form) => form.replaceAll("%20", "+")),
    everyByte,
    everyByte.toUpperCase(),
    hex.join(""),
    hex.join("").toUpperCase(),
    htmlForm(sent, "&#39;"),
    htmlForm(sent, "&#x27;"),
    htmlForm(sent, "&apos;"),
    ...base64.flatMap((form) => [
      form,
      form.replaceAll("+", "-").replaceAll("/", "_"),
      jsonForm(form).replaceAll("/", "\\/"),
    ]),
  ];
}

function percentByte(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

function htmlForm(text: string, apostrophe: string): string {
  const signs: Readonly<Record<string, string>> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "'": apostrophe,
  };
  return text.replace(/[&<>"']/g, (sign) => signs[sign] ?? sign);
}

/**
 * The characters that encode only `bytes` in the base64 of a text that has `before` bytes in front of them, modulo 3, such as `Bearer ` or
 * a name with a colon. A character at either edge that also encodes bits of a neighbour is left out: it reveals at most four bits.
 */
function base64Within(bytes: Uint8Array, before: number): string {
  const padded = new Uint8Array(before + bytes.length);
  padded.set(bytes, before);
  const written = btoa(String.fromCharCode(...padded));
  return written.slice(Math.ceil((before * 8) / 6), Math.floor((padded.length * 8) / 6));
}
