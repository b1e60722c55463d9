/** An execution that waits for the output of an agent that runs elsewhere, and the submission of that. */
import type { OutputSubmission, SubmissionResult } from "../../../src/execution/turns/turn-request.ts";
import type { TurnWork } from "../../../src/plan/turn-work.ts";
import { type AnswerTo, EngineWorld } from "../../support/engine/engine-world.ts";
import { settled } from "../../support/engine/manual-clock.ts";
import type { StartOptions } from "../../support/engine/started-event.ts";
import { elsewhere, planner, submission, workOf } from "../../support/plan/turn-work.ts";

export const wrong = { agent_message: "no plan" };

export const remoteWork = (more: Partial<TurnWork> = {}) =>
  workOf({ agents: [planner("ContextAgent", {}, elsewhere)], variables: [], handoffs: [], ...more });

export async function waiting(
  tool?: AnswerTo,
  work: TurnWork = remoteWork(),
  options: StartOptions = {},
): Promise<EngineWorld> {
  const chat = EngineWorld.withAgents({ After: ["Done."] }, tool);
  await chat.send(work, "Hello", options);
  return chat;
}

export async function submitted(chat: EngineWorld, more: Partial<OutputSubmission> = {}): Promise<SubmissionResult> {
  const answer = await chat.runner.submit(submission(more));
  await settled();
  return answer;
}
