import { describe, expect, it } from "vitest";
import { readDocument } from "../../../src/plan/dialects/dialect.ts";
import type { DocumentDialect } from "../../../src/plan/plan.ts";
import { accepted, compile, problemsOf } from "../../support/plan/compiled-plan.ts";

const read = (document: unknown, dialect: DocumentDialect | undefined = undefined) =>
  compile({ kind: "DOCUMENT", document, dialect });
const kinds = [
  "map",
  "for_each",
  "loop",
  "while",
  "switch",
  "if",
  "exit",
  "on_exit",
  "onExit",
  "finally",
  "sleep",
  "wait",
  "workflow",
];

describe("a kind of step that plans do not have", () => {
  it.each(kinds)(
    "[N66, R5, R6, R9] %s is refused by its name in the dialect of agents, as the only problem of its step",
    (type) => {
      const agent = { id: "b", type: "agent", agent: { agent_id: "echo", with: {} } };
      for (const dialect of [undefined, "ORCHESTRATE"] as const) {
        const problems = problemsOf(
          read({ steps: [{ id: "a", type, [type]: { items: "{{x}}", node: "n" } }, agent] }, dialect),
        );
        expect(problems).toHaveLength(1);
        expect(problems[0]).toMatchObject({
          kind: "INVALID_INPUT",
          path: ["source", "document", "steps", "0", "type"],
        });
        expect(problems[0]?.message).toContain(`plans have no steps of the kind "${type}"; `);
      }
    },
  );

  it.each(kinds.filter((kind) => !["map", "loop", "sleep"].includes(kind)))(
    "[N66] %s is refused by its name in a typed plan, which is not read as the other dialect",
    (member) => {
      const tool = { tool: { toolName: "echo" } };
      for (const steps of [
        [{ [member]: { items: [1] } }],
        [tool, { [member]: {} }],
        [{ parallel: { steps: [{ [member]: {} }, tool] } }],
      ]) {
        const problems = problemsOf(read({ steps }));
        expect(problems).toHaveLength(1);
        expect(problems[0]?.message).toContain(`plans have no steps of the kind "${member}"; `);
        expect(problems[0]?.message).not.toContain("type");
      }
    },
  );

  it("[N66] is refused by its name among calls and beside the steps", () => {
    const call = { tool_name: "echo", arguments: {} };
    for (const [document, path] of [
      [{ type: "tool_calls", calls: [call, { map: { over: "$0.output.list" } }] }, "calls.1.map"],
      [{ type: "tool_calls", calls: [call, { type: "loop" }] }, "calls.1.type"],
      [{ steps: [{ tool: { toolName: "echo" } }], on_exit: { tool: {} } }, "on_exit"],
    ] as const) {
      const problems = problemsOf(read(document));
      expect(problems.map(({ path: place }) => place.join("."))).toEqual([`source.document.${path}`]);
      expect(problems[0]?.message).toContain("plans have no steps of the kind");
    }
  });

  it("[N66] hides nothing that is wrong with other steps", () => {
    const problems = problemsOf(
      read({
        steps: [
          { id: "a", type: "map" },
          { id: "b", type: "agent", agent: {} },
        ],
      }),
    );
    expect(problems.map(({ path }) => path.slice(3).join("."))).toEqual(["0.type", "1.agent.agent_id"]);
  });

  it("[N66] says which type was found where it is no kind at all", () => {
    const [problem] = problemsOf(read({ steps: [{ id: "a", type: "agnet" }] }));
    expect(problem?.message).toContain('expected type "agent" or "parallel", found "agnet"');
  });

  it("[N66] leaves tools, arguments and result keys of such names alone", () => {
    const agent = { agent_id: "echo", with: { value: { map: 1, loop: [{ type: "switch" }] } }, result_key: "map" };
    accepted(read({ steps: [{ id: "loop", type: "agent", agent }] }));
    accepted(
      read({
        steps: [{ tool: { stepId: "sleep", toolName: "echo", arguments: { value: { if: 1 } } } }],
        schedule: "DATAFLOW",
      }),
    );
  });

  it("[N67] reads a document whose only steps ask a person as a typed plan", () => {
    const reading = readDocument({ steps: [{ humanInput: { prompt: "Shall it go on?" } }] }, undefined, []);
    expect(reading).toMatchObject({ ok: true, draft: { dialect: "TYPED", steps: [{ callableName: "ask_person" }] } });
  });
});
