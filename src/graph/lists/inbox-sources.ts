/**
 * Items of the inbox as sources: as the index keeps them or, if a request selects more than that, from their executions, each read once
 * for all of its items.
 */
import type { GraphQLResolveInfo } from "graphql";
import type { ExecutionView } from "../../execution/views/execution-view.ts";
import type { InboxItem } from "../../execution/views/inbox.ts";
import { maxListedPrompt } from "../../execution/views/inbox-summary.ts";
import type { GraphContext } from "../base/graph-context.ts";
import type { HumanInputRequestResolvers } from "../base/resolvers.generated.ts";
import type { Maybe } from "../base/schema.generated.ts";
import { selectedFields, selectsDocuments } from "../base/selected-fields.ts";
import type { HumanInputSource } from "../base/sources.ts";
import { inParallel } from "./listed-executions.ts";

/** Executions that are read at a time for one page. */
const MAX_READS = 10;

/** Fields that the index answers, so that a page of the inbox that selects no others reads no execution. */
export const inboxFields: ReadonlySet<string> = new Set<keyof HumanInputRequestResolvers | "__typename">([
  "__typename",
  "id",
  "kind",
  "status",
  "purpose",
  "prompt",
  "callableName",
  "ui",
  "respondedBy",
  "createdAt",
  "expiresAt",
  "resolvedAt",
  "stepId",
  "onExpiry",
  "onDecline",
  "addressees",
  "fourEyes",
  "refusal",
]);

/** The facts that a request needs of each listed question. */
export interface InboxNeeds {
  readonly isListEnough: boolean;
  readonly withPrompt: boolean;
  readonly withValues: boolean;
}

/** Follows the selection at each of `paths` below the field that is being resolved. */
export function inboxNeeds(info: GraphQLResolveInfo, paths: readonly (readonly string[])[]): InboxNeeds {
  const selected = paths.flatMap((path) => [...selectedFields(info, path)]);
  return {
    isListEnough: selected.every((field) => inboxFields.has(field)),
    withPrompt: selected.includes("prompt"),
    withValues: selectsDocuments(info),
  };
}

/** A source for each of `items`, in their order. Undefined for one whose execution was removed since it was listed. */
export async function inboxSources(
  items: readonly InboxItem[],
  needs: InboxNeeds,
  { clients }: GraphContext,
): Promise<readonly (HumanInputSource | undefined)[]> {
  const names = [...new Set(items.filter((item) => !isEnough(item, needs)).map(({ execution }) => execution))];
  const views = await inParallel(names, MAX_READS, (name) => clients.executions.read(name, needs.withValues));
  const viewOf = new Map(names.map((name, place) => [name, views[place]]));
  return items.map((item) => {
    return !viewOf.has(item.execution)
      ? { execution: item.execution, listed: item }
      : asked(item, viewOf.get(item.execution));
  });
}

/** A prompt that fills its place may continue. */
function isEnough({ prompt }: InboxItem, { isListEnough, withPrompt }: InboxNeeds): boolean {
  return isListEnough && !(withPrompt && prompt.length >= maxListedPrompt);
}

function asked({ execution, requestId }: InboxItem, view: Maybe<ExecutionView>): HumanInputSource | undefined {
  const request = view?.humanInputs.find((candidate) => candidate.requestId === requestId);
  return view == null || request === undefined ? undefined : { execution, request, view };
}
