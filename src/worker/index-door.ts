/** The list of executions of a tenant, reached as its index object. */
import type { IndexDoor } from "../graph/doors.ts";
import { type IndexStub, indexName, type ObjectNamespace } from "./environment.ts";
import { callObject } from "./object-call.ts";

/** Opens the door to the index of `tenant`. */
export function indexDoor(namespace: ObjectNamespace<IndexStub>, tenant: string): IndexDoor {
  return { list: (query) => callObject(namespace, indexName(tenant), (stub) => stub.list(query)) };
}
