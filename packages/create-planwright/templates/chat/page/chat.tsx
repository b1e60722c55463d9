import { useChat } from "@ai-sdk/react";
import { DefaultChatTransport, type UIMessage } from "ai";

const transport = new DefaultChatTransport({ api: "/chat", body: { manifest: "chat" } });

/** A conversation. `resume` continues with an answer that is being written, after a reload and after a crash of the Worker. */
export function Chat({ id, messages }: { readonly id: string; readonly messages: UIMessage[] }) {
  const chat = useChat({ id, messages, transport, resume: true });
  return (
    <main>
      <h1>Chat</h1>
      {chat.messages.map((message) => (
        <p key={message.id}>
          <b>{message.role === "user" ? "You" : "Helper"}:</b>{" "}
          {message.parts.map((part) => (part.type === "text" ? part.text : "")).join("")}
        </p>
      ))}
      {chat.error !== undefined && <p role="alert">{chat.error.message}</p>}
      <form action={(form) => void chat.sendMessage({ text: String(form.get("text")) })}>
        <input name="text" aria-label="Message" required />
        <button type="submit" disabled={chat.status === "submitted" || chat.status === "streaming"}>
          Send
        </button>
      </form>
    </main>
  );
}
