import { describe, expect, it } from "vitest";
import { networkOf } from "../../../src/worker/platform/network-address.ts";

const of = (address: string) => networkOf(new Headers({ "cf-connecting-ip": address }));

describe("the address that limits count", () => {
  it("is that of the platform, and nothing that a client writes", () => {
    expect(of("192.0.2.1")).toBe("192.0.2.1");
    const forged = { "x-forwarded-for": "192.0.2.7", "x-real-ip": "192.0.2.8", forwarded: "for=192.0.2.9" };
    expect(networkOf(new Headers(forged))).toBe("");
  });

  it("is the whole network of a customer for IPv6, so that nobody has more by changing the rest", () => {
    expect(of("2001:db8:1:2:3:4:5:6")).toBe("2001:db8:1:2::/64");
    expect(of("2001:0db8:0001:0002:ffff::1")).toBe("2001:db8:1:2::/64");
    expect(of("2001:db8:1:3::1")).not.toBe(of("2001:db8:1:2::1"));
    expect(of("::1")).toBe("0:0:0:0::/64");
  });

  it("is the same for an IPv4 address in either spelling", () => {
    expect(of("::ffff:192.0.2.1")).toBe("192.0.2.1");
  });
});
