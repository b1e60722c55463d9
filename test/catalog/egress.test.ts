/** Addresses to which no request may leave, in every notation that a URL parser turns into one of them. */
import { describe, expect, it } from "vitest";
import { egressRefusal } from "../../src/catalog/egress.ts";

const strict = { allowPrivate: false, allowHttp: false };
const reasonOf = (url: string, rules = strict) => egressRefusal(url, rules)?.reason ?? null;

const privateHosts = [
  // IPv4 in dotted form: this host, private, loopback, link-local (with the metadata service), carrier-grade NAT
  "0.0.0.0",
  "10.0.0.1",
  "10.255.255.255",
  "100.64.0.1",
  "100.127.255.255",
  "127.0.0.1",
  "127.255.255.254",
  "169.254.169.254",
  "172.16.0.1",
  "172.31.255.255",
  "192.168.0.1",
  // special purpose, documentation, benchmarking, multicast, reserved, broadcast
  "192.0.0.1",
  "192.0.2.1",
  "192.88.99.1",
  "198.18.0.1",
  "198.19.255.255",
  "198.51.100.1",
  "203.0.113.1",
  "224.0.0.1",
  "239.255.255.255",
  "240.0.0.1",
  "255.255.255.255",
  // loopback and others as decimal, octal, hexadecimal, short, mixed, full-width and percent-encoded, with trailing dots
  "2130706433",
  "017700000001",
  "0x7f000001",
  "0x7F.1",
  "0177.0.0.1",
  "127.1",
  "127.0.1",
  "0",
  "3232235521",
  "127.0.0.1.",
  "１２７.0.0.1",
  "127。0。0。1",
  "127.0.0.1%2e",
  "0xa9fea9fe",
  // IPv6: unspecified, loopback, unique local, link-local, site-local, multicast, documentation, discard
  "[::]",
  "[::1]",
  "[0:0:0:0:0:0:0:1]",
  "[fc00::1]",
  "[fd12:3456::1]",
  "[fe80::1]",
  "[fec0::1]",
  "[ff02::1]",
  "[2001:db8::1]",
  "[100::1]",
  // IPv6 that carries an IPv4 address: mapped, compatible, translated, NAT64, 6to4, Teredo
  "[::ffff:127.0.0.1]",
  "[::ffff:7f00:1]",
  "[::ffff:169.254.169.254]",
  "[::127.0.0.1]",
  "[::ffff:0:127.0.0.1]",
  "[64:ff9b::7f00:1]",
  "[64:ff9b:1::1]",
  "[2002:7f00:1::]",
  "[2001:0:53aa:64c::1]",
];

describe("egress rules", () => {
  it.each(privateHosts)("refuse the address %s", (host) => {
    expect(reasonOf(`https://${host}/mcp`)).toBe("ADDRESS_NOT_PUBLIC");
    expect(reasonOf(`https://${host}:8443/mcp`)).toBe("ADDRESS_NOT_PUBLIC");
    expect(reasonOf(`https://${host}/mcp`, { ...strict, allowPrivate: true })).toBeNull();
  });

  it.each([
    "localhost",
    "LOCALHOST",
    "localhost.",
    "a.localhost",
    "printer.local",
    "printer.local.",
    "local",
    "metadata.google.internal",
    "internal",
    "a.b.INTERNAL",
  ])("refuse the name %s", (host) => {
    expect(reasonOf(`https://${host}/`)).toBe("NAME_NOT_PUBLIC");
    expect(reasonOf(`https://${host}/`, { ...strict, allowPrivate: true })).toBeNull();
  });

  it.each(["[fe80::1%25eth0]", "[fe80::1%eth0]", "[::1", "999.1.1.1", "1.2.3.4.5.0x", "", "a b"])(
    "refuse the host %j, which is none, whatever is allowed",
    (host) => {
      expect(reasonOf(`https://${host}/`, { allowPrivate: true, allowHttp: true })).toBe("INVALID_URL");
    },
  );

  it.each([
    "https://8.8.8.8/",
    "https://[2606:4700::1111]/",
    "https://example.com/mcp",
    "https://localhost.example.com/",
    "https://notlocal/",
    "https://internal.example.com/",
  ])("permit %s", (url) => {
    expect(reasonOf(url)).toBeNull();
  });

  it("demand https unless told otherwise, and never take another scheme", () => {
    expect(reasonOf("http://example.com/")).toBe("SCHEME_NOT_ALLOWED");
    expect(reasonOf("http://example.com/", { ...strict, allowHttp: true })).toBeNull();
    for (const url of ["ftp://example.com/", "file:///etc/passwd", "data:text/plain,x", "ws://example.com/"]) {
      expect(reasonOf(url, { allowPrivate: true, allowHttp: true })).toBe("SCHEME_NOT_ALLOWED");
    }
  });

  it("refuse user names and passwords in URLs", () => {
    expect(reasonOf("https://user@example.com/")).toBe("CREDENTIALS_IN_URL");
    expect(reasonOf("https://:password@example.com/")).toBe("CREDENTIALS_IN_URL");
  });

  it("never name the address in the message", () => {
    const message = egressRefusal("https://169.254.169.254/secret", strict)?.message;
    expect(message).toContain("public");
    expect(message).not.toContain("169.254");
  });
});
