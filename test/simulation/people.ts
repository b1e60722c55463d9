/**
 * The people of a family: each question is answered as the script says, and again the other way round, at once and later, which must not
 * count (E8). The second answer goes to whoever lives then, which may be another object than took the first.
 */
import { deepStrictEqual, ok } from "node:assert/strict";
import type { HumanInputState } from "../../src/execution/state/step-state.ts";
import { given } from "../support/engine/given-response.ts";
import { attempted } from "../support/engine/not-stored.ts";
import type { Member } from "./member.ts";
import type { Mutant } from "./mutants.ts";
import { type PersonsMind, personAnswers } from "./script.ts";

export interface PeopleParts {
  readonly seed: number;
  readonly trace: (line: string) => void;
  readonly mutant: Mutant | null;
}

interface Asked {
  readonly question: HumanInputState;
  readonly mind: PersonsMind;
}

export class People {
  readonly #parts: PeopleParts;

  constructor(parts: PeopleParts) {
    this.#parts = parts;
  }

  /** A person answers one question of `member`, and once more. Returns whether one was open that somebody means to answer. */
  respond(member: Member): boolean {
    const open = this.openQuestion(member);
    if (open === null) {
      this.#respondLate(member);
      return false;
    }
    const { mind, question } = open;
    const isAccepted = mind === "ACCEPT";
    this.#parts.trace(`${question.requestId} of ${member.nick} is ${isAccepted ? "accepted" : "declined"}`);
    const { runner } = member.world;
    attempted(() => {
      const { kind } = answer(member, question, this.#parts.mutant === "LAST_ANSWER_COUNTS" ? !isAccepted : isAccepted);
      deepStrictEqual(kind, "RESOLVED", `the first answer to ${question.requestId} is ${kind}`);
      const isStored = isResolved(member, question);
      ok(isStored || runner !== member.world.runner, `the answer to ${question.requestId} is not stored`);
      // What a lost object took without a row is asked for still.
      if (isStored) this.#respondAgain(member, question, !isAccepted);
    });
    member.drive();
    return true;
  }

  /** The first open question that somebody means to answer. */
  openQuestion(member: Member): Asked | null {
    const { state } = member.world.runner;
    if (state === undefined || state.finished !== undefined || state.cancelRequested !== undefined) return null;
    for (const { questions, step } of questionsOf(member)) {
      const question = questions.at(-1);
      if (question === undefined || question.resolution !== undefined) continue;
      const mind = personAnswers(this.#parts.seed, member.name, step, questions.length);
      if (mind !== "SILENCE") return { question, mind };
    }
    return null;
  }

  /** Whatever was asked of `member` and is closed is answered the other way round. */
  #respondLate(member: Member): void {
    for (const question of questionsOf(member).flatMap(({ questions }) => questions))
      if (question.resolution !== undefined)
        attempted(() => this.#respondAgain(member, question, question.resolution !== "ACCEPTED"));
  }

  #respondAgain(member: Member, question: HumanInputState, isAccepted: boolean): void {
    const { kind } = answer(member, question, isAccepted);
    ok(kind !== "RESOLVED", `a second answer to ${question.requestId} counts`);
  }
}

function answer({ world }: Member, { requestId, responseSchema }: HumanInputState, isAccepted: boolean) {
  const response = isAccepted && responseSchema !== undefined ? { maybe: 1 } : null;
  return world.runner.respond(given(requestId, isAccepted, "someone", null, response));
}

/** Whether the rows hold an answer. */
function isResolved(member: Member, { requestId }: HumanInputState): boolean {
  const questions = questionsOf(member).flatMap((of) => of.questions);
  return questions.some((known) => known.requestId === requestId && known.resolution !== undefined);
}

/** Everything that was asked, by the step that it was asked for; null for the plan. */
function questionsOf(member: Member): readonly {
  readonly step: string | null;
  readonly questions: readonly HumanInputState[];
}[] {
  const { state } = member.world.runner;
  if (state === undefined) return [];
  const { pinned, planApproval, steps } = state;
  return [
    { step: null, questions: planApproval === undefined ? [] : [planApproval] },
    ...pinned.graph.nodes.map(({ ordinal, step: { id } }) => ({
      step: id,
      questions: steps.get(ordinal)?.questions ?? [],
    })),
  ];
}
