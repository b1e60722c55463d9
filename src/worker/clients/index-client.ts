/** The list of executions of a tenant, reached as its index object. */
import type { IndexClient } from "../../graph/base/ports.ts";
import { type IndexStub, indexName, type ObjectNamespace } from "../platform/environment.ts";
import { callObject } from "../platform/object-call.ts";
import { changeFeed, inboxFeed } from "../watch/change-feed.ts";
import type { WatchClock } from "../watch/feed-pages.ts";
import { dialObject } from "../watch/feed-socket.ts";
import { watchFeed } from "../watch/watch.ts";

/** The client of the index of `tenant`. `clock` and `random` serve the watching only. */
export function indexClient(
  namespace: ObjectNamespace<IndexStub>,
  tenant: string,
  clock: WatchClock,
  random: () => number,
): IndexClient {
  const name = indexName(tenant);
  return {
    list: (query) => callObject(namespace, name, (stub) => stub.list(query)),
    statusCounts: (filter) => callObject(namespace, name, (stub) => stub.statusCounts(filter)),
    conversations: (query) => callObject(namespace, name, (stub) => stub.conversations(query)),
    usage: (query) => callObject(namespace, name, (stub) => stub.usage(query)),
    descendants: (execution) => callObject(namespace, name, (stub) => stub.descendants(execution)),
    inbox: (query) => callObject(namespace, name, (stub) => stub.inbox(query)),
    watchInbox: (options) =>
      watchFeed(() => dialObject(namespace.getByName(name), "inbox"), inboxFeed, options, clock, random),
    watch: (options) => watchFeed(() => dialObject(namespace.getByName(name)), changeFeed, options, clock, random),
  };
}
