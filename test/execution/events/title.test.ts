import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { auditText, maxAuditCharacters } from "../../../src/audit/audit-entry.ts";
import { lineOf, maxTitle, titleOf } from "../../../src/execution/events/title.ts";
import type { PlanStep } from "../../../src/plan/plan.ts";
import { processorMs } from "../../support/engine/processor-time.ts";
import { argumentsOf, from, group, planOf, step } from "../../support/plan/plan-steps.ts";

const nothing = { callable: null, message: null, plan: null };
const plan = planOf([
  step("a", { tool: "search" }),
  group("g", [step("g.a", { tool: "write" }), step("g.b", { tool: "search" })]),
]);

describe("the title of an execution", () => {
  it("is what was asked in words, before the names of what a plan calls, each once", () => {
    expect(titleOf({ ...nothing, message: "Write about rivers", plan })).toBe("Write about rivers");
    expect(titleOf({ ...nothing, message: " \n\t ", plan })).toBe("search ×2, write");
    expect(titleOf({ ...nothing, plan })).toBe("search ×2, write");
    expect(titleOf(nothing)).toBe("");
  });

  it("[N600] is the one that was given with the request, as one line without marks of direction", () => {
    const asked = { ...nothing, message: "Write about rivers", plan };
    expect(titleOf({ ...asked, givenTitle: "Nightly\n\u202eimport" })).toBe("Nightly import");
    expect(titleOf({ ...asked, givenTitle: "\u200b" })).toBe("Write about rivers");
    expect(titleOf({ ...asked, callable: { kind: "WORKFLOW", name: "invoice" }, givenTitle: "March" })).toBe("March");
  });

  it("is the name of the workflow or agent that is run, and never that of orchestration", () => {
    const asked = { ...nothing, message: "Write about rivers", plan };
    expect(titleOf({ ...asked, callable: { kind: "AGENT", name: "writer" } })).toBe("writer");
    expect(titleOf({ ...asked, callable: { kind: "WORKFLOW", name: "invoice" } })).toBe("invoice");
    const callable = { kind: "ORCHESTRATION", name: "cp__agent_orchestrate" } as const;
    expect(titleOf({ ...asked, callable })).toBe("Write about rivers");
    expect(titleOf({ ...nothing, callable, plan })).toBe("search ×2, write");
  });

  it("[N809] has never half of a character, nor has any other text that is cut", () => {
    const topic = `${"a".repeat(58)}\u{1f30d}\u{1f30d}`;
    const title = titleOf({ ...nothing, plan: planOf([step("a", { tool: "research", with: { topic } })]) });
    expect(title).toBe(`research “${"a".repeat(58)}…”`);
    const cut = auditText(`${"a".repeat(maxAuditCharacters - 2)}\u{1f30d}\u{1f30d}`);
    expect(cut).toBe(`${"a".repeat(maxAuditCharacters - 2)}…`);
  });

  it("[N654] names what a plan is about by the words that it hands on itself, with what it calls, and nothing that it hides", () => {
    const named = (...steps: readonly PlanStep[]) => titleOf({ ...nothing, plan: planOf(steps) });
    const research = step("a", { tool: "research", with: { skill_id: "x", topic: "AI\n trends" } });
    const write = step("b", { tool: "write" });
    expect(named(research, write)).toBe("research “AI trends”, write");
    expect(named(write, research)).toBe("write, research “AI trends”");
    const delta = argumentsOf({ title: { kind: "literal", value: "Q3" }, name: { kind: "literal", value: "x" } });
    const others = ["c", "d", "e"].map((id) => step(id, { tool: id }));
    expect(named(...others, step("f", { tool: "publish", arguments: delta }))).toBe("c, publish “Q3” and 2 more");
    expect(named(...others, write)).toBe("c, d and 2 more");
    expect(named(group("g", [research]))).toBe("research “AI trends”");
    // What comes from elsewhere, what may be secret, and what is no text, is not told.
    for (const with_ of [
      { password: "hunter2", api_key: "k", text: "letter" },
      { topic: 7 },
      { topic: " \n " },
      { topic: ["a"] },
    ])
      expect(named(step("a", { tool: "research", with: with_ }))).toBe("research");
    expect(named(step("a", { tool: "research", arguments: argumentsOf({ topic: from("b", "x") }) }), write)).toBe(
      "research, write",
    );
    expect(named(step("a", { tool: "research", arguments: from("b", "x") }), write)).toBe("research, write");
    expect(named(step("a", { tool: "research", with: { topic: `\u202e${"long ".repeat(100_000)}` } }))).toMatch(
      /^research “(?:long ){11}lon…”$/,
    );
    expect(named(...Array.from({ length: 1_000 }, (_, at) => step(`s${at}`, { tool: "slow" })))).toBe("slow ×1000");
  });

  it("is one line, whatever breaks lines, and has nothing that turns its direction", () => {
    expect(lineOf("  a\r\n\r\nb\u0085c\u2028d\u2029e\u0000f\u001b[31mg\u00a0h\tz ")).toBe("a b c d e f [31mg h z");
    expect(lineOf("pay \u202e\u2066001\u2069\u202c$ \u200e\u200f\u061cnow")).toBe("pay 001$ now");
  });

  it("is none of what nobody can see, so that the names of what is called stand for it", () => {
    const unseen = "\u200b\u2060\ufeff\u00ad \u{E0041}\u3164";
    expect(lineOf(unseen)).toBe("");
    expect(titleOf({ ...nothing, message: unseen, plan })).toBe("search ×2, write");
    expect(lineOf("👩\u200d💻")).toBe("👩\u200d💻");
  });

  it("is cut where it is too long, never within a character that is made of two", () => {
    const whole = "x".repeat(maxTitle);
    expect(lineOf(whole)).toBe(whole);
    expect(lineOf(`${whole}y`)).toBe(`${"x".repeat(maxTitle - 1)}…`);
    const cut = `${"x".repeat(maxTitle - 2)}😀😀`;
    expect(lineOf(cut)).toBe(`${"x".repeat(maxTitle - 2)}…`);
  });

  it("holds for any text: short, well-formed, without blanks at its ends, and its own title", () => {
    const piece = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom("\ud83d", "\ude00", "\u202e", "\n", "😀".repeat(99)),
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const line = lineOf(pieces.join(""));
        expect(line.length).toBeLessThanOrEqual(maxTitle);
        expect(line.isWellFormed()).toBe(true);
        expect(line).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u);
        expect(lineOf(line)).toBe(line);
      }),
    );
  });

  it("is made of a message of a megabyte without a stall", () => {
    const started = processorMs();
    expect(lineOf(`${" \n".repeat(500_000)}asked`)).toBe("asked");
    expect(lineOf("a \u202e".repeat(300_000))).toHaveLength(maxTitle);
    expect(processorMs() - started).toBeLessThan(2_000);
  });
});
