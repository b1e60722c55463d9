/**
 * The rules of rooms: a room is a folder, at any depth. Each takes all files at once, because it is about how they lie and what they
 * import of one another, types included, and names the offences.
 */
import { posix } from "node:path";
import type { SourceFile } from "./source-file.ts";

/**
 * The rooms of `src`, lowest floor first. A room imports only rooms before it, types included, and of another top folder only as far as
 * the arrow of `rules.ts` goes.
 */
export const floors: readonly string[] = [
  ...["json", "access"],
  ...["schema/document", "schema/pattern", "schema/evaluation", "schema", "schema/claims"],
  ...[
    "plan",
    "plan/waits",
    "plan/expressions",
    "plan/operands",
    "plan/dialects",
    "plan/order",
    "plan/labels",
    "plan/compile",
  ],
  ...[
    "execution/events",
    "execution/state",
    "execution/search",
    "execution/views",
    "execution/ui-messages",
    "execution/fold",
    "execution/budget",
    "execution/human-input",
  ],
  ...[
    "execution/turns",
    "execution/webhooks",
    "execution/commands",
    "execution/settle",
    "execution/waits",
    "execution/effects",
    "execution/decide",
  ],
  ...["execution/callables", "execution/derive", "execution/client"],
  ...[
    "catalog/credentials",
    "catalog",
    "catalog/openapi",
    "catalog/deployed",
    "catalog/agents",
    "catalog/snapshot",
    "catalog/search",
    "catalog/manifests",
  ],
  ...["catalog/agent-mesh", "catalog/workflow-files"],
  ...["audit"],
  ...["schedule"],
  ...["tools", "tools/code", "tools/a2a", "tools/http-agent", "tools/mcp", "tools/oauth", "tools/openapi"],
  ...["model", "model/prompts", "model/adapter"],
  ...["durable/ports", "durable/storage", "durable/telemetry", "durable/feed", "durable/calls", "durable/deliveries"],
  ...[
    "durable/runner",
    "durable/index",
    "durable/secrets",
    "durable/tenant",
    "durable/execution",
    "durable/conversation",
    "durable/schedule",
    "durable/catalog",
  ],
  ...[
    "graph/base",
    "graph/audit",
    "graph/secrets",
    "graph/access",
    "graph/credentials",
    "graph/registry",
    "graph/artifacts",
    "graph/flow-rules",
    "graph/workflow-files",
    "graph/start",
    "graph/derive",
    "graph/lists",
    "graph/conversations",
  ],
  ...["graph/execution", "graph/subject-export", "graph/schedules", "graph/subscriptions", "graph/transport", "graph"],
  ...["a2a-server"],
  ...["mcp-server"],
  ...["worker/settings", "worker/platform", "worker/auth", "worker/watch", "worker/clients", "worker/request"],
  ...["worker/sockets", "worker/chat", "worker/routes", "worker"],
];

/** Rooms that are no business of other top folders. */
export const innerRooms: readonly string[] = [
  ...["schema/pattern", "schema/evaluation", "execution/fold"],
  ...["durable/storage", "durable/telemetry", "durable/feed", "durable/deliveries", "durable/runner"],
  ...["graph/derive", "graph/lists", "graph/conversations", "graph/subscriptions"],
];

/** Most source files of one folder, those of folders in it not counted. */
export const mostFilesInRoom = 25;

/** The rooms with more files than one may have, each with its number of files. */
export function fullRooms(paths: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const path of paths) counts.set(posix.dirname(path), (counts.get(posix.dirname(path)) ?? 0) + 1);
  return new Map([...counts].filter(([, count]) => count > mostFilesInRoom));
}

/** Every circle of files that import one another, types included, as the paths in it. */
export function circles(files: readonly SourceFile[]): readonly (readonly string[])[] {
  const imported = new Map(files.map((file) => [file.path, importedFiles(file)]));
  return connected([...imported.keys()], (path) => imported.get(path) ?? []).filter(
    (group) => group.length > 1 || imported.get(group[0] as string)?.includes(group[0] as string),
  );
}

/** The paths of the files that `file` imports by a relative name. */
export function importedFiles({ imports, path }: SourceFile): readonly string[] {
  return imports.flatMap(({ specifier }) =>
    specifier?.startsWith(".") ? [posix.join(posix.dirname(path), specifier)] : [],
  );
}

/** The groups of nodes that reach one another, by the algorithm of Tarjan. A node that reaches no other is a group of its own. */
function connected(
  nodes: readonly string[],
  next: (node: string) => readonly string[],
): readonly (readonly string[])[] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const path: string[] = [];
  const groups: string[][] = [];
  const visit = (node: string): number => {
    const position = order.size;
    order.set(node, position);
    lowest.set(node, position);
    path.push(node);
    for (const other of next(node)) {
      const reached = order.has(other) ? (path.includes(other) ? order.get(other) : undefined) : visit(other);
      if (reached !== undefined) lowest.set(node, Math.min(lowest.get(node) as number, reached));
    }
    if (lowest.get(node) === position) groups.push(path.splice(path.indexOf(node)));
    return lowest.get(node) as number;
  };
  for (const node of nodes) if (!order.has(node)) visit(node);
  return groups;
}

/** The room below `src` that a path lies in. Null outside of `src` and directly in it. */
export function roomOf(path: string): string | null {
  const room = posix.dirname(path);
  return room.startsWith("src/") ? room.slice("src/".length) : null;
}

/** Imports of `file` that lead to a room on the same floor or above, or into an inner room of another top folder. */
export function risingImports(file: SourceFile): readonly string[] {
  const room = roomOf(file.path);
  if (room === null) return [];
  if (!floors.includes(room)) return [`${file.path}: the room ${room} lies on no floor`];
  return importedFiles(file).flatMap((path) => {
    const other = roomOf(path);
    if (other === null || other === room) return [];
    const isForeign = topOf(other) !== topOf(room);
    if (isForeign && innerRooms.includes(other)) return [`${file.path}: ${other} is no business of ${room} (${path})`];
    const isBelow = floors.includes(other) && floors.indexOf(other) < floors.indexOf(room);
    return isBelow ? [] : [`${file.path}: ${other} is not below ${room} (${path})`];
  });
}

function topOf(room: string): string {
  return room.split("/")[0] as string;
}

/** Most lines of the comment that says what a room owns. */
const mostHeaderLines = 30;

/**
 * Rooms that say nothing of themselves, or twice, or too much. One file of each room opens with a comment such as ``Room `plan/order`: …``:
 * what the room owns, what it leaves to which neighbour, and which invariants hold.
 */
export function roomsWithoutHeader(files: readonly SourceFile[]): readonly string[] {
  const rooms = Map.groupBy(files, ({ path }) => roomOf(path));
  return [...rooms].flatMap(([room, inside]) => {
    if (room === null) return [];
    const headers = inside.flatMap((file) => headerIn(file) ?? []);
    const own = headers.filter((header) => header.startsWith(`Room \`${room}\`: `));
    const fits = own.every((header) => header.split("\n").length <= mostHeaderLines);
    return own.length === 1 && headers.length === 1 && fits ? [] : [room];
  });
}

/** The comment with which a file says what its room owns. */
function headerIn({ text }: SourceFile): string | undefined {
  return /^\/\*\*\s[\s*]*(Room `[\s\S]*?)\*\//.exec(text)?.[1];
}

/** What the header of a room names that is not there: rooms such as `plan/order`, and files of `src` such as `order.ts`. */
export function unknownNames(file: SourceFile, files: readonly SourceFile[]): readonly string[] {
  const header = headerIn(file) ?? "";
  return [...header.matchAll(/`([a-z0-9-]+(?:\/[a-z0-9-]+|\.ts))`/g)]
    .map(([, name = ""]) => name)
    .filter((name) => !(floors.includes(name) || files.some(({ path }) => posix.basename(path) === name)))
    .map((name) => `${file.path}: ${name}`);
}
