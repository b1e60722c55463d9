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
  {
    skippedBecause: "leads to no schema of it",
    reason:
      "References that lead nowhere within the schema are refused; these tests need a document of the network besides",
  },
  {
    skippedBecause: "points through a schema with an $id of its own",
    reason: "Draft 2020-12 gives such a pointer no meaning; in draft-07 it is followed",
  },
];
