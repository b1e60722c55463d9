/** Schemas of the suite that are refused where they are registered, by the words of the refusal. */
import type { Declaration } from "../suite.ts";

export const jsonSchemaDeclared: readonly Declaration[] = [
  {
    skippedBecause: "outside of the schema, only references within it are allowed",
    reason: "No reference to another document is followed, and none is read from the network",
  },
  {
    skippedBecause: "supported are JSON Schema 2020-12 and draft-07",
    reason: "Metaschemas of others are no supported dialect",
  },
];
