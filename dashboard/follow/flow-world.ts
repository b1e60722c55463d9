/** The facts about an execution for following a value of it: shapes alone. */
import type { SourceOfValue } from "../parts/source-words.ts";

/** Where a value in the arguments of a step came from, as `ValueSource` of the API has it. */
export interface FlowSource extends SourceOfValue {
  /** JSON Pointer in the arguments. */
  readonly target: string;
}

export interface FlowStep {
  readonly stepId: string;
  /** `TOOL`, `AGENT`, `WORKFLOW`, `HUMAN_INPUT`, `PARALLEL`, `MAP` or `LOOP`; a newer server may know others. */
  readonly kind: string;
  readonly status: string;
  /** Empty for a step that calls nothing. */
  readonly callableName: string;
  /** The possible effect of a repeated call. Null for a step that is no call. */
  readonly effectClass: string | null;
  /** The group, map or loop that it is in. Null at the top. */
  readonly groupId: string | null;
  /** The execution that it started. Null if it started none. */
  readonly childExecutionId: string | null;
  /**
   * The current declaration of the called tool about its output. Null for other steps, and where the tool is not registered or may not be
   * read.
   */
  readonly outputLabels: readonly string[] | null;
  /** Of a call, every value in its arguments. Of a map the list that it repeats over. */
  readonly sources: readonly FlowSource[];
}

export interface FlowWorld {
  readonly executionId: string;
  /** In the order of the plan, groups before their children. */
  readonly steps: ReadonlyMap<string, FlowStep>;
  readonly hasPrompt: boolean;
  /** The model that wrote the answer read every result before. False where there is no answer, or the plan has it. */
  readonly isAnswered: boolean;
  /** The answer stands in the plan itself. */
  readonly isAnsweredByPlan: boolean;
  /** Whether its output is that of a workflow or agent, which is made of the outputs of its steps. */
  readonly hasResult: boolean;
  /** Whether the arguments of the step in another execution are its input, value by value. */
  readonly isWorkflow: boolean;
  /** The step of another execution that started this one: its arguments are the input. Null where none did. */
  readonly parent: { readonly executionId: string; readonly stepId: string } | null;
}
