import { describe, expect, it } from "vitest";
import { registrationRefusal, secretSettingName, unknownToolRefusal } from "../../src/catalog/server-registration.ts";
import type { JsonSchema } from "../../src/json/json.ts";

const rules = { allowPrivate: false, allowHttp: false };
const good = {
  name: "notes-1_A",
  url: "https://example.com/mcp",
  bearerSecret: "NOTES_TOKEN_1",
  trusted: true,
  outputValidation: "STRICT" as const,
};

describe("registering a server", () => {
  it("takes a good registration, with and without a secret", () => {
    expect(registrationRefusal(good, rules)).toBeUndefined();
    expect(registrationRefusal({ ...good, bearerSecret: null, name: "x".repeat(64) }, rules)).toBeUndefined();
  });

  it.each(["", "a.b", "a b", "a/b", "x".repeat(65), "ä"])("refuses the name %j", (name) => {
    expect(registrationRefusal({ ...good, name }, rules)).toMatchObject({ code: "INVALID_INPUT", member: "name" });
  });

  it("refuses the name under which tools of the user interface are called, since a tool of the server could be taken for one", () => {
    const { member, message } = registrationRefusal({ ...good, name: "ui" }, rules) ?? {};
    expect(member).toBe("name");
    expect(message).toBe('Cannot use the server name "ui": required one that tools of the user interface do not have');
    expect(registrationRefusal({ ...good, name: "ui2" }, rules)).toBeUndefined();
  });

  it.each(["", "token", "A-B", "A B", "X".repeat(65), "../A"])("refuses the secret name %j", (bearerSecret) => {
    expect(registrationRefusal({ ...good, bearerSecret }, rules)).toMatchObject({ member: "bearerSecret" });
  });

  it("[N8] takes output schemas of tools, each tool once, and none that cannot be evaluated", () => {
    const schema = { type: "object" };
    const refusal = (...tools: { name: string; outputSchema: JsonSchema }[]) =>
      registrationRefusal({ ...good, tools }, rules);
    expect(refusal({ name: "a", outputSchema: schema }, { name: "b", outputSchema: true })).toBeUndefined();
    expect(refusal({ name: "a", outputSchema: schema }, { name: "a", outputSchema: schema })).toMatchObject({
      member: "tools",
    });
    const endless = { $ref: "#" };
    expect(refusal({ name: "a", outputSchema: endless })).toMatchObject({ code: "INVALID_INPUT", member: "tools" });
    const many = Array.from({ length: 201 }, (_, at) => ({ name: `t${at}`, outputSchema: schema }));
    expect(refusal(...many)).toMatchObject({ code: "LIMIT_EXCEEDED", member: "tools" });
  });

  it("[N8] refuses an output schema of a tool that the server does not offer, and names the nearest", () => {
    const declared = { ...good, tools: [{ name: "wether", outputSchema: true }] };
    expect(unknownToolRefusal(declared, ["weather", "time"])).toMatchObject({
      ...{ code: "INVALID_INPUT", member: "tools" },
      message: expect.stringContaining("nearest: weather"),
    });
    expect(unknownToolRefusal(declared, ["wether"])).toBeUndefined();
  });

  it("refuses an address to which no request may leave, and says so apart from a URL that is none", () => {
    const refusal = (url: string) => registrationRefusal({ ...good, url }, rules);
    expect(refusal("https://127.0.0.1/mcp")).toMatchObject({ code: "EGRESS_DENIED", member: "url" });
    expect(refusal("http://example.com/mcp")).toMatchObject({ code: "EGRESS_DENIED", member: "url" });
    expect(refusal("example.com")).toMatchObject({ code: "INVALID_INPUT", member: "url" });
    expect(refusal(`https://example.com/${"a".repeat(2_100)}`)).toMatchObject({ code: "INVALID_INPUT", member: "url" });
  });

  it("lets a secret read one setting only", () => {
    expect(secretSettingName("NOTES")).toBe("TOOL_SECRET_NOTES");
  });
});
