/**
 * Conversations of the kill tests: an agent that runs elsewhere submits its output, which starts a tool that must not be called twice. One
 * conversation for each place stops there, at the beginning or the end of a transaction: between the message, the reservation of the turn,
 * the submission, the call and its result.
 */
import { keeper } from "../../support/catalog/keeper-manifest.ts";
import { eventually, type Planwright } from "../../support/deployed/planwright.ts";
import { type KillPlace, placesOf } from "./kill-places.ts";

/** What such an execution leaves in its journal. */
export const turnRows = [
  "EXECUTION_STARTED",
  "MESSAGE_ADDED",
  "TURN_STARTED turns/1/agent",
  "STEP_WAITING turns/1/agent",
  "OUTPUT_SUBMITTED turns/1/agent",
  "STRUCTURED_OUTPUT_CHECKED turns/1/agent",
  "STEP_FINISHED turns/1/agent",
  "STEP_STARTED turns/1/tool",
  "STEP_FINISHED turns/1/tool",
  "EXECUTION_FINISHED",
] as const;

export interface TurnPlace extends KillPlace {
  /** Label of the place, chat and note. */
  readonly chatId: string;
}

/** An execution that was lost before its first row stops there again, because its conversation starts it again with its label. */
export const turnPlaces: readonly TurnPlace[] = placesOf(turnRows, [2, 2, 4, 2])
  .map((place) => ({ ...place, chatId: `turn ${place.moment}:${place.row}` }))
  .slice(1);

/** Whether the output was submitted before the process was killed. */
const wasSubmitted = ({ row }: TurnPlace): boolean => row >= 5;

export async function applyKeeper(planwright: Planwright): Promise<void> {
  const input = { name: "Keeper", manifest: keeper, functions: { append_note: "example.append_note" } };
  const { applyManifest } = await planwright.ask<{ applyManifest: { errors: readonly unknown[] } }>(
    "mutation ($input: ApplyManifestInput!) { applyManifest(input: $input) { errors { message path } } }",
    { input },
  );
  if (applyManifest.errors.length > 0) throw new Error(`Cannot apply it: ${JSON.stringify(applyManifest.errors)}`);
}

export interface TurnSeen {
  readonly id: string;
  readonly status: string;
  readonly requestId: string;
  readonly rows: readonly string[];
  /** Null before the turn has one. */
  readonly turnKey: string | null;
  readonly tool: { readonly outcome: string | null; readonly failure: { readonly code: string } | null } | null;
}

/** The execution of the conversation of a place; null if there is none yet. */
export async function turnAt(planwright: Planwright, { chatId }: Pick<TurnPlace, "chatId">): Promise<TurnSeen | null> {
  interface Found {
    readonly id: string;
    readonly status: string;
    readonly requestId: string;
    readonly steps: readonly {
      readonly stepId: string;
      readonly outcome?: string;
      readonly failure: { code: string };
    }[];
    readonly turns: readonly { readonly key: string }[];
    readonly events: { readonly nodes: readonly { readonly type: string; readonly stepId: string | null }[] };
  }
  const { conversation } = await planwright.ask<{
    conversation: { messages: { nodes: readonly { execution: Found | null }[] } } | null;
  }>(
    `query ($chatId: String!) { conversation(by: { chatId: $chatId }) { messages(first: 1) { nodes { execution {
      id status requestId turns { key } steps { stepId failure { code } ... on ToolStep { outcome } }
      events(first: 50) { nodes { type stepId } }
    } } } } }`,
    { chatId },
  );
  const found = conversation?.messages.nodes[0]?.execution ?? null;
  if (found === null) return null;
  const { events, id, requestId, status, steps, turns } = found;
  const rows = events.nodes.map(({ stepId, type }) => (stepId === null ? type : `${type} ${stepId}`));
  const tool = steps.find(({ stepId }) => stepId === "turns/1/tool");
  return {
    ...{ id, requestId, rows, status, turnKey: turns[0]?.key ?? null },
    tool: tool === undefined ? null : { failure: tool.failure, outcome: tool.outcome ?? null },
  };
}

/** Submits the output of the turn. Null if it was not answered. */
export async function submitTurn(planwright: Planwright, place: Pick<TurnPlace, "chatId">) {
  const { id = "", turnKey = "" } = (await turnAt(planwright, place)) ?? {};
  const input = {
    ...{
      executionId: id,
      agentName: "Reporter",
      modelName: "NoteCall",
      autoToolMode: true,
      turnIdempotencyKey: turnKey,
    },
    structuredData: { name: place.chatId.replace(" ", "-").replace(":", "-"), text: "x" },
  };
  const { data } = await planwright.send<{
    submitStructuredOutput: { duplicate: boolean; accepted: boolean; errors: readonly unknown[] } | null;
  }>(
    `mutation ($input: SubmitStructuredOutputInput!) {
      submitStructuredOutput(input: $input) { duplicate accepted errors { code message } }
    }`,
    { input },
  );
  return data?.submitStructuredOutput ?? null;
}

/** Begins the conversation that stops at a place, and submits the output where that is reached before. */
export async function turnToStop(planwright: Planwright, place: TurnPlace): Promise<void> {
  const { chatId, moment, row } = place;
  const input = {
    conversation: { start: { manifest: "Keeper", chatId } },
    text: "Keep it",
    options: { idempotencyKey: chatId, labels: [{ key: "stopAt", value: `${moment}:${row}` }] },
  };
  await planwright.send("mutation ($input: SendMessageInput!) { sendMessage(input: $input) { errors { message } } }", {
    input,
  });
  if (!wasSubmitted(place)) return;
  await eventually(async () => (await turnAt(planwright, place))?.turnKey != null);
  // Where the execution stops in the turn of the submission, that is not answered.
  await submitTurn(planwright, place);
}
