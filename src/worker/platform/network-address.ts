/**
 * The network address that limits per address count. The platform sends it in one header that it sets itself; headers that clients and
 * proxies write, such as `X-Forwarded-For`, are ignored.
 */
import ipaddr from "ipaddr.js";

/** Leading groups of 16 bits of an IPv6 address that name the network of one customer. */
const NETWORK_GROUPS = 4;

/**
 * The address with which the limits count: for IPv6 its network of 64 bits, because a client has all addresses of its network. Empty where
 * the platform names none, which happens in local use only.
 *
 * @example
 * ```ts
 * networkOf(new Headers({ "cf-connecting-ip": "2001:db8:1:2:3:4:5:6" })); // "2001:db8:1:2::/64"
 * networkOf(new Headers({ "cf-connecting-ip": "203.0.113.7" })); // "203.0.113.7"
 * ```
 */
export function networkOf(headers: Headers): string {
  const address = headers.get("cf-connecting-ip") ?? "";
  if (!ipaddr.IPv6.isValid(address)) return address;
  const parsed = ipaddr.IPv6.parse(address);
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString();
  const groups = parsed.parts.slice(0, NETWORK_GROUPS).map((group) => group.toString(16));
  return `${groups.join(":")}::/64`;
}
