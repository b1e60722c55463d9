/** Each way over which a Worker takes a credential, asking for one thing with it: the status, and everything that came back. */
import { RawSocket } from "../sockets/raw-socket.ts";

/** A thing by all of its names. */
export interface Thing {
  readonly executionId: string;
  readonly artifactId: string;
  readonly chatId: string;
}

export interface Answer {
  /** The status of HTTP, or the code with which a WebSocket was closed. */
  readonly status: number;
  readonly text: string;
}

export interface Transport {
  /** What a token for it is made for. */
  readonly of: "EXECUTION" | "CONVERSATION";
  /** What an answer with the thing of this mark has. */
  shown(mark: string): string;
  ask(origin: string, token: string, thing: Thing): Promise<Answer>;
}

const query = "query ($id: ID!) { execution(by: { id: $id }) { id steps { stepId } } }";
const subscription = "subscription ($id: ID!) { executionEvents(executionId: $id) { status events { type stepId } } }";
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

async function answerOf(response: Response): Promise<Answer> {
  return { status: response.status, text: await response.text() };
}

function posted(origin: string, token: string, accept: string, body: object, path = "/graphql"): Promise<Response> {
  const headers = { ...bearer(token), accept, "content-type": "application/json" };
  return fetch(new URL(path, origin), { method: "POST", headers, body: JSON.stringify(body) });
}

function got(origin: string, token: string, path: string): Promise<Response> {
  return fetch(new URL(path, origin), { headers: bearer(token) });
}

/** The beginning of a stream that lasts. */
async function beginningOf(response: Response): Promise<Answer> {
  if (response.body === null || !response.ok) return answerOf(response);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  while (!text.includes('"type":"start"')) {
    const { done, value } = await reader.read();
    if (done) break;
    text += value;
  }
  await reader.cancel();
  return { status: response.status, text };
}

/** By a URL with a token for one subscription, which the token at hand makes. */
async function followedByUrl(origin: string, token: string, { executionId }: Thing): Promise<Answer> {
  const made = await posted(origin, token, "application/json", {
    query: "mutation { createSubscriptionToken { token } }",
  });
  const text = await made.text();
  if (!made.ok) return { status: made.status, text };
  const { data } = JSON.parse(text) as { readonly data: { readonly createSubscriptionToken: { token: string } } };
  const search = new URLSearchParams({
    query: subscription,
    variables: JSON.stringify({ id: executionId }),
    access_token: data.createSubscriptionToken.token,
  });
  const headers = { accept: "text/event-stream" };
  return answerOf(await fetch(new URL(`/graphql?${search}`, origin), { headers }));
}

async function followedOverSocket(origin: string, token: string, { executionId }: Thing): Promise<Answer> {
  const raw = await new RawSocket(new URL("/graphql", origin).href).opened();
  const closed = raw.closed.then(({ code, reason }) => ({ status: code, text: reason }));
  raw.send({ type: "connection_init", payload: bearer(token) });
  const messages: object[] = [];
  for (;;) {
    const message = await Promise.race([raw.next(), closed]);
    if ("status" in message) return message;
    if (message.type === "connection_ack")
      raw.send({ id: "1", type: "subscribe", payload: { query: subscription, variables: { id: executionId } } });
    else messages.push(message);
    if (message.type !== "complete" && message.type !== "error") continue;
    raw.socket.close();
    return { status: 200, text: JSON.stringify(messages) };
  }
}

function sentToChat(origin: string, token: string, chatId: string): Promise<Response> {
  const message = { id: `message of ${chatId}`, role: "user", parts: [{ type: "text", text: chatId }] };
  return posted(origin, token, "text/event-stream", { id: chatId, messages: [message], manifest: "Reports" }, "/chat");
}

const shownStep = (mark: string) => `"stepId":"${mark}"`;
const shownStart = () => '"type":"start"';
const shownText = (mark: string) => `"text":"chat-${mark}"`;

export const transports = {
  POST: {
    of: "EXECUTION",
    shown: shownStep,
    ask: async (origin, token, { executionId: id }) =>
      answerOf(await posted(origin, token, "application/json", { query, variables: { id } })),
  },
  GET: {
    of: "EXECUTION",
    shown: shownStep,
    ask: async (origin, token, { executionId: id }) =>
      answerOf(
        await got(origin, token, `/graphql?${new URLSearchParams({ query, variables: JSON.stringify({ id }) })}`),
      ),
  },
  "server-sent events": {
    of: "EXECUTION",
    shown: shownStep,
    ask: async (origin, token, { executionId: id }) =>
      answerOf(await posted(origin, token, "text/event-stream", { query: subscription, variables: { id } })),
  },
  "a subscription token in the URL": { of: "EXECUTION", shown: shownStep, ask: followedByUrl },
  "multipart subscriptions": {
    of: "EXECUTION",
    shown: shownStep,
    ask: async (origin, token, { executionId: id }) => {
      const accept = 'multipart/mixed;subscriptionSpec="1.0", application/json';
      return answerOf(await posted(origin, token, accept, { query: subscription, variables: { id } }));
    },
  },
  "graphql-transport-ws": { of: "EXECUTION", shown: shownStep, ask: followedOverSocket },
  "/export": {
    of: "EXECUTION",
    shown: shownStep,
    ask: async (origin, token, { executionId }) => answerOf(await got(origin, token, `/export/${executionId}`)),
  },
  "/artifacts": {
    of: "EXECUTION",
    shown: () => "PNG",
    ask: async (origin, token, { artifactId }) => answerOf(await got(origin, token, `/artifacts/${artifactId}`)),
  },
  "a message to /chat": {
    of: "CONVERSATION",
    shown: shownStart,
    ask: async (origin, token, { chatId }) => beginningOf(await sentToChat(origin, token, chatId)),
  },
  "the stream of /chat": {
    of: "CONVERSATION",
    shown: shownStart,
    ask: async (origin, token, { chatId }) => beginningOf(await got(origin, token, `/chat/${chatId}/stream`)),
  },
  "the history of /chat": {
    of: "CONVERSATION",
    shown: shownText,
    ask: async (origin, token, { chatId }) => answerOf(await got(origin, token, `/chat/${chatId}/messages`)),
  },
  "a conversation over POST": {
    of: "CONVERSATION",
    shown: shownText,
    ask: async (origin, token, { chatId }) =>
      answerOf(
        await posted(origin, token, "application/json", {
          query:
            "query ($chatId: String!) { conversation(by: { chatId: $chatId }) { messages { nodes { text } } execution { id } } }",
          variables: { chatId },
        }),
      ),
  },
  "the end of a turn of /chat": {
    of: "CONVERSATION",
    shown: () => "",
    ask: async (origin, token, { chatId }) =>
      answerOf(await posted(origin, token, "application/json", {}, `/chat/${chatId}/stop`)),
  },
} as const satisfies { readonly [name: string]: Transport };
