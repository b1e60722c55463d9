/** Artifacts in every form in which tools return them, and the published schema as ajv and as the document see it. */
import Ajv from "ajv";
import { describe, expect, it } from "vitest";
import { artifactKind, extractSkillId, withVirtualArtifactFields } from "../../src/catalog/artifact.ts";
import type { Json } from "../../src/json/json.ts";
import { standardOutputSchema } from "../../src/plan/standard-output-schema.ts";

const standard = {
  artifact_id: "abc-123",
  artifact: { title: "AI Trends 2025", sections: [], sources: [] },
  _metadata: {
    context_id: "ctx-456",
    request_id: "req-789",
    trace_id: "trace-012",
    user_id: "user-345",
    tool_name: "research_blog",
    executed_at: "2025-01-15T10:30:00Z",
  },
};
const wrapper = {
  artifact_id: "uuid",
  mcp_execution_id: "uuid",
  artifact: { skill_id: "research_blog", title: "..." },
  _metadata: { context_id: "...", trace_id: "..." },
};

describe("the standard output schema", () => {
  it("[P23] is the published one, member by member", () => {
    expect(standardOutputSchema).toEqual({
      type: "object",
      properties: {
        artifact_id: { type: "string", description: "Unique identifier for the artifact" },
        artifact: { type: "object", description: "Tool-specific artifact data" },
        _metadata: {
          type: "object",
          properties: {
            context_id: { type: "string" },
            request_id: { type: "string" },
            trace_id: { type: "string" },
            user_id: { type: "string" },
            tool_name: { type: "string" },
            executed_at: { type: "string", format: "date-time" },
          },
        },
      },
      required: ["artifact_id", "artifact", "_metadata"],
    });
  });

  it("[P22] [P23] is compiled ahead of time into what ajv says at run time", () => {
    const ajv = new Ajv({
      formats: { "date-time": (text: string) => !Number.isNaN(Date.parse(text)) && /T/.test(text) },
    });
    const oracle = ajv.compile(standardOutputSchema);
    const variants: Json[] = [standard, wrapper];
    for (const field of Object.keys(standard)) variants.push({ ...standard, [field]: undefined as never });
    for (const wrong of [7, null, [], "text"] as Json[]) {
      for (const field of Object.keys(standard)) variants.push({ ...standard, [field]: wrong });
    }
    for (const executed_at of ["2025-01-15", "yesterday", "2025-01-15T10:30:00.123+02:00"]) {
      variants.push({ ...standard, _metadata: { executed_at } });
    }
    for (const variant of variants) expect(artifactKind(variant) === "STANDARD").toBe(oracle(variant));
  });
});

describe("recognising artifacts", () => {
  it("[P24] tells a wrapper by the presence of its three fields", () => {
    expect(artifactKind(standard)).toBe("STANDARD");
    expect(artifactKind(wrapper)).toBe("STANDARD");
    expect(artifactKind({ ...wrapper, artifact: "not an object" })).toBe("WRAPPER");
    for (const field of ["artifact_id", "artifact", "_metadata"]) {
      const rest = Object.fromEntries(Object.entries(standard).filter(([name]) => name !== field));
      expect(artifactKind(rest)).toBe("BARE");
    }
    for (const value of [null, "text", 1, [standard]]) expect(artifactKind(value as Json)).toBe("NONE");
  });

  it("[P24] sees own fields only", () => {
    const inherited = Object.create({ artifact_id: "a", artifact: {}, _metadata: {} }) as Json;
    expect(artifactKind(inherited)).toBe("BARE");
  });
});

describe("the skill id", () => {
  it("[P25] is the top-level one, then the one in _metadata, else none", () => {
    expect(extractSkillId({ skill_id: "top", _metadata: { skill_id: "nested" } }, null)).toBe("top");
    expect(extractSkillId({ _metadata: { skill_id: "nested" } }, null)).toBe("nested");
    expect(extractSkillId({ title: "none" }, null)).toBeUndefined();
    expect(extractSkillId("text", null)).toBeUndefined();
    expect(extractSkillId({ skill_id: 7 }, null)).toBeUndefined();
  });

  it("[C18] of a wrapper is first the one of its artifact", () => {
    const all = { ...wrapper, skill_id: "top", _metadata: { skill_id: "nested" } };
    expect(extractSkillId(all, null)).toBe("research_blog");
    expect(extractSkillId({ ...all, artifact: {} }, null)).toBe("top");
    expect(extractSkillId({ ...wrapper, artifact: {}, _metadata: { skill_id: "nested" } }, null)).toBe("nested");
  });

  it("[C18] of a bare result may stand in the metadata of the protocol, last", () => {
    expect(extractSkillId({ title: "x" }, { skill_id: "meta" })).toBe("meta");
    expect(extractSkillId({ title: "x" }, { "org.example/execution": { skill_id: "execution" } })).toBe("execution");
    expect(extractSkillId({ skill_id: "top" }, { skill_id: "meta" })).toBe("top");
    expect(extractSkillId({ ...wrapper, artifact: {} }, { skill_id: "meta" })).toBeUndefined();
  });
});

describe("virtual fields", () => {
  const execution = { artifact_id: "from-meta", context_id: "ctx-1" };

  it("[C17] [P26] give a bare result the fields that references to the standard shape need", () => {
    const seen = withVirtualArtifactFields({ title: "Bare" }, { "dev.planwright/execution": execution });
    expect(seen).toEqual({ title: "Bare", artifact_id: "from-meta", _metadata: execution });
  });

  it("[C17] leave what is there as it is", () => {
    const meta = { "org.example/execution": execution };
    expect(withVirtualArtifactFields(standard, meta)).toBe(standard);
    expect(withVirtualArtifactFields({ _metadata: 1 }, meta)).toEqual({ _metadata: 1, artifact_id: "from-meta" });
    for (const value of [null, "text", [1]] as Json[]) expect(withVirtualArtifactFields(value, meta)).toBe(value);
    const bare = { title: "Bare" };
    for (const metadata of [null, {}, { "org.example/execution": {} }, { "org.example/execution": 1 }] as Json[]) {
      expect(withVirtualArtifactFields(bare, metadata)).toBe(bare);
    }
  });

  it("keep a member named __proto__ a member", () => {
    const output = JSON.parse('{"__proto__":{"x":1}}') as Json;
    const seen = withVirtualArtifactFields(output, { "org.example/execution": execution });
    expect(Object.keys(seen as object)).toEqual(["__proto__", "artifact_id", "_metadata"]);
  });
});
