/** Where in the text of a plan a problem of the API is shown, and what can be written instead. */
import { describe, expect, it } from "vitest";
import { areaOf, lineAt, rangeOf } from "../../../dashboard/run/problems/problem-place.ts";
import { proposalsFor } from "../../../dashboard/run/problems/proposals.ts";
import { readText, type ShownProblem, shownProblems } from "../../../dashboard/run/problems/shown-problem.ts";
import { type WrongFragment, wordsAtPlace } from "../../../dashboard/run/problems/wrong.ts";

const text = `{
  "steps": [
    { "tool": { "stepId": "research", "toolName": "resarch_blog" } },
    { "parallel": { "steps": [
      { "tool": { "stepId": "write", "toolName": "create_blog_post", "arguments": {
        "artifact_id": "of {{steps.research.output.artifact.titel}}",
        "skill_id": 4
      } } } ] } }
  ]
}`;
const { tree } = readText(text);
const place = (...path: string[]) => {
  const range = rangeOf(tree, path);
  return text.slice(range.offset, range.offset + range.length);
};

const inDocument = (...path: string[]) => ["input", "source", "document", ...path];
const written = ["steps", "1", "parallel", "steps", "0", "tool", "arguments"];
const template: WrongFragment = {
  __typename: "TemplateError",
  code: "TEMPLATE_INVALID",
  message:
    'Cannot use {{steps.research.output.artifact.titel}} as artifact_id of step write: the output of "research_blog" has no field "artifact.titel"; nearest: title',
  path: inDocument(...written, "artifact_id"),
  stepId: "write",
  reason: "FIELD_NOT_FOUND",
  template: "{{steps.research.output.artifact.titel}}",
  field: "artifact.titel",
  availableFields: ["title", "sections"],
  nearestNames: ["title"],
};

function shown(...errors: WrongFragment[]): readonly ShownProblem[] {
  return shownProblems(text, tree, errors, []);
}

describe("the place of a problem", () => {
  it("is the value that its path leads to, through objects, lists and groups", () => {
    expect(place("steps", "0", "tool", "toolName")).toBe('"resarch_blog"');
    expect(place(...written, "skill_id")).toBe("4");
  });

  it("is the key of an object, and the nearest thing that exists where the path leads nowhere", () => {
    expect(place(...written)).toBe('"arguments"');
    expect(place(...written, "instructions")).toBe('"arguments"');
    expect(place("steps", "7")).toBe('"steps"');
    expect(place()).toBe("{");
    expect(rangeOf(undefined, ["steps"])).toEqual({ offset: 0, length: 0 });
  });

  it("tells the parts of a request apart, whether the plan is a document or typed", () => {
    expect(areaOf(inDocument("steps", "1"))).toEqual({ area: "DOCUMENT", rest: ["steps", "1"] });
    expect(areaOf(["input", "source", "plan", "steps", "1"])).toEqual({ area: "DOCUMENT", rest: ["steps", "1"] });
    expect(areaOf(["input", "bindings", "topic"]).area).toBe("BINDINGS");
    expect(areaOf(["input", "options", "limits", "maxSteps"]).area).toBe("OPTIONS");
    expect(areaOf([]).area).toBe("ELSEWHERE");
  });

  it("is the template itself within a longer text, at its line", () => {
    const [problem] = shown(template);
    const { length, offset } = problem?.range ?? { offset: 0, length: 0 };
    expect(text.slice(offset, offset + length)).toBe("{{steps.research.output.artifact.titel}}");
    expect(problem).toMatchObject({
      line: 5,
      stepId: "write",
      words: 'The output of "research_blog" has no field "artifact.titel".',
    });
    expect(lineAt(text, 0)).toBe(0);
  });

  it("is that of each violation where several arguments break their schema at once, in the order of the text", () => {
    const problems = shown(template, {
      __typename: "SchemaViolationError",
      code: "SCHEMA_VIOLATION",
      message: "Cannot call create_blog_post in step write: its arguments do not satisfy the input schema",
      path: inDocument(...written),
      violations: [
        { instance: "/skill_id", keyword: "type", message: 'Instance type "number" is invalid.' },
        { instance: "", keyword: "required", message: "A property is missing." },
      ],
    });
    expect(problems.map(({ code, line }) => [code, line])).toEqual([
      ["SCHEMA_VIOLATION", 4],
      ["TEMPLATE_INVALID", 5],
      ["SCHEMA_VIOLATION", 6],
    ]);
  });

  it("tells the first mistake of a text that is no JSON where it is, and asks nothing of the API", () => {
    const reading = readText('{\n  "steps": [\n    { "tool": }\n  ]\n}');
    expect(reading).toMatchObject({ value: null, problems: [{ line: 2, words: "A value is expected here." }] });
    expect(readText("[]").problems).toMatchObject([{ words: "A plan is a JSON object." }]);
    expect(readText("").value).toBeNull();
  });
});

describe("proposals", () => {
  const taken = (wrong: WrongFragment, path: readonly string[]) =>
    proposalsFor(wrong, text, rangeOf(tree, path)).map(({ range, text: put }) => {
      const changed = text.slice(0, range.offset) + put + text.slice(range.offset + range.length);
      return readText(changed).value === null ? "broken" : put;
    });

  it("replace the field alone, below the object that it was looked for in, the nearest first", () => {
    expect(taken(template, [...written, "artifact_id"])).toEqual([
      "{{steps.research.output.artifact.title}}",
      "{{steps.research.output.artifact.sections}}",
    ]);
  });

  it("replace the id of a step that does not exist in both spellings, and keep what follows it", () => {
    const wrong = {
      ...template,
      reason: "UNKNOWN_STEP",
      field: null,
      availableFields: [],
      nearestNames: ["research"],
    } as const;
    const put = (found: string) =>
      proposalsFor({ ...wrong, template: found }, `"a ${found}"`, { offset: 0, length: found.length + 4 }).map(
        (one) => one.text,
      );
    expect(put("{{steps.resarch.output.x}}")).toEqual(["{{steps.research.output.x}}"]);
    expect(put("{{ resarch.output.x }}")).toEqual(["{{ research.output.x }}"]);
  });

  it("replace the name of a callable, as JSON whatever stands in the name", () => {
    const wrong: WrongFragment = {
      __typename: "UnknownCallableError",
      code: "UNKNOWN_CALLABLE",
      message: "",
      path: [],
      name: "resarch_blog",
      nearestNames: ["research_blog", 'a"b'],
    };
    expect(taken(wrong, ["steps", "0", "tool", "toolName"])).toEqual(['"research_blog"', '"a\\"b"']);
  });

  it("are none where it cannot be told what to replace", () => {
    expect(taken({ ...template, reason: "TYPE_MISMATCH", field: null }, [...written, "artifact_id"])).toEqual([]);
    expect(taken({ ...template, template: "{{written.nowhere}}" }, [...written, "artifact_id"])).toEqual([]);
  });
});

describe("words at a place", () => {
  it("leave out what the place says already, and are a sentence", () => {
    expect(
      wordsAtPlace("Cannot read source.document.steps.0.tool: invalid input: expected object, received string"),
    ).toBe("Expected object, received string.");
    expect(wordsAtPlace('Cannot call "a": there is no tool of exactly this name; nearest: b')).toBe(
      "There is no tool of exactly this name.",
    );
    expect(wordsAtPlace("Something else: with a colon")).toBe("Something else: with a colon.");
  });
});
