import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Chat } from "./chat";

// The name of the conversation stands in the address, so that a reload continues with it.
const id = location.hash.slice(1) || crypto.randomUUID();
location.hash = id;
const { messages } = await (await fetch(`/chat/${id}/messages`)).json();
const root = document.getElementById("root");
if (root !== null)
  createRoot(root).render(
    <StrictMode>
      <Chat id={id} messages={messages} />
    </StrictMode>,
  );
