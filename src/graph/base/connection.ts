/**
 * Pages as Relay defines them: page sizes, opaque cursors over sorted names, and the shape of a page.
 */
import { requestError } from "./request-error.ts";
import type { PageInfo, QueryExecutionsArgs } from "./schema.generated.ts";

const DEFAULT_PAGE = 25;
const MAX_PAGE = 100;

export interface Edge<Item> {
  readonly cursor: string;
  readonly node: Item;
}

export interface Connection<Item> {
  readonly edges: readonly Edge<Item>[];
  readonly nodes: readonly Item[];
  readonly pageInfo: PageInfo;
}

/** The page size that was asked for, within its bounds. Throws BAD_USER_INPUT outside of them. */
export function pageSize(
  size: PageArguments["first"],
  fallback = DEFAULT_PAGE,
  maximum = MAX_PAGE,
  argument = "first",
): number {
  if (size === null || size === undefined) return fallback;
  if (size >= 1 && size <= maximum) return size;
  throw requestError("BAD_USER_INPUT", `Cannot read a page: required ${argument} from 1 to ${maximum}, found ${size}`);
}

/** How many items of a list are asked for, and from which end. */
export interface PageWindow {
  readonly limit: number;
  readonly backward: boolean;
}

/**
 * The page that is asked for of a list that can be paged in both directions. Throws BAD_USER_INPUT for both page sizes at once and outside
 * of their bounds.
 *
 * @example
 * ```ts
 * windowOf(10, null); // { limit: 10, backward: false }
 * windowOf(null, 5); // { limit: 5, backward: true }
 * ```
 */
export function windowOf(first: WindowArguments["first"], last: WindowArguments["last"]): PageWindow {
  if (last === null || last === undefined) return { limit: pageSize(first), backward: false };
  if (first === null || first === undefined) {
    return { limit: pageSize(last, DEFAULT_PAGE, MAX_PAGE, "last"), backward: true };
  }
  throw requestError("BAD_USER_INPUT", "Cannot read a page: required first or last, found both");
}

/** A page of `edges` that come after `after`. */
export function connectionOf<Item>(
  edges: readonly Edge<Item>[],
  after: PageArguments["after"],
  hasNextPage: boolean,
): Connection<Item> {
  return {
    edges,
    nodes: edges.map((edge) => edge.node),
    pageInfo: {
      hasNextPage,
      hasPreviousPage: after !== null && after !== undefined,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
  };
}

export type PageArguments = Pick<WindowArguments, "first" | "after">;

/** Of a list that can be paged in both directions. */
export type WindowArguments = Pick<QueryExecutionsArgs, "first" | "after" | "last" | "before">;

/**
 * A page of items in the order of their names (code units). The cursor is the name, so that a page continues rightly after
 * items were added or removed between two requests.
 *
 * @example
 * ```ts
 * const page = pageByName(["b", "c", "a"], (name) => name, { first: 2 });
 * page.nodes; // ["a", "b"]
 * page.pageInfo; // { hasNextPage: true, hasPreviousPage: false, startCursor: "n-a", endCursor: "n-b" }
 * ```
 */
export function pageByName<Item>(
  items: Iterable<Item>,
  nameOf: (item: Item) => string,
  { after, before, first, last }: WindowArguments,
): Connection<Item> {
  const { backward, limit } = windowOf(first, last);
  const [afterName, beforeName] = [after, before].map((cursor) => (cursor == null ? null : nameOfCursor(cursor)));
  const within = [...items]
    .map((node) => ({ name: nameOf(node), node }))
    .filter(({ name }) => (afterName == null || name > afterName) && (beforeName == null || name < beforeName))
    .sort((left, right) => (left.name < right.name ? -1 : 1));
  const page = backward ? within.slice(-limit) : within.slice(0, limit);
  const edges = page.map(({ name, node }) => ({ cursor: cursorOfName(name), node }));
  const connection = connectionOf(edges, after, within.length > edges.length);
  if (!backward) return connection;
  const hasPreviousPage = within.length > edges.length;
  return { ...connection, pageInfo: { ...connection.pageInfo, hasPreviousPage, hasNextPage: before != null } };
}

/** Cursor of an item in a list that is sorted by name. */
export function cursorOfName(name: string): string {
  return `n-${encodeURIComponent(name)}`;
}

/** Throws BAD_USER_INPUT for a text that is no such cursor. */
export function nameOfCursor(cursor: string): string {
  try {
    if (cursor.startsWith("n-")) return decodeURIComponent(cursor.slice(2));
  } catch {
    // Falls through: not something that `cursorOfName` wrote.
  }
  throw requestError(
    "BAD_USER_INPUT",
    `Cannot read a page: required a cursor of this list, found ${JSON.stringify(cursor)}`,
  );
}
