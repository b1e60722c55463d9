import { defineConfig } from "vite";

export default defineConfig({
  root: "page",
  build: { outDir: "../dist", emptyOutDir: true },
  // The whole name of the route: the page has a file `chat.tsx`.
  server: { proxy: { "^/chat(?:[/?]|$)": { target: "http://127.0.0.1:8787" } } },
});
