/**
 * Input to an execution from outside: answers of people, and output of agents that run elsewhere. It is judged by what is stored. Repeated
 * or late input is answered as such and changes nothing.
 */

import type { GivenResponse, RespondResult } from "../../execution/commands/start-request.ts";
import type { OutputSubmission, SubmissionResult } from "../../execution/turns/turn-request.ts";
import type { ExecutionView } from "../../execution/views/execution-view.ts";
import type { LoadedExecution } from "./loaded-execution.ts";

export interface OutsideInputPorts {
  readonly loaded: () => LoadedExecution;
  /** Arms the alarm for work that is put in flight (E6). */
  readonly awaitWork: () => void;
  /** Goes on with what was put in flight. */
  readonly drive: () => void;
  /** Of an execution that has begun. */
  readonly view: () => ExecutionView;
}

const notTaken =
  "Cannot take the output: required an execution whose events are kept and that can go on, found another";

export class OutsideInput {
  readonly #ports: OutsideInputPorts;

  constructor(ports: OutsideInputPorts) {
    this.#ports = ports;
  }

  respond(given: GivenResponse): RespondResult {
    const { awaitWork, drive, loaded, view } = this.#ports;
    const { parkedBy, reader, runner } = loaded();
    if (reader.status() === null) return { kind: "NOT_FOUND" };
    if (runner.state === null || parkedBy !== null) return this.#answeredBefore(given.requestId);
    awaitWork();
    const answer = runner.respond(given);
    drive();
    if (answer.kind === "NOT_FOUND" || answer.kind === "INVALID") return answer;
    return { kind: answer.kind, view: view() };
  }

  /** Rejects if the conversation, which has to say whether a key is free, cannot be reached. */
  async submit(submission: OutputSubmission): Promise<SubmissionResult> {
    const { awaitWork, drive, loaded } = this.#ports;
    const { parkedBy, reader, runner } = loaded();
    if (reader.status() === null) return { kind: "NOT_FOUND" };
    if (runner.state === null || parkedBy !== null) return { kind: "NOT_DUE", message: notTaken };
    if (runner.state.finished === null) awaitWork();
    const answer = await runner.submit(submission);
    drive();
    return answer;
  }

  /** What is said of a question whose execution takes no answers any more. */
  #answeredBefore(requestId: string): RespondResult {
    const view = this.#ports.view();
    const isExpired = view.humanInputs.some((asked) => asked.requestId === requestId && asked.status === "EXPIRED");
    return { kind: isExpired ? "EXPIRED" : "ALREADY_RESOLVED", view };
  }
}
