/** `planwright tail ID`: the events of an execution, from its first to its end, whenever it began. */
import { type TargetOptions, targetOf } from "../base/config.ts";
import { Deployment } from "../base/deployment.ts";
import { executionId } from "../base/execution-id.ts";
import type { ExitCode } from "../base/exit-code.ts";
import type { Surroundings } from "../base/surroundings.ts";
import { watch } from "../base/watch.ts";

export interface TailOptions extends TargetOptions {
  readonly json?: boolean;
}

export async function tail(words: string, options: TailOptions, surroundings: Surroundings): Promise<ExitCode> {
  const deployment = new Deployment(targetOf(options, surroundings), surroundings);
  const id = await executionId(words, deployment);
  return watch(deployment, id, { json: options.json ?? false, events: surroundings.out }, surroundings);
}
