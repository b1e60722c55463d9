import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Chat } from "./chat";

// The name of the conversation stands in the address, so that a reload continues with it.
const id = location.hash.slice(1) || crypto.randomUUID();
location.hash = id;
const response = await fetch(`/chat/${id}/messages`);
const root = document.getElementById("root");
if (root !== null)
  createRoot(root).render(
    <StrictMode>
      {response.ok ? (
        <Chat id={id} messages={(await response.json()).messages} />
      ) : (
        <p role="alert">The conversation cannot be read: the Worker answered {response.status}. Reload the page.</p>
      )}
    </StrictMode>,
  );
