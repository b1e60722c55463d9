/** Every line of the log: one JSON object, under a name that is known, that says whose it is and shows no value. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { observeRecords, transitionObserver } from "../../../src/durable/telemetry/telemetry.ts";
import { faultText } from "../../../src/json/fault-text.ts";
import { failed, succeeded } from "../../support/engine/attempt-results.ts";
import { EngineWorld } from "../../support/engine/engine-world.ts";
import { idOf } from "../../support/engine/started-event.ts";
import { argumentsOf, planOf, step } from "../../support/plan/plan-steps.ts";

/** All names that a line can have. Operators write alerts against them: one is never given another meaning. */
const knownNames = [
  ...[
    "a2a_error",
    "alarm_failed",
    "artifacts_not_removed",
    "audit_event_not_made",
    "audit_outcome_not_stored",
    "audit_webhook_suspended",
    "authenticate_failed",
    "auto_tool",
  ],
  ...[
    "budget_not_asked",
    "budget_not_told",
    "call_ignored",
    "cancel_failed",
    "chat_stream_failed",
    "connection_failed",
  ],
  ...["conversation_alarm_failed", "conversation_not_woken", "delivery_not_made", "delivery_not_stored"],
  ...[
    "depth_rejected",
    "drive_failed",
    "execution_not_reached",
    "execution_not_woken",
    "index_not_asked",
    "issuer_keys_unreadable",
    "mcp_error",
    "model_called",
  ],
  ...[
    "nesting_refused",
    "not_forgotten",
    "not_observed",
    "own_fault",
    "push_not_taken",
    "report_failed",
    "request_failed",
  ],
  ...["row_not_applied", "row_not_stored", "schedule_alarm_failed", "schedule_failed", "schedule_not_started"],
  ...["state_transition", "step_finished", "storage_full", "task_not_stopped", "tool_called"],
  ...["tokens_not_revoked", "turn_not_reserved", "webhook_not_made", "webhook_not_taken", "webhooks_given_up"],
];

const levels = ["debug", "info", "log", "warn", "error"] as const;
let lines: string[] = [];
beforeEach(() => {
  lines = [];
  for (const level of levels) vi.spyOn(console, level).mockImplementation((line: string) => void lines.push(line));
});
afterEach(() => vi.restoreAllMocks());

it("[O31, O22] all lines of a run are JSON, name the execution and its trace, and show no argument, output or word", async () => {
  const secret = "hunter2";
  const world = new EngineWorld(({ attempt, stepId }) => {
    if (stepId === "b") throw new Error("a fault of our own");
    return attempt === 1 ? failed("REJECTED") : succeeded({ token: secret });
  });
  observed(world);
  const given = argumentsOf({
    action: { kind: "literal", value: secret },
    key: { kind: "literal", value: secret },
  });
  const steps = [
    step("a", { arguments: given, policy: { maxAttempts: 2 } }),
    step("b", { after: ["a"], with: { key: secret } }),
  ];
  await world.run(planOf(steps));
  for (let n = 0; n < 8 && world.state.finished === undefined; n++) {
    await world.clock.advance(60_000);
    await world.drive();
  }
  expect(world.state.finished).not.toBeUndefined();
  const nested = new EngineWorld();
  observed(nested);
  await nested.run(planOf([step("c", { tool: "child_write" })]), { limits: { maxDepth: 0 } });
  expect(world.calls.length).toBeGreaterThanOrEqual(2);
  const read = lines.map((line) => JSON.parse(line));
  expect(new Set(read.map(({ log }) => log))).toEqual(
    new Set(["nesting_refused", "own_fault", "state_transition", "step_finished"]),
  );
  for (const line of read)
    expect(line).toMatchObject({ exec_id: "id of execution", trace_id: "0af7651916cd43dd8448eb211c80319c" });
  expect(lines.join("\n")).not.toContain(secret);
});

/** Has the world's transactions tell operators what those of an object tell. */
function observed(world: EngineWorld): void {
  let seen = 0;
  world.onPublished = (state) => {
    const records = world.published.slice(seen);
    observeRecords(records, state, { logLevel: "debug", meter: undefined, publicId: idOf });
    for (const move of records.flatMap(({ transitions }) => transitions))
      transitionObserver("debug")(move, state.pinned);
    seen = world.published.length;
  };
}

it("every line that the code can write is an object with one of the known names", () => {
  const named = new Set<string>();
  for (const file of sourceFiles("src")) {
    const text = readFileSync(file, "utf8");
    // Nothing but an object leaves for the console, and nothing but a known name stands for it.
    for (const [, argument] of text.matchAll(/console\.(?:debug|info|log|warn|error)\(\s*([^\n]*)/g))
      expect(argument, file).toMatch(/^(?:JSON\.stringify\(|line\()/);
    // What an exception says goes through the one function that knows what it may say.
    for (const [, words] of text.matchAll(/\blog: "[^}]*?\berror: (\w+)/g)) expect(words, file).toBe("faultText");
    for (const [, name] of text.matchAll(/\blog: "([^"]+)"/g)) named.add(name ?? "");
    for (const [, suffix] of text.matchAll(/\blog: `\$\{what\}([^`]+)`/g)) {
      for (const what of ["push", "webhook"]) named.add(`${what}${suffix}`);
    }
  }
  expect([...named].toSorted()).toEqual(knownNames.toSorted());
});

it("an exception is logged without the text that could not be read, and not without end", () => {
  const told = (task: () => unknown) => {
    try {
      return task();
    } catch (error) {
      return faultText(error);
    }
  };
  expect(told(() => JSON.parse("hunter2 is the password"))).toBe("SyntaxError: text that cannot be read");
  expect(faultText(new RangeError("x".repeat(5_000)))).toBe(`RangeError: ${"x".repeat(988)}`);
});

it("[E4] what cannot be reported to operators is a line, and never ends the run that it is about", async () => {
  const world = new EngineWorld();
  const meter = {
    count: () => {
      throw new Error("no dataset");
    },
  };
  world.onPublished = (state) => observeRecords(world.published, state, { logLevel: "info", meter, publicId: idOf });
  await world.run(planOf([step("a")]));
  expect(world.state.finished).not.toBeUndefined();
  const found = lines.map((line) => JSON.parse(line)).find(({ log }) => log === "not_observed");
  expect(found).toMatchObject({ exec_id: "id of execution", error: "Error: no dataset" });
});

function sourceFiles(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && !path.endsWith(".generated.ts"))
    .map((path) => join(folder, path));
}
