/** The WebSocket to an execution's feed, reduced to the members that `watch.ts` uses. */
import { notFollowed } from "../../graph/base/request-error.ts";
import type { WatchedStub } from "../platform/environment.ts";

export interface FeedSocket {
  send(text: string): void;
  close(): void;
  /** Called for each message in order. */
  onMessage(listener: (text: string) => void): void;
  /** Called once, when no message can follow. */
  onClose(listener: () => void): void;
}

/** Opens a socket to a feed of the object; `feed` names the inbox of an index. Throws `NOT_FOUND` if there is no such execution, anything else if it cannot be reached now. */
export async function dialObject(stub: WatchedStub, feed: "watch" | "inbox" = "watch"): Promise<FeedSocket> {
  const response = await stub.fetch(`https://execution/${feed}`, { headers: { upgrade: "websocket" } });
  if (response.status === 404) throw notFollowed();
  const socket = response.webSocket;
  if (socket === null) throw new Error(`The feed of an execution answered ${response.status} instead of a WebSocket`);
  socket.accept();
  return {
    send: (text) => socket.send(text),
    close: () => socket.close(1000),
    onMessage: (listener) => socket.addEventListener("message", ({ data }) => listener(String(data))),
    onClose: (listener) => {
      let isClosed = false;
      const closed = () => {
        if (!isClosed) listener();
        isClosed = true;
      };
      socket.addEventListener("close", closed);
      socket.addEventListener("error", closed);
    },
  };
}
