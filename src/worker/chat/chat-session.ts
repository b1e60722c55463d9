/** The surroundings of one request of a chat. Made for each request, and never kept. */
import type { GraphQLSchema } from "graphql";
import type { GraphContext } from "../../graph/base/graph-context.ts";
import type { ServedContext } from "../request/request-context.ts";

export interface ChatSession {
  readonly graph: ServedContext & GraphContext;
  readonly schema: GraphQLSchema;
  /** The caller's name for the conversation. */
  readonly chatId: string;
  /** Name of the object of the conversation. */
  readonly conversation: string;
}

/** A turn to be streamed. */
export interface StreamedTurn {
  /** Name of the object of the execution. */
  readonly execution: string;
  /** Its id in the API, which is the id of the message. */
  readonly publicId: string;
  /** Questions that the client has seen. Events up to the last of them are not sent again. Empty for a turn that is sent whole. */
  readonly answered: readonly string[];
}

/** A turn with everything that it sent, for a client that has nothing of it. */
export function wholeTurn(execution: string, publicId: string): StreamedTurn {
  return { execution, publicId, answered: [] };
}
