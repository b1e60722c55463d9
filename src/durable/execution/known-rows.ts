/**
 * The versions of stored rows that this code can read, as a text. Another version of the code compares it with its own.
 */
import { eventVersion } from "../../execution/events/event.ts";
import { rowForm } from "../storage/journal-row.ts";
import { archiveVersion } from "./archive.ts";

/** Differs between two versions of this software if one of them could continue with an execution that the other one has to park. */
export const knownRows = JSON.stringify({ ...eventVersion, archive: archiveVersion, rowForm });
