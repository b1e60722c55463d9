import { createClient } from "@planwright/client";
import { PlanwrightProvider } from "@planwright/react";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app";

const client = createClient({ url: location.origin, transport: "websocket" });
const root = document.getElementById("root");
if (root !== null)
  createRoot(root).render(
    <StrictMode>
      <PlanwrightProvider client={client}>
        <App />
      </PlanwrightProvider>
    </StrictMode>,
  );
