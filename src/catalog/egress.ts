/**
 * The rules for addresses to which a request may leave: one pure function over the text of a URL, asked for the first
 * address and for every redirect. Names are judged as text, DNS is not asked: a public name that resolves to a private
 * address passes. Numeric notations (decimal, octal, hexadecimal, short forms, full-width digits, trailing dots) are
 * normalised by the WHATWG parser before an address is judged.
 */
import ipaddr from "ipaddr.js";

export interface EgressRules {
  /** Permit loopback, private, link-local and other addresses that are not public, and local names. */
  readonly allowPrivate: boolean;
  /** Permit `http:` beside `https:`. */
  readonly allowHttp: boolean;
}

export type EgressRefusalReason =
  | "INVALID_URL"
  | "SCHEME_NOT_ALLOWED"
  | "CREDENTIALS_IN_URL"
  | "ADDRESS_NOT_PUBLIC"
  | "NAME_NOT_PUBLIC"
  /** An address of a service binding that is not permitted (`bindingIn`). */
  | "BINDING_NOT_ALLOWED";

export interface EgressRefusal {
  readonly reason: EgressRefusalReason;
  /** Of the form "required …, found …". Safe to show: it names the rule, never the address. */
  readonly finding: string;
  /** The finding as a whole sentence. */
  readonly message: string;
}

const localNames = ["localhost", "local", "internal"];

/**
 * Why no request may leave to `url`, or undefined if one may.
 *
 * @example
 * ```ts
 * const rules = { allowPrivate: false, allowHttp: false };
 * egressRefusal("https://example.com/mcp", rules); // undefined
 * egressRefusal("http://example.com/mcp", rules)?.reason; // "SCHEME_NOT_ALLOWED"
 * egressRefusal("https://0x7f.1/", rules)?.reason; // "ADDRESS_NOT_PUBLIC"
 * ```
 */
export function egressRefusal(url: string, rules: EgressRules): EgressRefusal | undefined {
  const parsed = URL.parse(url);
  if (parsed === null) return refusal("INVALID_URL", "required an absolute URL with a valid host");
  if (parsed.protocol !== "https:" && !(parsed.protocol === "http:" && rules.allowHttp)) {
    const required = rules.allowHttp ? "https: or http:" : "https:";
    return refusal("SCHEME_NOT_ALLOWED", `required the scheme ${required}, found ${JSON.stringify(parsed.protocol)}`);
  }
  if (parsed.username !== "" || parsed.password !== "") {
    return refusal("CREDENTIALS_IN_URL", "required a URL without user name and password");
  }
  return rules.allowPrivate ? undefined : hostRefusal(parsed.hostname);
}

function hostRefusal(hostname: string): EgressRefusal | undefined {
  const host = hostname.replace(/^\[(.*)\]$/, "$1").replace(/(?<!\.)\.+$/, "");
  if (ipaddr.isValid(host)) {
    if (isPublicAddress(host)) return undefined;
    return refusal("ADDRESS_NOT_PUBLIC", "required a public address, found a private, local or reserved one");
  }
  const name = host.toLowerCase();
  const localName = localNames.find((local) => name === local || name.endsWith(`.${local}`));
  if (localName === undefined && name !== "") return undefined;
  return refusal("NAME_NOT_PUBLIC", "required a public host name, found a local one");
}

/** Only plain unicast is public. For IPv6 that is 2000::/3, without the ranges in it that carry an IPv4 address or are reserved. */
function isPublicAddress(host: string): boolean {
  const address = ipaddr.parse(host);
  if (address.range() !== "unicast") return false;
  if (!(address instanceof ipaddr.IPv6)) return true;
  const [first = 0] = address.parts;
  return (first & 0xe000) === 0x2000;
}

function refusal(reason: EgressRefusalReason, finding: string): EgressRefusal {
  return { reason, finding, message: `Cannot send a request to the given address: ${finding}` };
}

/** As much of a binding as is used. */
export interface ServiceBinding {
  fetch(url: string, init: RequestInit): Promise<Response>;
}

/** Those that tenants may use, by their names. */
export type ServiceBindings = ReadonlyMap<string, ServiceBinding>;

export const noServiceBindings: ServiceBindings = new Map();

const bindingName = /^[A-Za-z_$][\w$]{0,63}$/;

/**
 * The name in an address of a service binding, and the address for the Worker behind it. Undefined for any other address. `binding://BLOG/mcp` is
 * the path `/mcp` of the Worker that the deployment has bound as `BLOG`; a request to it passes no network.
 */
export function bindingIn(url: string): { readonly name: string; readonly target: string } | undefined {
  const parsed = URL.parse(url);
  if (parsed?.protocol !== "binding:") return undefined;
  const { host, pathname, search } = parsed;
  return { name: host, target: `https://${host}${pathname === "" ? "/" : pathname}${search}` };
}

/**
 * The origin of an address, or the service binding that it names. Undefined for a text that is no address.
 *
 * @example
 * ```ts
 * credentialOrigin("https://mcp.example.com/v1?x=1"); // "https://mcp.example.com"
 * credentialOrigin("binding://BLOG/mcp"); // "binding://BLOG"
 * ```
 */
export function credentialOrigin(url: string): string | undefined {
  const { host, origin, protocol } = URL.parse(url) ?? {};
  if (protocol === "binding:") return `binding://${host}`;
  return origin === "null" ? undefined : origin;
}

/** Why nothing can be sent to the binding `name`; undefined if it can. */
export function bindingRefusal(name: string, bindings: ServiceBindings): EgressRefusal | undefined {
  if (bindings.has(name)) return undefined;
  const shown = bindingName.test(name) ? ` ${JSON.stringify(name)}` : "";
  const finding = `required a service binding that SERVICE_BINDINGS names and the deployment has, found another${shown}`;
  return { reason: "BINDING_NOT_ALLOWED", finding, message: `Cannot use the URL: ${finding}` };
}
