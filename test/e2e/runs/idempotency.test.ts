/** Requests that come again: the same request finds its execution, whatever became of the tools; another one is a conflict. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { deployedWorld } from "../../support/deployed/deployed-world.ts";
import { eventually, tool } from "../../support/deployed/planwright.ts";

const served = deployedWorld({ isShared: true });
/** Gone after the tests: other files of the deployment call its tools by names that one server alone has. */
let staying: string;

beforeAll(async () => {
  staying = (await served.planwright.register("staying", served.tools.mcpUrl, true)).id;
});
afterAll(() => served.planwright.remove(staying));

const planOf = (...steps: readonly object[]) => ({ plan: { steps } });

describe("an idempotency key that was used before", () => {
  it("[E1] with another plan, also a wrong one, is a conflict that names the execution; nothing is called", async () => {
    const source = planOf(tool("a", "staying.read_note", { name: "x" }));
    const first = await served.worker.planwright.start({ source, options: { idempotencyKey: "used", waitMs: 25_000 } });
    for (const other of ["staying.set_note", "staying.nope"]) {
      const { execution, errors } = await served.worker.planwright.executePlan({
        source: planOf(tool("a", other, { name: "x", text: "y" })),
        options: { idempotencyKey: "used" },
      });
      expect(execution).toBeNull();
      expect(errors).toMatchObject([
        {
          ...{ __typename: "IdempotencyConflictError", executionId: first.id },
          path: ["input", "options", "idempotencyKey"],
        },
      ]);
    }
    expect(await served.toolCalls()).toHaveLength(1);
  });

  it("[E1] sent twice at once starts one execution", async () => {
    const input = {
      source: planOf(tool("a", "staying.append_note", { name: "twice", text: "once" })),
      options: { idempotencyKey: "twice", waitMs: 25_000 },
    };
    const answers = await Promise.all(Array.from({ length: 4 }, () => served.worker.planwright.executePlan(input)));
    expect(new Set(answers.map(({ execution }) => execution?.id)).size).toBe(1);
    expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(await served.tools.ledger(answers[0]?.execution?.requestId)).toHaveLength(1);
  });

  it("[E1] with the same plan gives the same execution after its tool was removed", async () => {
    const { id } = await served.worker.planwright.register("leaving", served.tools.mcpUrl, true);
    const source = planOf(tool("a", "leaving.read_note", { name: "x" }));
    const options = { idempotencyKey: "leaving" };
    const first = await served.worker.planwright.start({ source, options: { ...options, waitMs: 25_000 } });
    await served.worker.planwright.remove(id);
    await eventually(async () => {
      const { errors } = await served.worker.planwright.executePlan({ source });
      return errors[0]?.code === "UNKNOWN_CALLABLE";
    });
    const again = await served.worker.planwright.executePlan({ source, options });
    expect(again).toMatchObject({ replayed: true, errors: [], execution: { id: first.id, status: "SUCCEEDED" } });
    expect(await served.tools.ledger(first.requestId)).toHaveLength(1);
  });
});
