/**
 * Conditions and durations as Solace Agent Mesh itself evaluated them in its own tests. `WORKFLOW_DEFINITIONS` names the folder that has the
 * recording, `unit_vectors.json`. It is no part of this project, so without the folder there is nothing to compare.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { durationMs } from "../../../src/catalog/agent-mesh/mesh-duration.ts";
import type { Json } from "../../../src/json/json.ts";
import { meshOutcome } from "../../support/plan/mesh-condition.ts";

const file = join(process.env.WORKFLOW_DEFINITIONS ?? "", "unit_vectors.json");
const exists = process.env.WORKFLOW_DEFINITIONS !== undefined && existsSync(file);

interface Vectors {
  readonly expression: readonly { readonly expr: string; readonly result?: Json; readonly error?: string }[];
  readonly condition: readonly {
    readonly condition: string;
    readonly node_outputs: { readonly [node: string]: { readonly output?: Json } };
    readonly result?: boolean;
    readonly error?: string;
  }[];
  readonly duration: readonly { readonly in: string | number; readonly result?: number }[];
}

describe.skipIf(!exists)("the recordings of Agent Mesh", () => {
  const vectors = exists
    ? (JSON.parse(readFileSync(file, "utf8")) as Vectors)
    : { expression: [], condition: [], duration: [] };

  it("have the same constants true, and the same refused", () => {
    for (const { error, expr, result } of vectors.expression) {
      const outcome = meshOutcome(expr, {});
      if (error === undefined) expect(outcome, expr).toBe(Boolean(result));
      else expect(outcome, expr).toHaveProperty("refused");
    }
    expect(vectors.expression.length).toBeGreaterThan(100);
  });

  it("have the same conditions true; one that fails there is false here, or refused", () => {
    for (const { condition, error, node_outputs, result } of vectors.condition) {
      // How a workflow ended is asked at its exits alone, over an execution.
      if (condition.includes("workflow.status") || condition.includes("workflow.error")) continue;
      const outputs = Object.fromEntries(
        Object.entries(node_outputs).map(([node, { output }]) => [node, output ?? null]),
      );
      const outcome = meshOutcome(condition.replaceAll("{{item.output", "{{item"), outputs);
      if (error === undefined) expect(outcome, condition).toBe(result);
      else expect(outcome === false || typeof outcome === "object", condition).toBe(true);
    }
    expect(vectors.condition.length).toBeGreaterThan(20);
  });

  it("have the same durations", () => {
    for (const { in: text, result } of vectors.duration)
      expect(durationMs(text), JSON.stringify(text)).toBe(result === undefined ? undefined : result * 1_000);
  });
});
