/** Where the arguments of a tool came from that the output of an agent started. */
import type { GraphQLResolveInfo } from "graphql";
import { expect, it } from "vitest";
import type { ExecutionView, StepView } from "../../../src/execution/views/execution-view.ts";
import type { Executions } from "../../../src/graph/base/ports.ts";
import { argumentSources } from "../../../src/graph/execution/argument-sources.ts";
import type { Json } from "../../../src/json/json.ts";

const nothingSelected = { fieldNodes: [] } as unknown as GraphQLResolveInfo;
const frame = (inline: Json) => ({ sequence: 1, slot: "output", bytes: 1, digest: null, inline }) as const;
const stepOf = (id: string, output: Json) => ({ id, output: frame(output) }) as unknown as StepView;

async function sources(given: Json, output: Json) {
  const tool = stepOf("turns/1/tool", null);
  const view = {
    execution: "e",
    steps: [stepOf("turns/1/agent", output), tool],
    turns: { turns: [{ number: 1, agentName: "ContextAgent" }] },
  } as unknown as ExecutionView;
  const found = await argumentSources(view, tool, frame(given), {} as Executions, nothingSelected, {});
  return found.map(({ source, target }) => [target, source]);
}

it("[T17] are the keys of the output that the call was made of, the very name before one in another case", async () => {
  expect(await sources({ topic: 1, Tone: 2 }, { topic: 1, TOPIC: 3, tone: 2, TONE: 4 })).toEqual([
    ["/topic", "/topic"],
    ["/Tone", "/tone"],
  ]);
});

it("[R29] tell nothing of the context, which the runtime gives, nor of what no key gave", async () => {
  expect(await sources({ context_variables: {}, other: 1 }, { context_variables: {}, topic: 1 })).toEqual([]);
});
