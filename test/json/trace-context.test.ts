import { describe, expect, it } from "vitest";
import { callTraceparent, readTraceContext, traceHeaders } from "../../src/json/trace-context.ts";

const trace = "4bf92f3577b34da6a3ce929d0e0e4736";
const parent = `00-${trace}-00f067aa0ba902b7-01`;

describe("a trace context that was given", () => {
  it.each([
    ["as it is", parent, parent],
    ["with space around it", ` ${parent} `, parent],
    ["of a later version, in the form of version 00", `cc-${trace}-00f067aa0ba902b7-01-what-comes`, parent],
    ["of a later version of the same length", `01-${trace}-00f067aa0ba902b7-01`, parent],
  ])("is read %s", (_, given, read) => {
    expect(readTraceContext(given, null)).toEqual({ traceparent: read, tracestate: null });
  });

  it.each([
    ["nothing", null],
    ["an empty one", ""],
    ["a trace of zeros", `00-${"0".repeat(32)}-00f067aa0ba902b7-01`],
    ["a span of zeros", `00-${trace}-${"0".repeat(16)}-01`],
    ["capital letters", parent.toUpperCase()],
    ["the version that is none", `ff-${trace}-00f067aa0ba902b7-01`],
    ["more than version 00 has", `${parent}-more`],
    ["two", `${parent}, ${parent}`],
    ["a line break", `cc-${trace}-00f067aa0ba902b7-01-a\nb`],
    ["no end", `cc-${trace}-00f067aa0ba902b7-01-${"x".repeat(300)}`],
  ])("is none where there is %s", (_, given) => {
    expect(readTraceContext(given, "a=1")).toBeUndefined();
  });

  it.each([
    ["one member", "congo=t61rcWkgMzE", "congo=t61rcWkgMzE"],
    ["several, and empty ones between them", "rojo=00f067aa, ,\tcongo=t61 ,", "rojo=00f067aa,congo=t61"],
    ["a tenant of a vendor", "4tenant@vendor=a b", "4tenant@vendor=a b"],
    ["32 members", members(32), members(32)],
    ["keys that hold at signs as Level 2 has them", "foo@=1,foo@@bar=2,a@b@c=3", "foo@=1,foo@@bar=2,a@b@c=3"],
    [
      "a key that begins with a digit, and one of 256 characters",
      `7=1,t@${"v".repeat(254)}=2`,
      `7=1,t@${"v".repeat(254)}=2`,
    ],
    ["a key twice, of which the first counts", "foo=1,bar=2,foo=3", "foo=1,bar=2"],
  ])("[N49] has a tracestate with %s", (_, given, read) => {
    expect(readTraceContext(parent, given)?.tracestate).toBe(read);
  });

  it.each([
    ["is empty", " , "],
    ["has 33 members", members(33)],
    ["is longer than 512 characters", `a=${"x".repeat(200)},b=${"x".repeat(200)},c=${"x".repeat(200)}`],
    ["has a key that begins with an at sign", "@foo=1,bar=2"],
    ["has a key of 257 characters", `${"k".repeat(257)}=1`],
    ["has 33 members, two of which are one", `${members(32)},${members(32).split(",")[0]}`],
    ["has a member without a value", "a=1,b"],
    ["has a value that ends in nothing", "a="],
    ["has an equals sign within a value", "a=1=2"],
    ["has a key in capitals", "A=1"],
    ["has characters that no header may have", "a=1\r\nb: 2"],
    ["has characters beyond ASCII", "a=ü"],
  ])("[N49] has no tracestate where the given one %s", (_, given) => {
    expect(readTraceContext(parent, given)).toEqual({ traceparent: parent, tracestate: null });
  });
});

describe("the context of a call", () => {
  it("is of the same trace, with the flags that are known and a span of its own", () => {
    const call = callTraceparent(`00-${trace}-00f067aa0ba902b7-ff`, ["execution", "call", 1]);
    expect(call).toMatch(new RegExp(`^00-${trace}-[0-9a-f]{16}-03$`));
    expect(call).not.toContain("00f067aa0ba902b7");
  });

  it("is the same for the same attempt, and another for any other", () => {
    const names = [
      ["execution", "call", 1],
      ["execution", "call", 2],
      ["execution", "other", 1],
      ["another", "call", 1],
    ];
    const spans = names.map((named) => callTraceparent(parent, named));
    expect(new Set(spans).size).toBe(4);
    expect(names.map((named) => callTraceparent(parent, named))).toEqual(spans);
  });

  it("goes into headers without a tracestate that there is not", () => {
    expect(traceHeaders({ traceparent: parent, tracestate: null })).toEqual({ traceparent: parent });
    expect(traceHeaders({ traceparent: parent, tracestate: "a=1" })).toEqual({
      traceparent: parent,
      tracestate: "a=1",
    });
  });
});

function members(count: number): string {
  return Array.from({ length: count }, (_, at) => `k${at}=v`).join(",");
}
