/** The person of the crash tests, who answers whatever the inbox of the tenant lists, until it is answered, and then again with other data. */
import { untilAnswered, type Whereabouts, within } from "./patience.ts";
import { word } from "./ten-steps.ts";

export class Person {
  readonly #whereabouts: Whereabouts;
  readonly #seen = new Set<string>();
  /** Questions that were answered twice. */
  answered = 0;
  /** Second answers that were taken: none may be. */
  secondAnswersTaken = 0;

  constructor(whereabouts: Whereabouts) {
    this.#whereabouts = whereabouts;
  }

  /** Looks into the inbox once. Resolves when all that is in it has been answered twice. */
  async look(): Promise<void> {
    const { humanInputRequests } = await within(
      this.#whereabouts()?.ask<{ humanInputRequests: { nodes: readonly { id: string; stepId: string }[] } }>(
        "{ humanInputRequests(first: 100) { nodes { id stepId } } }",
      ),
    );
    const asked = humanInputRequests.nodes.filter(({ id, stepId }) => stepId === "ask" && !this.#seen.has(id));
    await Promise.all(asked.map(({ id }) => this.#answer(id)));
  }

  async #answer(id: string): Promise<void> {
    this.#seen.add(id);
    for (const given of [word, "z"]) {
      const errors = await untilAnswered(this.#whereabouts, (planwright) =>
        planwright.answer(id, { accept: { word: given } }),
      );
      if (given !== word && errors.length === 0) this.secondAnswersTaken += 1;
    }
    this.answered += 1;
  }
}
