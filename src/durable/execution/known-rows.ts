/** What this code can read of what is stored, as a text that another version of it compares with its own. */
import { eventVersion } from "../../execution/events/event.ts";
import { archiveVersion } from "./archive.ts";

/** Differs between two versions of this software if one of them could go on with an execution that the other one has to park. */
export const knownRows = JSON.stringify({ ...eventVersion, archive: archiveVersion });
