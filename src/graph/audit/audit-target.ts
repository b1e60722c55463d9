/** The id in the API of the target of an entry of the audit log. */
import type { AuditEntry } from "../../audit/audit-entry.ts";
import { type Identities, nodeId } from "../base/node-id.ts";

/** The content of `AuditEntry.target`: an id of the API, or a name where there is none. */
export async function auditTargetId({ kind, name, part }: AuditEntry["target"], whose: Identities): Promise<string> {
  switch (kind) {
    case "EXECUTION":
      return nodeId({ kind, execution: name }, whose);
    case "CONVERSATION":
      return nodeId({ kind, conversation: name }, whose);
    case "MESSAGE":
      return nodeId({ kind, conversation: name, position: Number(part) }, whose);
    case "HUMAN_INPUT":
      return nodeId({ kind, execution: name, requestId: part ?? "" }, whose);
    default:
      return part === undefined ? name : `${name}/${part}`;
  }
}
