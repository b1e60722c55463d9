/**
 * The interface of a remote agent that its card offers, as far as a call needs it, as JSON (E15). It is stored in
 * `ProviderDefinition.connection`, which only this room reads; the address of the interface is the provider's URL.
 */
import * as z from "zod";
import type { Json } from "../../json/json.ts";
import { madeOnce } from "../../json/made-once.ts";

const a2aConnection = madeOnce(() =>
  z.object({
    protocolVersion: z.enum(["1.0", "0.3"]),
    /** As the interface declares it, sent back to the letter. Null if it declares none. */
    tenant: z.string().nullable(),
    /** Extensions that the card requires, by URI, to be activated with every request. */
    extensions: z.array(z.string()).optional(),
  }),
);

export type A2aConnection = z.infer<ReturnType<typeof a2aConnection>>;

/** The stored connection, or undefined if another version wrote it. */
export function parseA2aConnection(stored: Json): A2aConnection | undefined {
  const parsed = a2aConnection().safeParse(stored);
  return parsed.success ? parsed.data : undefined;
}
