/**
 * The rules of rooms: a room is a folder, at any depth. Each takes all files at once, because it is about how they lie and what they
 * import of one another, types included, and names the offences.
 */
import { posix } from "node:path";
import type { SourceFile } from "./source-file.ts";

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
