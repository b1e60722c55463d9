import { defineConfig } from "vite";

export default defineConfig({
  root: "page",
  build: { outDir: "../dist", emptyOutDir: true },
  server: { proxy: { "/chat": "http://127.0.0.1:8787" } },
});
