import { describe, expect, inject, it } from "vitest";
import { bindings } from "./object-world.ts";

const example = () => ({
  name: "example",
  url: `${inject("exampleUrl")}/mcp`,
  bearerSecret: null,
  trusted: true,
  outputValidation: "STRICT" as const,
});

describe("the catalog of a tenant", () => {
  it("reads the tools of a server once, and answers a reader who knows the revision with little", async () => {
    const catalog = bindings.CATALOG.getByName("fresh");
    expect(await catalog.contents(null)).toEqual({ revision: "0", contents: [] });
    expect(await catalog.register(example())).toEqual({ kind: "REGISTERED", revision: "1" });
    const { contents } = await catalog.contents(null);
    expect(contents?.[0]?.server).toMatchObject({ name: "example", status: "READY", protocolVersion: "2026-07-28" });
    expect(contents?.[0]?.tools.map((tool) => tool.name)).toContain("research_blog");
    expect(await catalog.contents("1")).toEqual({ revision: "1", contents: null });
  });

  it("keeps the server that it has when the one that should replace it does not answer", async () => {
    const catalog = bindings.CATALOG.getByName("kept");
    await catalog.register(example());
    const answer = await catalog.register({ ...example(), url: "http://127.0.0.1:9/mcp" });
    expect(answer).toMatchObject({ kind: "REFUSED", code: "UPSTREAM_ERROR", member: "url" });
    const { contents, revision } = await catalog.contents(null);
    expect(revision).toBe("1");
    expect(contents?.[0]?.server.url).toBe(example().url);
  });

  it("refuses a secret that the deployment does not have, before the server is contacted", async () => {
    const catalog = bindings.CATALOG.getByName("secret");
    const answer = await catalog.register({ ...example(), bearerSecret: "NOT_THERE" });
    expect(answer).toMatchObject({ kind: "REFUSED", code: "INVALID_INPUT", member: "bearerSecret" });
    expect(JSON.stringify(answer)).toContain("TOOL_SECRET_NOT_THERE");
  });

  it("[E1] is a catalog of one tenant: another tenant sees nothing of it", async () => {
    await bindings.CATALOG.getByName("tenant-a").register(example());
    expect((await bindings.CATALOG.getByName("tenant-b").contents(null)).contents).toEqual([]);
  });

  it("removes a server with its tools and raises the revision; removing what is not there changes nothing", async () => {
    const catalog = bindings.CATALOG.getByName("removing");
    await catalog.register(example());
    expect(await catalog.remove("example")).toBe("2");
    expect(await catalog.contents(null)).toEqual({ revision: "2", contents: [] });
    expect(await catalog.remove("example")).toBeNull();
  });
});
