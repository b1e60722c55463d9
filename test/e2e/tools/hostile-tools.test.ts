/**
 * Tools that hang, cut the connection, answer garbage or far too much, or refuse for a while: the step ends with a typed failure
 * and the outcome that is really known (E7), what other steps brought is kept. The server is registered twice: as trusted, so
 * that the tool is READ_ONLY, and as one that nobody believes, so that it is UNSAFE.
 */
import { describe, expect, it } from "vitest";
import { deployedWorld } from "../../support/deployed/deployed-world.ts";
import { type ExecutionSeen, tool } from "../../support/deployed/planwright.ts";

const served = deployedWorld({ servers: { trusted: true, stranger: false } });

/** An attempt that hangs ends with its time, in which one that does not is long answered. */
const timeoutMs = 2_000;

/** A read, the flaky call as `server` offers it, and a write that the flaky call comes before. */
function run(
  server: "trusted" | "stranger",
  args: { readonly mode: string; readonly times?: number },
  more: object = {},
): Promise<ExecutionSeen> {
  const policy = { initialBackoffMs: 1, ...(args.mode === "HANG" && { timeoutMs }), ...more };
  const steps = [
    tool("before", "trusted.set_note", { name: "n", text: "kept" }),
    tool("flaky", `${server}.flaky`, args, { policy }),
    tool("after", "trusted.set_note", { name: "n", text: "more" }),
  ];
  const options = { waitMs: 25_000, schedule: "SEQUENTIAL" };
  return served.worker.planwright.start({ source: { plan: { steps } }, options });
}

async function flakyCalls({ requestId }: ExecutionSeen) {
  return (await served.tools.ledger(requestId)).filter((call) => call.tool === "flaky");
}

describe("an unsafe tool", () => {
  it.each([
    ["hangs", "HANG", "STEP_TIMEOUT"],
    ["cuts the connection", "RESET", "UPSTREAM_UNAVAILABLE"],
    ["answers garbage", "MALFORMED", "PROTOCOL"],
    ["answers another request", "WRONG_ID", "PROTOCOL"],
    ["answers far too much", "OVERSIZE", "LIMIT_EXCEEDED"],
  ])(
    "[E7, P6] that %s is called once, its outcome is unknown, and the plan halts with what it has",
    async (_, mode, cause) => {
      const execution = await run("stranger", { mode });
      expect(execution.status).toBe("PARTIAL");
      expect(execution.steps).toMatchObject([
        { stepId: "before", status: "SUCCEEDED", output: { value: { name: "n", text: "kept" } } },
        {
          status: "FAILED",
          outcome: "UNKNOWN",
          failure: { code: "OUTCOME_UNKNOWN", details: { cause } },
          output: null,
        },
        { stepId: "after", status: "SKIPPED" },
      ]);
      expect(await flakyCalls(execution)).toHaveLength(1);
    },
  );

  it("[E7] that refuses is known not to have done anything, and may be called again as the policy says", async () => {
    const refused = await run("stranger", { mode: "UNAVAILABLE" });
    const rejection = { outcome: "REJECTED", failure: { code: "UPSTREAM_UNAVAILABLE" } };
    expect(refused.steps[1]).toMatchObject({ status: "FAILED", ...rejection });
    const again = await run("stranger", { mode: "UNAVAILABLE", times: 1 }, { maxAttempts: 2 });
    expect(again.status).toBe("SUCCEEDED");
    expect(await flakyCalls(again)).toHaveLength(2);
  });

  it("[C6] that fails where the plan may go on leaves the rest to run", async () => {
    const execution = await run("stranger", { mode: "MALFORMED" }, { continueOnFailure: true });
    expect(execution.steps.map(({ status }) => status)).toEqual(["SUCCEEDED", "FAILED", "SUCCEEDED"]);
    expect(execution.status).toBe("PARTIAL");
  });
});

describe("a tool that only reads", () => {
  it.each(["HANG", "RESET", "MALFORMED", "WRONG_ID"])(
    "[E5, E7] and fails once by %s is called again with the same key",
    async (mode) => {
      const execution = await run("trusted", { mode, times: 1 });
      expect(execution.status).toBe("SUCCEEDED");
      const sent = await flakyCalls(execution);
      expect(sent.map(({ completed }) => completed)).toEqual([false, true]);
      expect(new Set(sent.map(({ key }) => key))).toEqual(new Set([execution.steps[1]?.callId]));
    },
  );

  it("[E7] and never answers well is called three times more at most; the failure says how it failed", async () => {
    const execution = await run("trusted", { mode: "MALFORMED" });
    expect(execution.steps[1]).toMatchObject({ status: "FAILED", outcome: "UNKNOWN", failure: { code: "PROTOCOL" } });
    expect(await flakyCalls(execution)).toHaveLength(4);
  });

  it("[E7] and asks for a pause is called again after it, not before", async () => {
    const execution = await run("trusted", { mode: "RATE_LIMITED", times: 1 }, { maxAttempts: 2 });
    expect(execution.status).toBe("SUCCEEDED");
    const [refused, answered] = await flakyCalls(execution);
    expect((answered?.at ?? 0) - (refused?.at ?? 0)).toBeGreaterThanOrEqual(1_000);
  });

  it("[E7] and refuses is called no more often than the policy allows", async () => {
    const execution = await run("trusted", { mode: "UNAVAILABLE" }, { maxAttempts: 3 });
    expect(execution.steps[1]).toMatchObject({ outcome: "REJECTED", failure: { code: "UPSTREAM_UNAVAILABLE" } });
    expect(await flakyCalls(execution)).toHaveLength(3);
  });
});
