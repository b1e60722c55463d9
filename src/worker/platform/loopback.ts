/**
 * Whether a request was addressed to this machine. `AUTH_MODE=none` serves only such requests. A page that rebinds its name to 127.0.0.1
 * still sends that name, so it is refused; a deployment that was left open cannot be used under a public name.
 */

/**
 * Whether the host of `url` is 127.0.0.0/8, ::1 or `localhost`. Numeric notations are normalised by the URL parser.
 *
 * @example
 * ```ts
 * isLoopback("http://127.0.0.1:8787/graphql"); // true
 * isLoopback("https://agents.example.com/graphql"); // false
 * ```
 */
export function isLoopback(url: string): boolean {
  const hostname = URL.parse(url)?.hostname ?? "";
  return hostname === "localhost" || hostname === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}
