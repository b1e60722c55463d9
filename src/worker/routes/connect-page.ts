/** What the pages of `/oauth` say: for whom a server is to be used, and where the person consents, or which secrets it gives. */
import { fewestSecretCharacters, mostSecretCharacters } from "../../catalog/credentials/credential-refusal.ts";
import { callbackPath } from "../clients/connect-link.ts";

/** For whom a server is to be used. */
interface Use {
  readonly server: string;
  readonly subject: string;
  readonly tenant: string;
}

/** The way to the authorization server. */
export function consentLines({
  issuer,
  url,
  ...use
}: Use & { readonly issuer: string; readonly url: string }): readonly string[] {
  return [
    usedFor(use),
    "<p>Go on only if that is you. You are asked to consent by",
    `<b>${escaped(issuer)}</b>.</p>`,
    `<p><a href="${escaped(url)}">Connect</a></p>`,
  ];
}

/** The form for secrets, which are sent to `origin` alone. */
export function secretForm({
  origin,
  secrets,
  state,
  ...use
}: Use & { readonly origin: string; readonly secrets: readonly string[]; readonly state: string }): readonly string[] {
  return [
    usedFor(use),
    "<p>Go on only if that is you. What you give is kept encrypted, cannot be read back, and is sent to",
    `<b>${escaped(origin)}</b> alone.</p>`,
    `<form method="post" action="${callbackPath}" autocomplete="off">`,
    `<input type="hidden" name="state" value="${escaped(state)}">`,
    ...secrets.map(fieldFor),
    "<p><button>Connect</button></p>",
    "</form>",
  ];
}

const fieldPrefix = "secret.";

function fieldFor(name: string): string {
  const bounds = `minlength="${fewestSecretCharacters}" maxlength="${mostSecretCharacters}"`;
  const input = `<input type="password" name="${fieldPrefix}${escaped(name)}" required ${bounds} autocomplete="off" spellcheck="false">`;
  return `<p><label>${escaped(name)}<br>${input}</label></p>`;
}

/** The secrets of a sent form. White space around one is not part of it: it comes with what is copied. */
export function secretsIn(form: URLSearchParams): readonly (readonly [name: string, value: string])[] {
  return [...form].flatMap(([field, value]) =>
    field.startsWith(fieldPrefix) ? [[field.slice(fieldPrefix.length), value.trim()] as const] : [],
  );
}

function usedFor({ server, subject, tenant }: Use): string {
  return `<p><b>${escaped(server)}</b> is to be used in the name of <b>${escaped(subject)}</b>, tenant ${escaped(tenant)}.</p>`;
}

export function page(title: string, lines: readonly string[]): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)} · Planwright</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:36rem;margin:4rem auto;padding:0 1rem;overflow-wrap:anywhere}</style>
<h1>${escaped(title)}</h1>
${lines.join("\n")}
</html>
`;
}

export function escaped(text: string): string {
  const signs: Readonly<Record<string, string>> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "'": "&#39;",
  };
  return text.replace(/[&<>"']/g, (sign) => signs[sign] ?? sign);
}
