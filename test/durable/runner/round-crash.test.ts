import { describe, expect, it } from "vitest";
import { readRow } from "../../../src/durable/storage/journal-row.ts";
import type { ExecutionStarted } from "../../../src/execution/events/event.ts";
import { viewOf } from "../../../src/execution/views/view.ts";
import { succeeded } from "../../support/engine/attempt-results.ts";
import { EngineWorld } from "../../support/engine/engine-world.ts";
import { given } from "../../support/engine/given-response.ts";
import { type ModelAnswerTo, said, scripted, toolCalls } from "../../support/models/model-answers.ts";
import { withRounds } from "../../support/models/model-work.ts";
import { toldTo } from "../../support/models/one-line-prompts.ts";
import { callable } from "../../support/plan/callables.ts";

const offered = { callables: [callable("search", "READ_ONLY"), callable("write", "UNSAFE")] };

interface ToldPlanner {
  readonly corrections: readonly unknown[];
  readonly soFar?: { readonly plansLeft: number };
}

/** Plans that follow from what the planner is told, so that they are the same after a crash. The second is refused once. */
const answers: ModelAnswerTo = scripted({
  PLAN: ({ request }) => {
    const { corrections, soFar } = toldTo(request).told as unknown as ToldPlanner;
    if (soFar === undefined) return toolCalls("search", "write");
    if (soFar.plansLeft === 2 && corrections.length === 0) return toolCalls("reed");
    return soFar.plansLeft === 2 ? toolCalls("search") : toolCalls("write");
  },
  RESPOND: ({ request }) => said(`about ${JSON.stringify(toldTo(request).told)}`),
});

/** Answers with its arguments and its key, so that a call that is made twice is seen. */
function newWorld(rows?: EngineWorld["journal"]["rows"], singly = false): EngineWorld {
  const world = new EngineWorld(({ callable: { name } }) => succeeded({ name }), {
    ...(rows === undefined ? {} : { rows }),
    singly,
  });
  world.answerModel = answers;
  return world;
}

function shown(world: EngineWorld) {
  const { directResponse, plan, response, status, steps } = viewOf(
    world.state,
    (position) => world.journal.value(position),
    undefined,
  );
  return {
    status,
    plan,
    directResponse,
    response: response?.inline,
    rounds: world.state.furtherRounds.map(({ number, plan: made }) => [number, made]),
    steps: steps.map(({ callId, id, output, status: end }) => ({ id, end, callId, output: output?.inline })),
  };
}

const started: Partial<ExecutionStarted> = withRounds(3, { maxCorrections: 1 });

describe("a crash amid rounds", () => {
  it.each([false, true])(
    "[N370, E2, E3, E6] whatever row it follows, nothing that ended is called or asked again (each event by itself: %s)",
    async (singly) => {
      const undisturbed = newWorld(undefined, singly);
      await undisturbed.ask(started, answers, offered);
      expect(undisturbed.state.finished?.status).toBe("SUCCEEDED");
      expect(undisturbed.calls).toHaveLength(4);
      const { rows } = undisturbed.journal;
      for (let kept = 1; kept < rows.length; kept += 1) {
        const world = newWorld(rows.slice(0, kept), singly);
        const before = world.state;
        await world.drive();
        const unsafe = world.state.steps.all.some(({ outcome }) => outcome === "UNKNOWN");
        const ended = before.modelCalls.filter(({ end }) => end !== undefined).length;
        // A call of an unsafe tool that was on its way is not made again, and its step fails: the rounds that follow are others then.
        if (unsafe) {
          const keys = world.calls.map(({ callId }) => callId);
          expect(new Set(keys).size, `after row ${kept}`).toBe(keys.length);
          continue;
        }
        expect(shown(world), `after row ${kept}`).toEqual(shown(undisturbed));
        const finished = before.steps.all.filter(({ finishedAt }) => finishedAt !== undefined).length;
        expect(world.calls.length, `after row ${kept}`).toBe(undisturbed.calls.length - finished);
        // A refused plan whose refusal was not stored with it is asked for once more.
        const again = world.modelCalls.length - (undisturbed.modelCalls.length - ended);
        expect(again, `after row ${kept}`).toBeGreaterThanOrEqual(0);
        expect(again, `after row ${kept}`).toBeLessThanOrEqual(singly ? 1 : 0);
      }
    },
  );

  it("[N370] while a person is asked about a further plan: the question stands, and nothing is planned again", async () => {
    const asking = { ...started, approval: "PLAN" as const };
    const world = newWorld();
    await world.ask(asking, answers, offered);
    world.runner.respond(given("plan/1"));
    await world.drive();
    const planned = world.modelCalls.length;
    for (let n = 0; n < 3; n += 1) {
      world.crash();
      await world.drive();
    }
    expect(world.modelCalls).toHaveLength(planned);
    expect(world.state.planApproval).toMatchObject({ requestId: "plan/2" });
    world.runner.respond(given("plan/2"));
    await world.drive();
    world.runner.respond(given("plan/3"));
    await world.drive();
    expect(world.calls).toHaveLength(4);
    expect(world.state.finished?.status).toBe("SUCCEEDED");
  });

  it("[N370, E5] keys of a round are the same in every object that goes on with it, and no two rounds share one", async () => {
    const world = newWorld();
    await world.ask(started, answers, offered);
    const keys = world.calls.map(({ callId }) => callId);
    expect(new Set(keys).size).toBe(4);
    const again = newWorld();
    await again.ask(started, answers, offered);
    expect(again.calls.map(({ callId }) => callId)).toEqual(keys);
  });

  it("[N370, E2] code that knows no further plans parks the execution at the second one, and reads the first as before", async () => {
    const world = newWorld(undefined, true);
    await world.ask(started, answers, offered);
    const rows = world.journal.rows.filter(({ kind }) => kind === "PlanProposed");
    expect(rows.map(({ version }) => version)).toEqual([1, 2, 2]);
    expect(rows.map((row) => readRow(row).records[0]?.event)).toEqual(world.eventsOf("PlanProposed"));
  });
});
