/**
 * The client of executions for one caller. An execution that the caller may not see gets the answer for an unknown name, on every surface.
 * An execution that the caller just started, cancelled or answered is shown with that answer, also without permission to read others.
 */
import { type Accessor, type Action, type Audience, audienceOf, mayAccess, reachOf } from "../../access/audience.ts";
import { givenConfinement } from "../../access/given-visibility.ts";
import { isWithinGrant, mayActAsOthers, type Place } from "../../access/grant.ts";
import type { ExecutionClient } from "../../execution/client/execution-client.ts";
import type {
  CancelResult,
  GivenResponse,
  RespondResult,
  StartRequest,
} from "../../execution/commands/start-request.ts";
import type { EventPage, ExecutionView } from "../../execution/views/execution-view.ts";
import { notFollowed } from "../base/request-error.ts";
import type { KnownAudiences } from "./known-audiences.ts";
import { notWithGrant } from "./not-with-grant.ts";

/** The facts of the request that a guard needs. */
export interface AccessPorts {
  readonly caller: Accessor;
  /** Of executions whose request does not say. */
  readonly defaultVisibility: "OWN" | "TENANT";
  /** Whether subjects are kept from approving executions that they started. */
  readonly fourEyes: boolean;
  readonly known: KnownAudiences;
  readonly now: () => number;
}

/** Executions that one request or connection was handed; of more, the first are asked for again. */
const maxHanded = 1_000;

const noPage: EventPage = { after: 0, events: [], cursor: 0, caughtUp: true, gap: null, status: "PENDING" };

/** Only whether the caller may. */
export interface ExecutionGuard {
  /** Whether the caller may do `action` with it. Of an unknown one, such as a deleted one, nobody may who does not reach all. */
  may(execution: string, action: Action): Promise<boolean>;
}

/** The same client, for `caller` alone, and the facts by which it decides. */
export function visibleExecutions(
  executions: ExecutionClient,
  ports: AccessPorts,
): { readonly executions: ExecutionClient; readonly guard: ExecutionGuard } {
  const { caller, known, now } = ports;
  const handed = new Set<string>();
  const hear = (view: ExecutionView): Audience => {
    const audience = audienceOfExecution(view);
    known.set(view.execution, audience, now());
    return audience;
  };
  /** The caller is shown it with an answer that it was permitted. */
  const hand = (view: ExecutionView) => {
    hear(view);
    handed.add(view.execution);
    const [first] = handed;
    if (first !== undefined && handed.size > maxHanded) handed.delete(first);
  };
  /** An unknown name is answered as such by the object, unless `ofUnknown` is false. */
  const may = async (execution: string, action: Action, ofUnknown = true): Promise<boolean> => {
    if (reachOf(caller, action) === "ALL" || (action === "READ" && handed.has(execution))) return true;
    const audience = await audienceFor(execution);
    return audience === undefined ? ofUnknown : mayAccess(caller, await placed(audience), action);
  };
  const audienceFor = async (execution: string): Promise<Audience | undefined> => {
    const heard = known.get(execution, now());
    if (heard !== undefined) return heard;
    const view = await executions.read(execution, false);
    return view === null ? undefined : hear(view);
  };
  /**
   * With what the caller's grant depends on: only the first of those that started one another says to which conversation they belong, and
   * each says only which one started it.
   */
  const placed = async (audience: Audience): Promise<Audience> => {
    const { grant } = caller;
    const { place } = audience;
    const isBelow = place?.root !== undefined && place.root !== place.execution;
    if (grant === undefined || place === undefined || !isBelow || isWithinGrant(grant, place)) return audience;
    if (grant.thing.kind === "EXECUTION") return { ...audience, place: { ...place, above: await namesAbove(place) } };
    const conversation = (await audienceFor(place.root))?.place?.conversation;
    return conversation === undefined ? audience : { ...audience, place: { ...place, conversation } };
  };
  /** Those above the parent, up to the top or to one that does not exist any more. */
  const namesAbove = async ({ parent, root }: Place): Promise<readonly string[]> => {
    const names: string[] = [];
    for (let name = parent; name !== undefined && name !== root && !names.includes(name); ) {
      names.push(name);
      name = (await audienceFor(name))?.place?.parent;
    }
    return names;
  };
  const handedOf = <Result extends object>(result: Result): Result => {
    if ("view" in result) hand(result.view as ExecutionView);
    return result;
  };
  /** Shown to who gave the answer, now or before, and not to who only tried to. */
  const answered = (result: RespondResult, { requestId }: GivenResponse): RespondResult => {
    if (!("view" in result)) return result;
    const { humanInputs } = result.view;
    const isOwn = humanInputs.some((asked) => asked.requestId === requestId && asked.respondedBy === caller.subject);
    if (isOwn || result.kind === "RESOLVED") hand(result.view);
    return result;
  };
  const ask = async <Result>(
    execution: string,
    action: Action,
    unknown: Result,
    call: () => Promise<Result>,
  ): Promise<Result> => ((await may(execution, action)) ? call() : unknown);

  const guarded: ExecutionClient = {
    start: async (request, location) => {
      if (caller.grant !== undefined) throw notWithGrant("start an execution");
      return handedOf(await executions.start(confined(request, ports), location));
    },
    // Only who started it is shown it. A grant does not reach what its subject started elsewhere.
    lookup: async (execution, fingerprint, subject) => {
      if (caller.grant !== undefined && !(await may(execution, "USE"))) return null;
      const answer = await executions.lookup(execution, fingerprint, subject);
      return answer === null ? null : handedOf(answer);
    },
    read: async (execution, carried) => {
      if (reachOf(caller, "READ") !== "ALL" && !handed.has(execution)) {
        const audience = known.get(execution, now());
        if (audience !== undefined && !mayAccess(caller, await placed(audience), "READ")) return null;
      }
      const view = await executions.read(execution, carried);
      if (view === null) return null;
      hear(view);
      return (await may(execution, "READ")) ? view : null;
    },
    value: (execution, ...place) => ask(execution, "READ", null, () => executions.value(execution, ...place)),
    groupOutput: (execution, step) => ask(execution, "READ", null, () => executions.groupOutput(execution, step)),
    sourceLabels: (execution, steps) => ask(execution, "READ", null, () => executions.sourceLabels(execution, steps)),
    projection: (execution, dialect) => ask(execution, "READ", null, () => executions.projection(execution, dialect)),
    storedBytes: (execution) => ask(execution, "READ", null, () => executions.storedBytes(execution)),
    events: (execution, after, limit) =>
      ask(execution, "READ", { ...noPage, after, cursor: after }, () => executions.events(execution, after, limit)),
    cancel: (execution, ...how) =>
      ask<CancelResult>(execution, "CONTROL", { kind: "NOT_FOUND" }, async () => {
        const result = await executions.cancel(execution, ...how);
        // Also if it was cancelled before, and not if it ended otherwise.
        const isCancelled = result.kind === "CANCELLED" || ("view" in result && result.view.status === "CANCELLED");
        return isCancelled ? handedOf(result) : result;
      }),
    // The object decides, so that no reading comes before an answer; a grant is decided here.
    respond: async (execution, answer) => {
      if (caller.grant === undefined)
        return answered(await executions.respond(execution, { ...answer, accessor: accessorOf(caller) }), answer);
      return (await may(execution, "RESPOND"))
        ? answered(await executions.respond(execution, { ...answer, accessor: caller, isAdmitted: true }), answer)
        : { kind: "NOT_FOUND" };
    },
    submit: (execution, submission) =>
      ask<Awaited<ReturnType<ExecutionClient["submit"]>>>(execution, "USE", { kind: "NOT_FOUND" }, async () =>
        handedOf(await executions.submit(execution, submission)),
      ),
    derive: (execution, request, withValues) =>
      ask<Awaited<ReturnType<ExecutionClient["derive"]>>>(execution, "READ", { kind: "NOT_FOUND" }, () =>
        executions.derive(execution, request, withValues),
      ),
    webhooks: (execution) => ask(execution, "READ", null, () => executions.webhooks(execution)),
    push: (execution, command) => {
      if (caller.grant !== undefined) throw notWithGrant("change push configurations");
      return executions.push(execution, command);
    },
    delete: (execution) =>
      ask<Awaited<ReturnType<ExecutionClient["delete"]>>>(execution, "CONTROL", { kind: "NOT_FOUND" }, () =>
        executions.delete(execution),
      ),
    announce: (execution) => {
      if (caller.grant !== undefined) throw notWithGrant("announce an execution");
      return executions.announce(execution);
    },
    async *watch(execution, options) {
      if (!(await may(execution, "READ"))) throw notFollowed();
      yield* executions.watch(execution, options);
    },
  };
  return { executions: guarded, guard: { may: (execution, action) => may(execution, action, false) } };
}

/** Without further facts about the caller. */
export function accessorOf({ groups, scopes, subject }: Accessor): Accessor {
  return { subject, groups, scopes };
}

/** The request with the visibility and the four eyes that hold: nothing for the whole tenant, and for none. */
export function confined(
  { group, visibility, ...request }: StartRequest,
  { caller, defaultVisibility, fourEyes }: Pick<AccessPorts, "caller" | "defaultVisibility" | "fourEyes">,
): StartRequest {
  const confinement = givenConfinement({ visibility, group }, defaultVisibility);
  const isOwnerAlone = confinement.visibility === "OWN" && !mayActAsOthers(caller);
  return { ...request, ...confinement, ...(fourEyes && { fourEyes: true }), ...(isOwnerAlone && { ownerAlone: true }) };
}

/** Who may see it, and where it stands. */
export function audienceOfExecution(view: ExecutionView): Audience {
  const { execution, origin, turns } = view;
  const conversation = turns?.conversation;
  const parent = origin.parent?.execution;
  return {
    ...audienceOf(view),
    place: {
      execution,
      root: origin.root,
      ...(parent !== undefined && { parent }),
      ...(conversation !== undefined && { conversation }),
    },
  };
}
